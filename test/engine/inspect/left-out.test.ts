import { expect } from "chai";
import { id } from "ethers";

import type { Inspection, ProposalDescription } from "../../../src/engine/inspect/description.js";
import { inspectDao } from "../../../src/engine/inspect/inspect-dao.js";
import type { Eip1193Provider } from "../../../src/foundation/chain/provider.js";
import { onDemo } from "./raw-dao.js";

/** A node that leaves an event out of its answers, at first or always. */
function without(provider: Eip1193Provider, signature: string, answers: number): Eip1193Provider {
  const topic = id(signature);
  let left = answers;
  return {
    request: async (call) => {
      const answer = await provider.request(call);
      if (call.method !== "eth_getLogs" || JSON.stringify(call.params).includes("blockHash")) {
        return answer;
      }
      const logs = answer as readonly { readonly topics: readonly string[] }[];
      const kept = logs.filter(({ topics }) => topics[0] !== topic);
      return kept.length < logs.length && left-- > 0 ? kept : answer;
    },
  };
}

function reasons(values: readonly unknown[]): string[] {
  return values.flatMap((value) =>
    typeof value === "object" && value !== null && "notRead" in value
      ? [String(value.notRead)]
      : [],
  );
}

const ofEach =
  (read: (proposal: ProposalDescription) => unknown) =>
  ({ proposals }: Inspection): readonly unknown[] =>
    "notRead" in proposals ? [] : proposals.map(read);

/** What is not known, and why, if an event is left out of every answer. */
const LEFT_OUT: Readonly<
  Record<string, readonly [(inspection: Inspection) => readonly unknown[], string]>
> = {
  "NewProposal(bytes32,address,uint256,address,bytes32)": [
    ({ proposals }) => [proposals],
    "and its events show 0: the node did not return all events",
  ],
  "VoteProposal(bytes32,address,address,uint256,uint256)": [
    ofEach(({ votes }) => votes),
    "the events show votes for it of 0 wei, but the voting machine counted",
  ],
  "Stake(bytes32,address,address,uint256,uint256)": [
    ofEach(({ stakes }) => stakes),
    "the events show stakes of 0 wei for",
  ],
  "Mint(address,uint256)": [
    ({ reputation }) => [reputation.holders],
    "the 4 accounts in the events hold",
  ],
  "ExecuteProposal(bytes32,address,uint256,uint256)": [
    ofEach(({ state }) => state),
    "but no event says so: the node did not return all events",
  ],
};

describe("events that a node leaves out", () => {
  it("are found missing by the state, asked for again, and said to be missing if they stay away", async () => {
    await onDemo("rc.57", async ({ connection: { provider } }, { Avatar }) => {
      // The last blocks are read by hash, too.
      await provider.request({ method: "hardhat_mine", params: ["0x10"] });
      const whole = await inspectDao(provider, Avatar);
      for (const [event, [facts, words]] of Object.entries(LEFT_OUT)) {
        expect(await inspectDao(without(provider, event, 1), Avatar), event).to.deep.equal(whole);
        const always = await inspectDao(without(provider, event, Infinity), Avatar);
        expect(reasons(facts(always)).join("\n"), event).to.include(words);
      }
    });
  });

  it("change nothing that is told, whichever answer lacks them, but who lists the DAO", async () => {
    await onDemo("rc.28", async ({ connection: { provider } }, { Avatar }) => {
      // The last blocks are read by hash, too.
      await provider.request({ method: "hardhat_mine", params: ["0x10"] });
      const whole = await inspectDao(provider, Avatar);
      for (const kept of [0, -1]) {
        let place = 0;
        for (let isAsked = true; isAsked; place++) {
          isAsked = false;
          let asked = 0;
          const node: Eip1193Provider = {
            request: async (call) => {
              const answer = await provider.request(call);
              const isOfRange = !JSON.stringify(call.params).includes("blockHash");
              if (call.method !== "eth_getLogs" || !isOfRange || asked++ !== place) return answer;
              isAsked = true;
              return (answer as readonly unknown[]).slice(0, kept);
            },
          };
          const told = await inspectDao(node, Avatar);
          const { listings } = told;
          expect(told, `answer ${place}`).to.deep.equal({ ...whole, listings });
        }
        // Five searches, each with a check whether the answer is all, and two answers that show whether logs are served.
        expect(place - 1).to.be.at.most(12);
      }
    });
  });
});
