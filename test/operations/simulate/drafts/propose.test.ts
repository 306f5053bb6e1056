import { expect } from "chai";
import { parseEther, ZeroAddress, ZeroHash } from "ethers";

import type { Inspection } from "../../../../src/engine/inspect/description.js";
import type { ForkedChain } from "../../../../src/operations/simulate/chain/forked-chain.js";
import { parseDraft, type DraftInput } from "../../../../src/operations/simulate/drafts/draft.js";
import { encodeDraft, propose } from "../../../../src/operations/simulate/drafts/propose.js";
import { MigrationError, UsageError } from "../../../../src/foundation/support/errors.js";
import { rejection } from "../../../rejection.js";
import { fakeToken } from "../fake-token.js";
import { account, scheme, sampleInspection } from "../../../engine/inspect/sample-inspection.js";

const inspection = sampleInspection();
const [SOMEBODY, TOKEN] = [account(77), account(9)];
const HASH = `0x${"12".repeat(32)}`;
const [REWARDS, REGISTRAR] = inspection.schemes;

/** The external token has 6 decimals. */
function encode(draft: DraftInput, changes: Partial<Inspection> = {}) {
  return encodeDraft({ ...inspection, ...changes }, parseDraft(draft, "it"), 6);
}

describe("encodeDraft", () => {
  it("converts each amount with the decimals of its token", () => {
    const { scheme: through, args } = encode(
      {
        kind: "reward",
        beneficiary: SOMEBODY,
        ether: "1",
        tokens: "2.5",
        reputation: "-3",
        externalToken: TOKEN,
        externalTokens: "4.5",
        description: HASH,
      },
      { token: { ...inspection.token, decimals: 2 } },
    );
    expect(through.contract).to.equal(REWARDS!.contract);
    expect(args).to.deep.include.members([inspection.avatar.address, SOMEBODY, TOKEN, HASH]);
    expect(args).to.include(parseEther("-3"));
    expect(args).to.deep.include([250n, parseEther("1"), 4_500_000n, 1n, 1n]);
  });

  it("refuses more decimals than a token has", () => {
    const fraction = { externalToken: TOKEN, externalTokens: "0.0000001" };
    expect(() => encode({ kind: "reward", beneficiary: SOMEBODY, ...fraction })).to.throw(
      UsageError,
      "The amount 0.0000001 has 7 decimals, but its token has 6.",
    );
  });

  it("registers and unregisters schemes, with no parameters unless given", () => {
    const register = encode({
      kind: "registerScheme",
      scheme: SOMEBODY,
      permissions: "0x00000010",
    });
    expect(register.scheme.contract).to.equal(REGISTRAR!.contract);
    expect(register.args).to.include.members([SOMEBODY, ZeroHash, "0x00000010"]);
    const { functionName, args } = encode({ kind: "unregisterScheme", scheme: SOMEBODY });
    expect(functionName).to.equal("proposeToRemoveScheme");
    expect(args).to.include(SOMEBODY);
  });

  it("upgrades the controller, and adds and removes constraints, by the schemes for it", () => {
    const arc = (name: string, number: number) =>
      scheme(
        { address: account(number), code: "arc", name, releases: ["0.0.1-rc.57"] },
        "0x0000001f",
      );
    const schemes = [arc("UpgradeScheme", 40), arc("GlobalConstraintRegistrar", 41)];
    const upgrade = encode({ kind: "upgradeController", controller: SOMEBODY }, { schemes });
    expect(upgrade.scheme).to.equal(schemes[0]);
    expect(upgrade.args).to.include(SOMEBODY);
    const remove = encode({ kind: "removeGlobalConstraint", constraint: TOKEN }, { schemes });
    expect(remove.scheme).to.equal(schemes[1]);
    // Removing it takes the votes that the registrar's own proposals take.
    const add = encode({ kind: "addGlobalConstraint", constraint: TOKEN }, { schemes });
    expect(add.args).to.deep.equal([inspection.avatar.address, TOKEN, ZeroHash, HASH, add.args[4]]);
    const unread = [schemes[0]!, { ...schemes[1]!, parameters: { notRead: "no" } }];
    expect(() =>
      encode({ kind: "addGlobalConstraint", constraint: TOKEN }, { schemes: unread }),
    ).to.throw(
      UsageError,
      /^The vote rules of GlobalConstraintRegistrar 0x\w{40} could not be read.+voteToRemoveParams\.$/,
    );
  });

  it("says which schemes can propose it instead", () => {
    const draft = { kind: "unregisterScheme", scheme: SOMEBODY } as const;
    expect(() => encode(draft, { schemes: [REWARDS!] })).to.throw(
      UsageError,
      "No registered scheme of this DAO can propose this (unregisterScheme). `dao-migrate inspect` lists its schemes.",
    );
    const through = { ...draft, through: REWARDS!.contract.address };
    expect(() => encode(through)).to.throw(
      UsageError,
      `The scheme ${REWARDS!.contract.address} cannot propose this (unregisterScheme). These can: SchemeRegistrar ${REGISTRAR!.contract.address}.`,
    );
    expect(() => encode(through, { schemes: [REWARDS!] })).to.throw(
      UsageError,
      /None of this DAO's can\.$/,
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
      inspectNow: async () => inspection,
    };
    const error = await rejection(propose(session, DRAFT));
    expect(error).to.be.instanceOf(MigrationError);
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
    await rejection(propose({ chain, inspection, inspectNow: async () => inspection }, reward));
    expect(sent).to.deep.include([0n, 0n, 4_500_000n, 1n, 1n]);
  });

  it("distinguishes a DAO without holders from one whose holders are not read", async () => {
    const { reputation } = inspection;
    expect((await refusal({ reputation: { ...reputation, holders: [] } })).message).to.equal(
      "Nobody holds this DAO's reputation, so nobody can propose anything.",
    );
    const holders = { notRead: "the node returns no old events." };
    expect((await refusal({ reputation: { ...reputation, holders } })).message).to.equal(
      "The holders of this DAO's reputation could not be read, so nobody is known who could propose it: the node returns no old events.",
    );
  });

  it("says why the scheme does not accept it, and that nothing was sent", async () => {
    const { address } = REGISTRAR!.contract;
    const reverted = { success: false, logs: [], trace: { error: "out of gas" } };
    expect((await refusal({}, reverted)).message).to.match(
      new RegExp(
        `^SchemeRegistrar ${address} does not accept the proposal: .*out of gas.*\\. Nothing was sent to the chain\\.$`,
      ),
    );
    const silent = { success: true, logs: [], trace: {} };
    expect((await refusal({}, silent)).message).to.include(": it creates no proposal. Nothing was");
    expect(ZeroAddress).to.not.equal(address);
  });
});
