import { expect } from "chai";

import type {
  ProposalDescription,
  VotingMachineDescription,
} from "../../../../src/engine/inspect/description.js";
import { readDebts } from "../../../../src/engine/inspect/proposals/debts.js";
import type { BlockReader } from "../../../../src/engine/inspect/reading/block-reader.js";

const MACHINE = `0x${"11".repeat(20)}`;
const FAILED = { notRead: "the node answers with HTTP 503" };

const owing = (redeemable: object) =>
  ({
    ...{ id: "0x01", votingMachine: MACHINE, state: { recorded: "executed", now: "executed" } },
    redeemable: [{ reputation: "0", daoBounty: "0", ...redeemable }],
  }) as unknown as ProposalDescription;
const machine = { contract: { address: MACHINE }, stakingToken: FAILED };

/** Reads debts of which none is known, so nothing is read from the chain. */
async function debtsOf(proposal: ProposalDescription) {
  const machines = [machine] as unknown as readonly VotingMachineDescription[];
  return await readDebts({} as BlockReader, "0x", [proposal], machines);
}

describe("readDebts", () => {
  it("calls a bounty unknown if the token that it is paid in was not read", async () => {
    const unknown = [{ proposal: "0x01", why: FAILED }];
    expect(await debtsOf(owing({ daoBounty: "5" }))).to.deep.equal({ debts: [], unknown });
    const promised = owing({ daoBounty: "0", daoBountyPromised: "5" });
    expect(await debtsOf(promised)).to.deep.equal({ debts: [], unknown });
  });

  it("calls a reward unknown if what a passed proposal asked for was not read, unless nobody can", async () => {
    const asked = (requests: object) =>
      ({ ...owing({}), decision: "for", requests }) as unknown as ProposalDescription;
    const unknown = [{ proposal: "0x01", why: FAILED }];
    expect(await debtsOf(asked(FAILED))).to.deep.equal({ debts: [], unknown });
    const foreign = asked({ ...FAILED, unknowable: true });
    expect(await debtsOf(foreign)).to.deep.equal({ debts: [], unknown: [] });
  });

  it("does not need the token if there is no bounty", async () => {
    expect(await debtsOf(owing({}))).to.deep.equal({ debts: [], unknown: [] });
  });
});
