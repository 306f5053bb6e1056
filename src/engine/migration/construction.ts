import { getAddress, getCreateAddress, toBeHex } from "ethers";

import type { Artifact } from "../../foundation/arc/artifact.js";
import { dependenciesOf } from "../../foundation/arc/base-contracts.js";
import type { ChainReader } from "./deployer.js";

/* With what a contract of a base was constructed, and by whom. `trusted-base.ts` judges it. */

/** Limit for the nonces of the deploying account that are searched for contracts it created. */
const MOST_NONCES = 50_000;

interface KeptAddress {
  /** Name of the contract that the constructor got. */
  readonly contract: string;
  /** The address, or why the node does not return it. */
  readonly found: string | Error;
}

/** The contracts that a contract's constructor got. */
export async function keptAddresses(
  reader: ChainReader,
  artifact: Artifact,
  address: string,
): Promise<KeptAddress[]> {
  return await Promise.all(
    dependenciesOf(artifact).map(async ({ contract, kept }) => ({
      contract,
      found:
        typeof kept === "string"
          ? getAddress((await reader.read({ artifact, address }, kept))[0] as string)
          : await readSlot(reader, address, kept),
    })),
  );
}

async function readSlot(
  reader: ChainReader,
  address: string,
  slot: bigint,
): Promise<string | Error> {
  let word: bigint;
  try {
    word = await reader.storage(address, slot);
  } catch (error) {
    return error as Error;
  }
  // A word with more than 20 bytes is not an address, and equals none.
  return word < 2n ** 160n ? getAddress(toBeHex(word, 20)) : toBeHex(word, 32);
}

/**
 * The addresses at which an account or contract did not create a contract.
 * @param creator default: the deploying account
 */
export async function notCreatedBy(
  reader: ChainReader,
  addresses: Iterable<string>,
  creator = reader.account,
): Promise<Set<string>> {
  const others = new Set(addresses);
  const last = others.size === 0 ? 0 : Math.min(await reader.nonce(creator), MOST_NONCES);
  for (let nonce = 0; nonce < last && others.size > 0; nonce++) {
    others.delete(getCreateAddress({ from: creator, nonce }));
  }
  return others;
}
