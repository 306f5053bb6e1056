import {
  concat,
  decodeRlp,
  encodeRlp,
  getBytes,
  keccak256,
  toBeArray,
  toBeHex,
  type RlpStructuredData,
} from "ethers";

/** A number in storage, and where its trie has it. */
export interface Leaf {
  /** The 64 hex digits of the hash of its slot. */
  readonly path: string;
  readonly value: bigint;
}

type Node = string | Node[];

/** The hash of a trie without leaves. */
export const EMPTY_ROOT = keccak256(encodeRlp("0x"));

/** Where the trie of a contract's storage has a slot. */
export function pathOf(slot: bigint): string {
  return keccak256(toBeHex(slot, 32)).slice(2);
}

/** In the order of a trie. */
export function sorted<Placed extends Pick<Leaf, "path">>(placed: Placed[]): readonly Placed[] {
  return placed.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/**
 * The root of a contract's storage, as `eth_getProof` returns it: a secure Merkle-Patricia trie, with a leaf for each
 * slot. Nodes leave out slots that are zero, so callers do, too.
 * @param leaves sorted
 */
export function rootOf(leaves: readonly Leaf[]): string {
  return leaves.length === 0 ? EMPTY_ROOT : hashAt(leaves, 0);
}

/**
 * The hash of a trie's node.
 * @param leaves everything below it, sorted, not empty
 * @param depth the number of hex digits that lead to it
 */
export function hashAt(leaves: readonly Leaf[], depth: number): string {
  return keccak256(encodeRlp(nodeOf(leaves, depth)));
}

/** Those of sorted leaves, or other things with paths, that are below a prefix. */
export function below<Placed extends Pick<Leaf, "path">>(
  sorted: readonly Placed[],
  prefix: string,
): readonly Placed[] {
  // "g" follows every hex digit.
  return sorted.slice(placeOf(sorted, prefix), placeOf(sorted, `${prefix}g`));
}

function placeOf(sorted: readonly Pick<Leaf, "path">[], path: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]!.path < path) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A node's part of a path, in hex digits, and whether it is a leaf's. */
export function decodePath(encoded: string): { readonly part: string; readonly isLeaf: boolean } {
  const flag = Number.parseInt(encoded[2]!, 16);
  return { part: encoded.slice(flag % 2 === 1 ? 3 : 4), isLeaf: flag >= 2 };
}

function nodeOf(leaves: readonly Leaf[], depth: number): Node {
  const [first] = leaves;
  const last = leaves.at(-1);
  if (first === undefined || last === undefined) return "0x";
  if (first === last) {
    const value = encodeRlp(toBeArray(first.value));
    return [encodePath(first.path.slice(depth), true), value];
  }
  // Leaves are sorted, so what the first and the last share, all share.
  let shared = depth;
  while (first.path[shared] === last.path[shared]) shared++;
  if (shared > depth) {
    return [encodePath(first.path.slice(depth, shared), false), reference(leaves, shared)];
  }
  const groups = Map.groupBy(leaves, ({ path }) => path[depth]!);
  const children = [..."0123456789abcdef"].map((digit): Node => {
    const group = groups.get(digit);
    return group === undefined ? "0x" : reference(group, depth + 1);
  });
  return [...children, "0x"];
}

/** A node of less than 32 bytes stands in its parent itself. */
function reference(leaves: readonly Leaf[], depth: number): Node {
  const node = nodeOf(leaves, depth);
  const encoded = encodeRlp(node);
  return getBytes(encoded).length < 32 ? node : keccak256(encoded);
}

function encodePath(part: string, isLeaf: boolean): string {
  const isOdd = part.length % 2 === 1;
  const flag = (isLeaf ? 2 : 0) + (isOdd ? 1 : 0);
  return concat([`0x${flag}${isOdd ? "" : "0"}${part}`]);
}

/**
 * Reads a value from a Merkle-Patricia proof, as `eth_getProof` returns it.
 * @param root of the trie; it alone decides which nodes count
 * @param key whose hash is the value's place
 * @returns undefined if the proof shows that there is no value
 * @throws Error if the proof does not show either
 */
export function provenValue(
  root: string,
  key: string,
  proof: readonly string[],
): string | undefined {
  if (root === EMPTY_ROOT) return undefined;
  const nodes = new Map(proof.map((node) => [keccak256(node), node]));
  let path = keccak256(key).slice(2);
  let node: RlpStructuredData = root;
  for (;;) {
    // A node of less than 32 bytes stands in its parent itself.
    const parts: RlpStructuredData =
      typeof node === "string" ? decodeRlp(nodes.get(node) ?? missing()) : node;
    if (!Array.isArray(parts)) return missing();
    if (parts.length === 17) {
      node = parts[Number.parseInt(path[0]!, 16)]!;
      path = path.slice(1);
    } else if (parts.length === 2 && typeof parts[0] === "string") {
      const { part, isLeaf } = decodePath(parts[0]);
      if (!path.startsWith(part) || (isLeaf && path !== part)) return undefined;
      path = path.slice(part.length);
      node = parts[1]!;
      if (isLeaf) return typeof node === "string" ? node : missing();
    } else return missing();
    if (node === "0x") return undefined;
    if (path === "") return missing();
  }
}

function missing(): never {
  throw new Error("its proof does not lead to the root");
}
