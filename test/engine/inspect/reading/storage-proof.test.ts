import { expect } from "chai";
import { toBeHex } from "ethers";

import { readStorageProof } from "../../../../src/engine/inspect/reading/storage-proof.js";
import { rejection } from "../../../rejection.js";

const SLOTS = Array.from({ length: 101 }, (_, slot) => BigInt(slot));

/** Reads 101 slots, for which two requests are made. */
async function proofOf(change: (answer: object, keys: readonly string[]) => unknown) {
  const node = {
    request: async ({ params }: { params?: unknown }) => {
      const [, keys] = params as [string, string[]];
      const storageProof = keys.map((key) => ({ value: key, proof: ["0x80"] }));
      const answer = { storageHash: toBeHex(7, 32), codeHash: toBeHex(5, 32), storageProof };
      return await Promise.resolve(change(answer, keys));
    },
  };
  return await readStorageProof(node, ["0xda0", SLOTS, "0x7"]);
}

describe("readStorageProof", () => {
  it("puts the answers of one root together", async () => {
    const { root, values, nodes } = await proofOf((answer) => answer);
    expect(root).to.equal(toBeHex(7, 32));
    expect([...values]).to.deep.equal(SLOTS.map((slot) => [slot, slot]));
    expect([...nodes.values()]).to.deep.equal(["0x80"]);
  });

  it("refuses answers of two roots, of two codes, none, too few and too many slots", async () => {
    for (const [name, wrong] of Object.entries({
      root: { storageHash: toBeHex(8, 32) },
      code: { codeHash: toBeHex(6, 32) },
      none: null,
      few: { storageProof: [] },
      many: { storageProof: SLOTS.map((slot) => ({ value: toBeHex(slot), proof: [] })) },
    })) {
      const change = (answer: object, keys: readonly string[]) =>
        keys.length > 1 ? answer : wrong && { ...answer, ...wrong };
      const { message } = await rejection(proofOf(change));
      expect(message, name).to.equal("the node's answers to eth_getProof contradict each other");
    }
  });
});
