import { madeOnce } from "../support/once.js";
import type { Artifact } from "./artifact.js";

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

/**
 * Whether code on a chain belongs to an artifact: it must be the same byte for byte, except for metadata hashes. Arc's
 * universal contracts have no immutable parts, so nothing else is ignored.
 * @param code hex with 0x, as `eth_getCode` returns it
 */
export function isCodeOf(artifact: Artifact, code: string): boolean {
  if (code === artifact.deployedBytecode) return true;
  if (code.length !== artifact.deployedBytecode.length) return false;
  const { deployedBytecode } = artifact;
  return (
    withoutMetadata(code) ===
    madeOnce(withoutHashes, artifact, () => withoutMetadata(deployedBytecode))
  );
}
