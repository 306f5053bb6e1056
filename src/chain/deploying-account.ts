import { MigrationError } from "../support/errors.js";
import { isPrivate, type Network } from "./networks.js";
import type { Signer } from "./signer.js";
import { defaultWallet, TEST_MNEMONIC, walletsOf } from "./test-accounts.js";

/**
 * The account that deploys: the one that was given, or else the built-in default. Everybody knows the
 * key of that one, so it is refused wherever money counts.
 * @throws MigrationError if none was given and the network is not private
 */
export function deployingAccount(given: Signer | undefined, network: Network): Signer {
  if (given !== undefined) return given;
  if (isPrivate(network)) return defaultWallet();
  throw new MigrationError(
    `No private key or mnemonic was given. The built-in default key is public, so it is refused on ` +
      `${network.name}. Give your account's key with --private-key or --mnemonic, or in DAO_MIGRATE_PRIVATE_KEY ` +
      "or DAO_MIGRATE_MNEMONIC.",
  );
}

/** Accounts that sign in a migration to a live network. */
export interface SigningAccounts {
  /** Accounts that hold a stake and vote in a demo test. */
  readonly testAccounts: readonly string[];
  /** Everyone that signs, by address. */
  readonly byAddress: ReadonlyMap<string, Signer>;
}

/**
 * The deploying account, and the test accounts where the migration has any.
 * @param mnemonic of the test accounts; the built-in one is public and refused with a demo test
 *   wherever money counts
 * @param demo whether a demo test is created
 * @throws MigrationError if a demo test would vote with public keys on a network that is not private
 */
export function signingAccounts(
  deploying: Signer,
  network: Network,
  mnemonic: string | undefined,
  demo: boolean,
): SigningAccounts {
  if (demo && !isPrivate(network) && mnemonic === undefined) {
    throw new MigrationError(
      `A demo test votes with several accounts. Those of the built-in mnemonic are public, so they are refused on ` +
        `${network.name}. Pass --mnemonic: its first ten accounts then vote.`,
    );
  }
  const test = isPrivate(network) || demo ? walletsOf(mnemonic ?? TEST_MNEMONIC) : [];
  // The deploying account may be one of them, and signs for itself then.
  const all: readonly Signer[] = [...test, deploying];
  return {
    testAccounts: test.map(({ address }) => address),
    byAddress: new Map(all.map((signer) => [signer.address, signer])),
  };
}
