import { expect } from "chai";
import { ZeroAddress } from "ethers";

import { describeContract } from "../../../../src/engine/inspect/reading/identify.js";
import { ask, type Eip1193Provider } from "../../../../src/foundation/chain/provider.js";
import { findProposal } from "../../../../src/operations/simulate/find-proposal.js";
import { openSession } from "../../../../src/operations/simulate/session.js";
import { BallotOnFork } from "../../../../src/operations/simulate/passing/ballot-on-fork.js";
import { decideOnFork } from "../../../../src/operations/simulate/passing/decide-on-fork.js";
import { account } from "../../../engine/inspect/sample-inspection.js";
import { withBase } from "../../../engine/migration/with-base.js";
import { makeDao } from "../dangerous-dao.js";

/** A node that may say what calls read, and counts how often it was asked for storage while it was not busy with that. */
function counted(provider: Eip1193Provider, says: boolean) {
  const seen = { rounds: 0, lists: 0 };
  let busy = 0;
  const node: Eip1193Provider = {
    async request({ method, params = [] }): Promise<unknown> {
      if (method === "eth_createAccessList" && says) {
        seen.lists++;
        const tracer = { tracer: "prestateTracer" };
        type State = Record<string, { readonly storage?: object }>;
        const state = await ask<State>(provider, "debug_traceCall", ...params, tracer);
        const accessList = Object.entries(state).map(([address, { storage = {} }]) => {
          return { address, storageKeys: Object.keys(storage) };
        });
        return { accessList };
      }
      if (method !== "eth_getStorageAt") return await provider.request({ method, params });
      if (busy++ === 0) seen.rounds++;
      await new Promise(setImmediate);
      return await provider.request({ method, params }).finally(() => busy--);
    },
  };
  return { node, seen };
}

describe("BallotOnFork", () => {
  it("has the values that votes read requested together, if the node says which", async () => {
    await withBase("rc.57", async (chain) => {
      const founders = Array.from({ length: 40 }, (_, index) => {
        return { address: account(100 + index), tokens: 1, reputation: 5 };
      });
      const { dao, send, scheme } = await makeDao(chain, {
        founders,
        schemes: { ContributionReward: true },
      });
      const reward = [0n, [0n, 1n, 0n, 1n, 1n], ZeroAddress, account(1)];
      const args = [dao.Avatar, "few", ...reward];
      const name = "ContributionReward";
      const id = await send(name, scheme(name), "proposeContributionReward", args);
      const simulated = async (says: boolean) => {
        const { node, seen } = counted(chain.connection.provider, says);
        await using session = await openSession(node, dao.Avatar);
        const { chain: fork, inspection } = session;
        const { votingMachine, block } = findProposal(inspection, id);
        const machine = await describeContract(await fork.reader(), votingMachine);
        const supply = BigInt(200e18);
        const ballot = await BallotOnFork.open(fork, machine, { id, supply, block });
        const voters = founders.map(({ address }) => ({
          account: address,
          reputation: BigInt(5e18),
        }));
        const before = seen.rounds;
        const { votes, decision } = await decideOnFork(
          { chain: fork, inspection, ballot, voters },
          "for",
        );
        expect([votes.length, decision]).to.deep.equal([21, "for"]);
        return { ...seen, rounds: seen.rounds - before };
      };
      const [alone, together] = [await simulated(false), await simulated(true)];
      expect(together.rounds).to.be.lessThan(alone.rounds / 2);
      // One, two, four, eight and sixteen voters.
      expect([alone.lists, together.lists]).to.deep.equal([0, 31]);
    });
  });
});
