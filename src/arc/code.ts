import type { Artifact } from "./artifact.js";

/**
 * Where the compiler puts the hash of a contract's metadata. It differs between two builds of the
 * same source, nothing ever executes it, and a contract that creates others carries theirs too.
 */
const METADATA = /(a[1-3](?:65627a7a723[01]5820|646970667358221220))[0-9a-f]{64}/g;
const NO_HASH = `$1${"0".repeat(64)}`;

const withoutHashes = new WeakMap<Artifact, string>();

/** Code with zeros for every hash of metadata. */
export function withoutMetadata(code: string): string {
  return code.toLowerCase().replace(METADATA, NO_HASH);
}

/**
 * True where code on a chain is an artifact's: equal byte for byte, but for the hashes of metadata.
 * Arc's universal contracts have no immutable parts, so nothing else is set aside.
 * @param code hex with 0x, as `eth_getCode` answers
 */
export function isCodeOf(artifact: Artifact, code: string): boolean {
  if (code === artifact.deployedBytecode) return true;
  if (code.length !== artifact.deployedBytecode.length) return false;
  let own = withoutHashes.get(artifact);
  if (own === undefined) {
    own = withoutMetadata(artifact.deployedBytecode);
    withoutHashes.set(artifact, own);
  }
  return withoutMetadata(code) === own;
}
