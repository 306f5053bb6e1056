import { isHexString, keccak256 } from "ethers";

import { MigrationError } from "../../../foundation/support/errors.js";

/** What a node proves of a contract's storage. */
export interface StorageProof {
  readonly root: string;
  /** By slot. They are the root's only if a trie with them has it. */
  readonly values: ReadonlyMap<bigint, bigint>;
  /** Nodes of the trie, by their hash. */
  readonly nodes: ReadonlyMap<string, string>;
}

interface Answer {
  readonly storageHash: string;
  readonly storageProof: readonly { readonly value: string; readonly proof: readonly string[] }[];
}

/**
 * Combines answers of `eth_getProof` for one contract.
 * @param slots that they are about, in this order
 * @throws MigrationError if they are none, or of different roots
 */
export function storageProofOf(
  answers: readonly unknown[],
  slots: readonly bigint[],
): StorageProof {
  const valid = answers.filter(isAnswer);
  const root = valid[0]?.storageHash;
  const proofs = valid.flatMap(({ storageProof }) => storageProof);
  const isWhole = valid.length === answers.length && proofs.length === slots.length;
  if (root === undefined || !isWhole || valid.some(({ storageHash }) => storageHash !== root)) {
    throw new MigrationError("the node's answers to eth_getProof do not fit together");
  }
  const values = slots.map((slot, place) => [slot, BigInt(proofs[place]!.value)] as const);
  const nodes = proofs.flatMap(({ proof }) =>
    proof.map((node) => [keccak256(node), node] as const),
  );
  return { root, values: new Map(values), nodes: new Map(nodes) };
}

function isAnswer(answer: unknown): answer is Answer {
  if (typeof answer !== "object" || answer === null) return false;
  const { storageHash, storageProof } = answer as Partial<Answer>;
  return (
    isHexString(storageHash, 32) &&
    Array.isArray(storageProof) &&
    storageProof.every(
      ({ value, proof }: Answer["storageProof"][number]) =>
        isHexString(value) && value !== "0x" && proof.every((node) => isHexString(node)),
    )
  );
}
