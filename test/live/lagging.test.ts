import { expect } from "chai";

import type { Eip1193Provider } from "../../src/foundation/chain/provider.js";
import { SMALL_DAO } from "../engine/migration/with-base.js";
import { randomNumbers } from "../random-numbers.js";
import { startAnvil, withNode, type TestNode } from "./nodes.js";
import {
  expectAsInProcess,
  migrate,
  nonceOf,
  reference,
  stopAfter,
  withOutput,
  deployerOf,
} from "./support.js";

const SECTIONS = ["base", "dao"] as const;

/** Returns a provider that changes what the node says about numbers of transactions. */
function counting(
  { provider }: TestNode,
  change: (count: number, block: unknown) => number,
): Eip1193Provider {
  return {
    async request(request) {
      const answer = await provider.request(request);
      if (request.method !== "eth_getTransactionCount") return answer;
      return `0x${Math.max(0, change(Number(answer), request.params?.[1])).toString(16)}`;
    },
  };
}

describe("a provider with several nodes", () => {
  const faults: readonly (readonly [string, (node: TestNode, seed: number) => Eip1193Provider])[] =
    [
      [
        "whose number of pending transactions is one too low",
        (node) => counting(node, (count, block) => (block === "pending" ? count - 1 : count)),
      ],
      [
        "whose numbers of transactions go back now and then",
        (node, seed) => {
          const random = randomNumbers(seed);
          return counting(node, (count, block) =>
            typeof block === "string" && block.startsWith("0x")
              ? count
              : count - (random() < 0.2 ? 1 : 0),
          );
        },
      ],
    ];
  for (const [what, faulty] of faults) {
    it(`${what}: every step is sent once, in one run and in a resumed one`, async () => {
      for (const stopped of [0, 12]) {
        await withNode(startAnvil(), async (node) => {
          await withOutput(async (output) => {
            const options = { output, sections: SECTIONS, params: SMALL_DAO };
            if (stopped > 0) await stopAfter(stopped, node, options);
            const notes: string[] = [];
            const onNote = (note: string) => notes.push(note);
            await migrate(node, { ...options, onNote, provider: faulty(node, 7 + stopped) });
            expect(notes.filter((note) => note.includes("differs"))).to.deep.equal([]);
            const known = await reference(node.mnemonic, SECTIONS, SMALL_DAO);
            await expectAsInProcess(node, output, known, SMALL_DAO);
            const { address } = deployerOf(node.mnemonic);
            expect(await nonceOf(node.provider, address)).to.equal(known.nonces[address]);
          });
        });
      }
    });
  }
});
