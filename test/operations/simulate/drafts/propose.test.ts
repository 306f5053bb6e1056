import { expect } from "chai";

import type { Inspection } from "../../../../src/engine/inspect/description.js";
import type { ForkedChain } from "../../../../src/operations/simulate/chain/forked-chain.js";
import { parseDraft, type DraftInput } from "../../../../src/operations/simulate/drafts/draft.js";
import { encodeDraft, propose } from "../../../../src/operations/simulate/drafts/propose.js";
import { MigrationError, UsageError } from "../../../../src/foundation/support/errors.js";
import { rejected, rejection } from "../../../rejection.js";
import { fakeToken } from "../fake-token.js";
import { account, scheme, sampleInspection } from "../../../engine/inspect/sample-inspection.js";
import { expectRecorded } from "../../../recorded.js";

const inspection = sampleInspection();
const [SOMEBODY, TOKEN] = [account(77), account(9)];
const HASH = `0x${"12".repeat(32)}`;
const [REWARDS] = inspection.schemes;

/** The external token has 6 decimals. */
function encode(draft: DraftInput, changes: Partial<Inspection> = {}) {
  return encodeDraft({ ...inspection, ...changes }, parseDraft(draft, "it"), 6);
}

function expectEncoded({ scheme: through, functionName, args }: ReturnType<typeof encode>): void {
  expectRecorded({ through: through.contract.name, functionName, args });
}

describe("encodeDraft", () => {
  it("converts each amount with the decimals of its token", () => {
    const amounts = { ether: "1", tokens: "2.5", reputation: "-3", externalTokens: "4.5" };
    const draft = { kind: "reward", beneficiary: SOMEBODY, externalToken: TOKEN } as const;
    const token = { ...inspection.token, decimals: 2 };
    expectEncoded(encode({ ...draft, ...amounts, description: HASH }, { token }));
  });

  it("refuses more decimals than a token has", () => {
    const fraction = { externalToken: TOKEN, externalTokens: "0.0000001" };
    expect(() => encode({ kind: "reward", beneficiary: SOMEBODY, ...fraction })).to.throw(
      UsageError,
      "The amount 0.0000001 has 7 decimals, but its token has 6.",
    );
  });

  it("registers and unregisters schemes, with no parameters unless given", () => {
    const scheme = SOMEBODY;
    expectEncoded(encode({ kind: "registerScheme", scheme, permissions: "0x00000010" }));
    expectEncoded(encode({ kind: "unregisterScheme", scheme }));
  });

  it("upgrades the controller, and adds and removes constraints, by the schemes for it", () => {
    const schemes = ["UpgradeScheme", "GlobalConstraintRegistrar"].map((name, index) => {
      const releases = ["0.0.1-rc.57"];
      return scheme({ address: account(40 + index), code: "arc", name, releases }, "0x0000001f");
    });
    const add = { kind: "addGlobalConstraint", constraint: TOKEN } as const;
    expectEncoded(encode({ kind: "upgradeController", controller: SOMEBODY }, { schemes }));
    expectEncoded(encode({ ...add, kind: "removeGlobalConstraint" }, { schemes }));
    // Removing it takes the votes that the registrar's own proposals take.
    expectEncoded(encode(add, { schemes }));
    const unread = [schemes[0]!, { ...schemes[1]!, parameters: { notRead: "no" } }];
    expect(() => encode(add, { schemes: unread })).to.throw(
      UsageError,
      /^The vote rules of GlobalConstraintRegistrar 0x\w{40} could not be read.+voteToRemoveParams\.$/,
    );
  });

  it("says which schemes can propose it instead", () => {
    const draft = { kind: "unregisterScheme", scheme: SOMEBODY } as const;
    const through = { ...draft, through: REWARDS!.contract.address };
    const only = { schemes: [REWARDS!] };
    const said = [() => encode(draft, only), () => encode(through), () => encode(through, only)];
    expectRecorded(
      said.map((make) => {
        try {
          return make();
        } catch (error) {
          return `${(error as Error).name}: ${(error as Error).message}`;
        }
      }),
    );
  });
});

describe("propose", () => {
  const DRAFT = parseDraft({ kind: "unregisterScheme", scheme: SOMEBODY }, "it");
  const on = (sent: object) =>
    ({ moveTo: async () => {}, call: async () => sent }) as unknown as ForkedChain;

  async function refusal(changes: Partial<Inspection>, sent: object = {}): Promise<Error> {
    const session = {
      chain: on(sent),
      inspection: { ...inspection, ...changes },
      readProposals: async () => [],
    };
    const error = await rejected(propose(session, DRAFT), MigrationError);
    return error;
  }

  it("reads the decimals of an external token", async () => {
    const sent: unknown[] = [];
    const chain = {
      token: () => fakeToken(() => 6n),
      moveTo: async () => {},
      call: async (_from: string, _to: unknown, { args }: { args: unknown[] }) => {
        sent.push(...args);
        return { success: false, logs: [], trace: {} };
      },
    } as unknown as ForkedChain;
    const tokens = { externalToken: TOKEN, externalTokens: "4.5" };
    const reward = parseDraft({ kind: "reward", beneficiary: SOMEBODY, ...tokens }, "it");
    await rejection(propose({ chain, inspection, readProposals: async () => [] }, reward));
    expect(sent).to.deep.include([0n, 0n, 4_500_000n, 1n, 1n]);
  });

  it("distinguishes a DAO without holders from one whose holders are not read", async () => {
    const { reputation } = inspection;
    const notRead = { notRead: "the node returns no old events." };
    for (const holders of [[], notRead]) {
      expectRecorded((await refusal({ reputation: { ...reputation, holders } })).message);
    }
  });

  it("says why the scheme does not accept it, and that nothing was sent", async () => {
    const reverted = { success: false, logs: [], trace: { error: "out of gas" } };
    for (const sent of [reverted, { success: true, logs: [], trace: {} }]) {
      expectRecorded((await refusal({}, sent)).message);
    }
  });
});
