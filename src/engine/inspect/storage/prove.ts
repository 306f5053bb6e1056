import { decodeRlp, keccak256, toBeHex, toBigInt } from "ethers";

import { MigrationError } from "../../../foundation/support/errors.js";
import type { BlockReader } from "../reading/block-reader.js";
import type { Slots } from "./slots.js";
import {
  below,
  decodePath,
  EMPTY_ROOT,
  hashAt,
  pathOf,
  rootOf,
  sorted,
  type Leaf,
} from "../../../foundation/chain/proofs/trie.js";

/** The most slots of one contract that are compared: a proof takes about a second for 10,000. */
const MOST_SLOTS = 200_000;
/** Numbers of slots that are hashed to find one whose hash starts as wanted: a few seconds. */
const MOST_HASHES = 200_000;

/**
 * Compares the storage that a contract should have with the root of what it has.
 * @returns how many slots are set otherwise than they should be; undefined if they could not be counted
 * @throws MigrationError if the contract's code is not what the node said
 */
export async function compareStorage(
  reader: BlockReader,
  address: string,
  slots: Slots,
): Promise<number | undefined> {
  if (slots.size > MOST_SLOTS) {
    throw new Error(`it has ${slots.size} slots, and at most ${MOST_SLOTS} are compared`);
  }
  const asked = [...slots].flatMap(([slot, value]) => (typeof value === "bigint" ? [] : [slot]));
  const { root, codeHash, values } = await reader.proof(address, asked);
  if (keccak256(await reader.code(address)) !== codeHash.toLowerCase())
    throw new MigrationError(
      "the node's answers to eth_getCode and eth_getProof contradict each other",
    );
  const leaves = sorted(
    [...slots].flatMap(([slot, wanted]) => {
      const value = typeof wanted === "bigint" ? wanted : values.get(slot)!;
      // One that is too large stays out, and is found as one that should not be there.
      if (value === 0n || (typeof wanted !== "bigint" && value > wanted.atMost)) return [];
      return [{ path: pathOf(slot), value }];
    }),
  );
  if (rootOf(leaves) === root) return 0;
  return await countDifferences(reader, address, root, leaves, slots);
}

/**
 * Walks through a contract's trie wherever it is not the expected one, and counts the leaves that differ. Some nodes
 * (anvil's) keep slots that are zero, which do not count.
 * @returns undefined if a part of the trie could not be reached
 * @throws MigrationError if the trie lacks what the node itself says is there, as on forks of anvil
 */
async function countDifferences(
  reader: BlockReader,
  address: string,
  root: string,
  leaves: readonly Leaf[],
  slots: Slots,
): Promise<number | undefined> {
  const known = sorted([...slots.keys()].map((slot) => ({ path: pathOf(slot), slot })));
  const found: Leaf[] = [];
  const missing = new Set<string>();
  let level = [{ prefix: "", hash: root }];
  while (level.length > 0) {
    const keys = slotsBelow(
      level.map(({ prefix }) => prefix),
      known,
    );
    if (keys === undefined) return undefined;
    const { nodes } = await reader.proof(address, [...keys.values()]);
    const next: typeof level = [];
    for (const { prefix, hash } of level) {
      const node = nodes.get(hash);
      const children =
        hash === EMPTY_ROOT ? [] : node === undefined ? undefined : childrenOf(node, prefix);
      if (children === undefined) return undefined;
      const rest = new Set(below(leaves, prefix).map(({ path }) => path));
      for (const child of children) {
        const expected = below(leaves, child.prefix);
        for (const { path } of expected) rest.delete(path);
        if ("value" in child) found.push({ path: child.prefix, value: child.value });
        else if (expected.length === 0 || hashAt(expected, child.prefix.length) !== child.hash) {
          next.push(child);
        }
      }
      for (const path of rest) missing.add(path);
    }
    level = next;
  }
  for (const { slot } of known.filter(({ path }) => missing.has(path)).slice(0, 1)) {
    if (toBigInt(await reader.storage(address, toBeHex(slot, 32))) === 0n) continue;
    throw new MigrationError(
      "the node does not prove storage (eth_getProof proves that nothing is where eth_getStorageAt finds something)",
    );
  }
  const wanted = new Map(leaves.map(({ path, value }) => [path, value]));
  const other = found.filter(({ path, value }) => (wanted.get(path) ?? 0n) !== value);
  return other.length + missing.size;
}

type Child = { readonly prefix: string } & ({ readonly hash: string } | { readonly value: bigint });

/** The parts of a node; undefined for a node that holds another one itself, which storage has only in theory. */
function childrenOf(node: string, prefix: string): readonly Child[] | undefined {
  const parts = decodeRlp(node);
  if (!Array.isArray(parts) || parts.some((part) => typeof part !== "string")) return undefined;
  const texts = parts as readonly string[];
  if (texts.length !== 2) {
    return texts
      .slice(0, 16)
      .flatMap((hash, digit) =>
        hash === "0x" ? [] : [{ prefix: prefix + digit.toString(16), hash }],
      );
  }
  const { part, isLeaf } = decodePath(texts[0]!);
  const path = prefix + part;
  if (!isLeaf) return [{ prefix: path, hash: texts[1]! }];
  const value = String(decodeRlp(texts[1]!));
  return [{ prefix: path, value: value === "0x" ? 0n : toBigInt(value) }];
}

/**
 * Finds a slot below each prefix, so that a node can be asked to prove it: an expected one, or any number whose hash
 * fits.
 */
function slotsBelow(
  prefixes: readonly string[],
  known: readonly { readonly path: string; readonly slot: bigint }[],
): ReadonlyMap<string, bigint> | undefined {
  const slots = new Map<string, bigint>();
  const open = new Set<string>();
  for (const prefix of prefixes) {
    const [own] = below(known, prefix);
    if (own === undefined) open.add(prefix);
    else slots.set(prefix, own.slot);
  }
  for (let slot = 0n; open.size > 0; slot++) {
    if (slot > MOST_HASHES) return undefined;
    const path = pathOf(slot);
    for (const prefix of open) {
      if (!path.startsWith(prefix)) continue;
      slots.set(prefix, slot);
      open.delete(prefix);
    }
  }
  return slots;
}
