import { isHexString, keccak256, toBeHex } from "ethers";

import { failureReason } from "../../../foundation/chain/failure-reason.js";
import { ask, type Eip1193Provider } from "../../../foundation/chain/provider.js";
import { MigrationError } from "../../../foundation/support/errors.js";

/** What a node proves of a contract's storage. */
export interface StorageProof {
  readonly root: string;
  readonly codeHash: string;
  /** By slot. They are the root's only if a trie with them has it. */
  readonly values: ReadonlyMap<bigint, bigint>;
  /** Nodes of the trie, by their hash. */
  readonly nodes: ReadonlyMap<string, string>;
}

interface Answer {
  readonly storageHash: string;
  readonly codeHash: string;
  readonly storageProof: readonly { readonly value: string; readonly proof: readonly string[] }[];
}

/** Slots in one request: some nodes limit them. */
const PROOF_SLOTS = 100;

/** @throws MigrationError if the node proves none of a contract's storage, or gives answers of different roots */
export async function readStorageProof(
  node: Pick<Eip1193Provider, "request">,
  [address, slots, tag]: readonly [address: string, slots: readonly bigint[], tag: string],
): Promise<StorageProof> {
  const keys = slots.map((slot) => toBeHex(slot, 32));
  const starts = keys.map((_, place) => place).filter((place) => place % PROOF_SLOTS === 0);
  const answers = await Promise.all(
    (starts.length === 0 ? [0] : starts).map(async (start) => {
      const some = keys.slice(start, start + PROOF_SLOTS);
      return await ask(node, "eth_getProof", address, some, tag).catch((error: unknown) => {
        const reason = failureReason(error);
        throw new MigrationError(`the node does not prove storage (eth_getProof: ${reason})`, {
          cause: error,
        });
      });
    }),
  );
  const valid = answers.filter(isAnswer);
  const [first] = valid;
  const proofs = valid.flatMap(({ storageProof }) => storageProof);
  const isWhole = valid.length === answers.length && proofs.length === slots.length;
  const isOther = ({ storageHash, codeHash }: Answer): boolean =>
    storageHash !== first?.storageHash || codeHash !== first.codeHash;
  if (first === undefined || !isWhole || valid.some(isOther)) {
    throw new MigrationError("the node's answers to eth_getProof contradict each other");
  }
  const values = slots.map((slot, place) => [slot, BigInt(proofs[place]!.value)] as const);
  const nodes = proofs.flatMap(({ proof }) =>
    proof.map((node) => [keccak256(node), node] as const),
  );
  const { storageHash: root, codeHash } = first;
  return { root, codeHash, values: new Map(values), nodes: new Map(nodes) };
}

function isAnswer(answer: unknown): answer is Answer {
  if (typeof answer !== "object" || answer === null) return false;
  const { storageHash, codeHash, storageProof } = answer as Partial<Answer>;
  return (
    isHexString(storageHash, 32) &&
    isHexString(codeHash, 32) &&
    Array.isArray(storageProof) &&
    storageProof.every(
      ({ value, proof }: Answer["storageProof"][number]) =>
        isHexString(value) && value !== "0x" && proof.every((node) => isHexString(node)),
    )
  );
}
