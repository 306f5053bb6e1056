import { id as hashOf } from "ethers";

import type { SimulationWarning } from "../simulation.js";
import { ipfsHashes } from "./ipfs-hash.js";
import { inconclusive, warning } from "./warnings.js";

/** Prefixes of descriptions that name a file on IPFS. */
const PREFIX = /^(ipfs:\/\/|\/ipfs\/)/;

/**
 * Whether a proposal's description matches a given text.
 * @param described the proposal's description; undefined if its scheme returns none
 */
export function descriptionWarnings(
  described: string | undefined,
  text: Uint8Array,
): readonly SimulationWarning[] {
  const why = "Voters read the text; the chain stores only this hash of it.";
  const hashes = ipfsHashes(text);
  if (hashes === undefined || described === undefined) {
    return [
      inconclusive("description", {
        what:
          described === undefined
            ? "The scheme does not return a description of this proposal, so the text could not be compared."
            : "The text is too large to compute its hash here (more than 256 KiB).",
        why,
        check: "Where voters read the text.",
        todo: "Compare it by hand.",
      }),
    ];
  }
  const plain = new TextDecoder().decode(text);
  const own = described.replace(PREFIX, "");
  if ([plain, plain.trimEnd(), ...hashes, hashOf(plain)].includes(own)) return [];
  return [
    warning("description-differs", {
      what: `The proposal's description is ${described}, but the text's hash is ${hashes[0]} (or ${hashes[1]}).`,
      why,
      check: "Whether the file is byte for byte the one on IPFS, including line endings.",
      todo: "Do not vote on a text that is not the proposal's.",
    }),
  ];
}
