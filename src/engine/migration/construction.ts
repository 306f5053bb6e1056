import { getAddress, getCreateAddress, toBeHex } from "ethers";

import type { Artifact } from "../../foundation/arc/artifact.js";
import { dependenciesOf } from "../../foundation/arc/base-contracts.js";
import { MigrationError } from "../../foundation/support/errors.js";
import type { ChainReader, Contract } from "./deployer.js";

/* With what a contract of a base was constructed, and by whom. `trusted-base.ts` judges it. */

/** Limit for the nonces of the deploying account that are searched for contracts it created. */
const MOST_NONCES = 50_000;

interface KeptAddress {
  /** Name of the contract that the constructor got. */
  readonly contract: string;
  readonly found: string;
}

/** The contracts that a contract's constructor got, if they can be read. */
export async function keptAddresses(
  reader: ChainReader,
  artifact: Artifact,
  address: string,
): Promise<KeptAddress[]> {
  const kept = await Promise.all(
    dependenciesOf(artifact).map(async ({ contract, kept }) => {
      const found =
        typeof kept === "string"
          ? await readGetter(reader, { artifact, address }, kept)
          : await readSlot(reader, { artifact, address }, kept);
      return found === undefined ? [] : [{ contract, found }];
    }),
  );
  return kept.flat();
}

async function readGetter(reader: ChainReader, contract: Contract, name: string): Promise<string> {
  const [found] = await reader.read(contract, name);
  return getAddress(found as string);
}

/**
 * Reads a storage slot. Some nodes do not provide storage; then a contract is trusted if this account created it.
 * @throws MigrationError if another account did
 */
async function readSlot(
  reader: ChainReader,
  { artifact, address }: Contract,
  slot: bigint,
): Promise<string | undefined> {
  let word: bigint;
  try {
    word = await reader.storage(address, slot);
  } catch (error) {
    if ((await notCreatedBy(reader, [address])).size === 0) return undefined;
    throw new MigrationError(
      `The node does not return what ${artifact.contractName} ${address} was constructed with: ` +
        `eth_getStorageAt fails (${(error as Error).message}). Use a node that supports it, or ` +
        "deploy your own base.",
      { cause: error },
    );
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
