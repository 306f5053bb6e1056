import { decodeRlp, keccak256, type RlpStructuredData } from "ethers";

import { decodePath, EMPTY_ROOT } from "./trie.js";

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
