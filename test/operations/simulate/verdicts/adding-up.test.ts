import { parseEther } from "ethers";

import type {
  GenesisProtocolRules,
  Inspection,
  ProposalDescription,
  ProposalRequest,
} from "../../../../src/engine/inspect/description.js";
import {
  addingUp,
  treasuryTogether,
} from "../../../../src/operations/simulate/verdicts/adding-up.js";
import type { Consequences } from "../../../../src/operations/simulate/verdicts/consequences.js";
import { wasRead } from "../../../engine/inspect/raw-calls.js";
import { account } from "../../../engine/inspect/sample-inspection.js";
import { expectWarnings, NO_CONSEQUENCES } from "./golden-warnings.js";

const GOLD = account(9);
/** Six holders have 6, 5, 4, 3, 2 and 1 of the reputation. */
const [FIRST, SECOND, LAST] = [20, 21, 25].map(account) as [string, string, string];
const { before } = NO_CONSEQUENCES;
const TREASURY = {
  ether: String(parseEther("100")),
  tokens: [{ address: GOLD, name: "Gold", symbol: "GLD", decimals: 6, amount: "1000" }],
};
const [SAMPLE] = before.proposals as readonly [ProposalDescription];
type Reward = Extract<ProposalRequest, { readonly kind: "reward" }>;

const reward = (beneficiary: string, changes: Partial<Reward>): ProposalRequest => ({
  ...(SAMPLE.requests as Reward),
  ...{ beneficiary, ether: "0", ...changes },
});
const reputation = (to: string, amount: string): ProposalRequest =>
  reward(to, { reputation: String(parseEther(amount)) });
const ether = (to: string, amount: string): ProposalRequest =>
  reward(to, { ether: String(parseEther(amount)) });

function call(to: string, signature: string, args: Readonly<Record<string, string>>, value = "0") {
  const called = { address: to, code: "unknown" } as const;
  const known = { signature, args, knownBy: "guess" } as const;
  return {
    kind: "calls",
    calls: [{ to: called, value, data: "0x12345678", function: known }],
  } satisfies ProposalRequest;
}

const controls = (signature: string, args: Readonly<Record<string, string>>): ProposalRequest =>
  call(before.controller.address, signature, args);

function proposal(
  number: number,
  requests: ProposalRequest,
  more: Partial<ProposalDescription> = {},
): ProposalDescription {
  const id = `0x${String(number).padStart(64, "0")}`;
  return { ...SAMPLE, id, requests, progress: { stage: "open" }, ...more };
}

function withVotes(...amounts: readonly number[]): Inspection {
  const [supply, ...held] = [100, ...amounts].map((each) => String(parseEther(String(each))));
  const holders = held.map((amount, index) => ({ account: account(20 + index), amount }));
  return { ...before, reputation: { ...before.reputation, totalSupply: supply!, holders } };
}

/** Warnings of the first of several pending proposals. */
function warnings(
  first: ProposalRequest,
  ...rest: readonly (ProposalRequest | ProposalDescription)[]
) {
  const proposals = [
    proposal(1, first),
    ...rest.map((each, index) => ("kind" in each ? proposal(index + 2, each) : each)),
  ];
  return warningsOf(before, proposals);
}

function warningsOf(
  base: Inspection,
  proposals: readonly ProposalDescription[],
  changes: Partial<Inspection> = {},
  redeemed: Consequences["redeemed"] = [],
) {
  const dao: Inspection = { ...base, treasury: TREASURY, proposals };
  const after = { ...dao, ...changes };
  const consequences = { ...NO_CONSEQUENCES, id: proposals[0]!.id, before: dao, after, redeemed };
  return [
    ...addingUp(consequences, after).map(({ who, warning }) => ({
      ...warning,
      who: `gains: ${who.join(", ")}`,
    })),
    ...treasuryTogether(consequences, after),
  ];
}

describe("what pending proposals do together", () => {
  it("tells votes that shift, by gifts, by burns, and by both", () => {
    const gift = reputation(LAST, "1");
    const burn = reputation(FIRST, "-1");
    expectWarnings("votes-add-up.txt", {
      "it is alone": warnings(burn),
      gifts: warnings(gift, gift, gift, ether(LAST, "1")),
      burns: warnings(burn, burn, reputation(SECOND, "-1"), reputation(SECOND, "-1")),
      "more is taken than somebody has": warnings(burn, reputation(SECOND, "-9")),
      "a burn and a gift": warnings(burn, reputation(LAST, "3")),
      "through the controller": warnings(
        controls("burnReputation(uint256,address,address)", { a: String(10n ** 18n), b: FIRST }),
        controls("mintReputation(uint256,address,address)", {
          ...{ a: String(3n * 10n ** 18n), b: LAST },
        }),
      ),
      "it gives and takes the same": warnings(gift, reputation(LAST, "-1")),
      "much of it, by itself": warnings(reputation(LAST, "9"), gift),
      "the other one is over": warnings(
        gift,
        proposal(2, reputation(LAST, "9"), { progress: { stage: "rejected" } }),
      ),
      "most of it was paid": warnings(
        gift,
        proposal(2, reputation(LAST, "9"), {
          progress: { stage: "passed" },
          unpaid: [{ of: "reputation", account: LAST, amount: String(10n ** 18n), due: "0" }],
        }),
      ),
      "little, but a majority": warningsOf(withVotes(48, 27, 25), [
        proposal(1, reputation(FIRST, "3")),
        proposal(2, reputation(FIRST, "3")),
      ]),
    });
  });

  it("tells new tokens of the DAO", () => {
    const some = reward(LAST, { nativeTokens: String(parseEther("3")) });
    expectWarnings("tokens-add-up.txt", {
      "some of them": warnings(some, some),
      many: warnings(
        some,
        some,
        controls("mintTokens(uint256,address,address)", { a: String(10n ** 18n), b: FIRST }),
      ),
    });
  });

  it("adds what unknown code moved on the fork, and says of which others that is not known", () => {
    const other: ProposalRequest = { kind: "other", event: "NewPayment", values: {} };
    const blind: ProposalRequest = {
      kind: "calls",
      calls: [{ to: { address: LAST, code: "unknown" }, value: "0", data: "0x12345678" }],
    };
    const ask = (...all: readonly ProposalRequest[]) =>
      all.map((each, index) => proposal(index + 1, each));
    const left = { ...TREASURY, ether: String(parseEther("70")) };
    const holders = wasRead(before.reputation.holders).map((each) =>
      each.account === LAST ? { ...each, amount: String(parseEther("2")) } : each,
    );
    /** The proposer has one more vote afterwards; the voting machine pays some of it. */
    const paying = (proposingRepReward: string) => {
      const schemes = before.schemes.map((each) => {
        const { votes, ...more } = wasRead(each.parameters);
        const { rules, ...voteParams } = votes["voteParams"]!;
        const { GenesisProtocol } = rules as unknown as { GenesisProtocol: GenesisProtocolRules };
        const changed = { GenesisProtocol: { ...GenesisProtocol, proposingRepReward } };
        return {
          ...each,
          parameters: { ...more, votes: { voteParams: { ...voteParams, rules: changed } } },
        };
      });
      const proposals = ask(blind, reputation(LAST, "1"), reputation(LAST, "1"));
      const [own, ...rest] = proposals.map((each) => ({ ...each, proposer: LAST }));
      const redeemed = [
        { account: LAST, kind: "reputation", before: "0", after: String(10n ** 18n) } as const,
      ];
      return warningsOf(
        { ...before, schemes },
        [own!, ...rest],
        { schemes, reputation: { ...before.reputation, holders } },
        redeemed,
      );
    };
    expectWarnings("unknown-code-adds-up.txt", {
      "its own code": warningsOf(before, ask(other, ether(FIRST, "30")), { treasury: left }),
      "its own calls, beyond the ether that they send": warningsOf(
        before,
        ask(
          {
            kind: "calls",
            calls: [...call(LAST, "", {}, String(parseEther("20"))).calls, ...blind.calls],
          },
          ether(FIRST, "30"),
        ),
        { treasury: left },
      ),
      "its own votes": warningsOf(
        before,
        ask(blind, reputation(LAST, "1"), reputation(LAST, "1"), other),
        { reputation: { ...before.reputation, holders } },
      ),
      "what its voting machine pays for making it": paying("1"),
      "more than its voting machine pays for making it": paying("0.4"),
      "the code of others": warnings(ether(LAST, "49"), ether(LAST, "49"), other, blind),
      "what nobody read afterwards": warningsOf(before, ask(other, ether(FIRST, "30")), {
        treasury: { notRead: "the node failed" },
      }),
      "what is known, whatever else changed": warningsOf(
        before,
        ask(ether(LAST, "1"), ether(FIRST, "30")),
        { treasury: left },
      ),
    });
  });

  it("tells what is taken of each currency, by receiver and in all", () => {
    const transfer = (amount: string) =>
      call(GOLD, "transfer(address,uint256)", { to: LAST, value: amount });
    const gold = reward(LAST, { externalToken: GOLD, externalTokens: "200" });
    expectWarnings("treasury-adds-up.txt", {
      "two halves less one": warnings(ether(LAST, "49"), ether(LAST, "49")),
      "less than half": warnings(ether(LAST, "20"), ether(LAST, "29")),
      "half, to two": warnings(ether(LAST, "20"), ether(FIRST, "30")),
      "half by itself": warnings(ether(LAST, "50"), ether(LAST, "1")),
      "in two periods": warnings(ether(LAST, "1"), {
        ...reward(FIRST, { ether: String(parseEther("30")), periods: "2" }),
      }),
      "sent by calls": warnings(
        call(LAST, "", {}, String(parseEther("30"))),
        controls("sendEther(uint256,address,address)", {
          ...{ a: String(parseEther("30")), b: FIRST },
        }),
      ),
      tokens: warnings(gold, transfer("300")),
      "tokens by calls": warnings(
        transfer("200"),
        call(GOLD, "transferFrom(address,address,uint256)", {
          ...{ from: before.avatar.address, to: FIRST, value: "200" },
        }),
        controls("externalTokenTransfer(address,address,uint256,address)", {
          ...{ a: GOLD, b: FIRST, c: "200" },
        }),
      ),
      "different currencies": warnings(gold, ether(LAST, "40")),
    });
  });
});
