import { madeOnce } from "../support/once.js";
import type { Artifact, ImmutablePart } from "./artifact.js";

/**
 * Where the compiler puts the hash of a contract's metadata. It differs between two builds of the same source and is
 * never executed. A contract that creates others contains their hashes, too.
 */
const METADATA = /(a[1-3](?:65627a7a723[01]5820|646970667358221220))[0-9a-f]{64}/g;
const NO_HASH = `$1${"0".repeat(64)}`;

const withoutHashes = new WeakMap<Artifact, string>();

/** Code with zeros in place of every metadata hash. */
export function withoutMetadata(code: string): string {
  return code.toLowerCase().replace(METADATA, NO_HASH);
}

/** Code with zeros in place of immutable parts. */
export function withoutImmutable(code: string, immutable: readonly ImmutablePart[] = []): string {
  let text = code;
  for (const { start, length } of immutable) {
    const from = 2 + 2 * start;
    if (from + 2 * length > text.length) continue;
    text = text.slice(0, from) + "00".repeat(length) + text.slice(from + 2 * length);
  }
  return text;
}

/**
 * Whether code on a chain belongs to an artifact: it must be the same byte for byte, except for metadata hashes and
 * immutable parts. What those are, only the code that created the contract proves, as for its storage.
 * @param code hex with 0x, as `eth_getCode` returns it
 */
export function isCodeOf(artifact: Artifact, code: string): boolean {
  if (code === artifact.deployedBytecode) return true;
  if (code.length !== artifact.deployedBytecode.length) return false;
  const { deployedBytecode, immutable } = artifact;
  return (
    withoutMetadata(withoutImmutable(code, immutable)) ===
    madeOnce(withoutHashes, artifact, () => withoutMetadata(deployedBytecode))
  );
}
