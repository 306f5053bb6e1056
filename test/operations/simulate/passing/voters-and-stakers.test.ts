import { expect } from "chai";
import { parseEther } from "ethers";

import { findProposal } from "../../../../src/operations/simulate/find-proposal.js";
import { openSession } from "../../../../src/operations/simulate/session.js";
import { simulateOn } from "../../../../src/operations/simulate/simulate-proposal.js";
import { SMALL_DAO } from "../../../engine/migration/with-base.js";
import { openTrapDao } from "../trap-dao.js";
import { closing } from "../../../closing.js";

const FOUNDER = SMALL_DAO.founders[0].address;
const OTHER = `0x${"77".repeat(20)}`;

describe("readVoters", () => {
  it("counts the votes of who has lost all reputation since the proposal was made", async () => {
    await using trap = closing(await openTrapDao());
    const { dao } = trap;
    const id = await trap.proposeEther(parseEther("4"), FOUNDER);
    const reputation = async (name: "mint" | "burn", account: string): Promise<void> => {
      const data = trap.encode("Reputation", name, [account, parseEther("1000")]);
      await trap.sendFrom(dao.Controller, dao.NativeReputation, data);
    };
    await reputation("mint", OTHER);
    await reputation("burn", FOUNDER);
    await using session = await openSession(trap.provider, dao.Avatar);
    const { holders, formerHolders } = session.inspection.reputation;
    expect(holders).to.deep.equal([{ account: OTHER, amount: String(parseEther("1000")) }]);
    expect(formerHolders).to.deep.equal([FOUNDER]);
    const proposal = findProposal(session.inspection, id);
    const { passes } = await simulateOn(session, proposal, { alone: true });
    expect(passes.verdict).to.equal("can pass");
    // So it is on the chain.
    const vote = trap.encode("GenesisProtocol", "vote", [id, 1n, 0n, FOUNDER]);
    await trap.sendFrom(FOUNDER, trap.base.GenesisProtocol, vote);
    const machine = ["GenesisProtocol", trap.base.GenesisProtocol] as const;
    expect(await trap.read(...machine, "state", id)).to.equal(2n);
  });
});
