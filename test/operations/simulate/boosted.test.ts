import { expect } from "chai";

import { findProposal } from "../../../src/operations/simulate/find-proposal.js";
import { openSession } from "../../../src/operations/simulate/session.js";
import { simulateOn } from "../../../src/operations/simulate/simulate-proposal.js";
import { TestChainServer } from "../../../src/test-chain/server/server.js";
import { closing } from "../../closing.js";

describe("simulating proposals that are boosted, or soon are", () => {
  it("says where they stand, and until when", async () => {
    await using server = closing(new TestChainServer());
    const { provider } = await server.migrated();
    const { test } = await server.result();
    await using session = await openSession(provider, test!.Avatar);
    for (const [id, state] of [
      [test!.boostedProposalId!, "boosted"],
      [test!.preBoostedProposalId!, "preBoosted"],
    ] as const) {
      const proposal = findProposal(session.inspection, id);
      const { passes, failed } = await simulateOn(session, proposal, { alone: true });
      expect(passes.verdict).to.equal("can pass");
      const { boosted, boost } = passes;
      const { votes, deadline } = proposal;
      expect(boosted).to.deep.include({ state, until: deadline });
      expect(votes).to.deep.include({ for: boosted!.for, against: boosted!.against });
      expect(boost).to.equal(undefined);
      // The DAO itself stakes against it, and wins if it fails.
      const redeemed = failed!.stages.map(({ part }) => part);
      expect(redeemed).to.include(`for ${test!.Avatar}`);
    }
  });
});
