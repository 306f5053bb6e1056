import { getAddress } from "ethers";

import { MigrationError } from "../support/errors.js";
import type { Network } from "./networks.js";
import { isPrivate } from "./private-chain.js";
import { delegateOf } from "./proxy.js";
import type { Target } from "./target.js";
import type { TransactionSigner } from "./signer.js";
import { defaultWallet, TEST_MNEMONIC, walletsOf } from "./test-accounts.js";
import { isPublicAccount } from "./test-mnemonic.js";
import type { Warning } from "../support/warning.js";

/**
 * The deploying account: the given one, or the built-in default. The default's key is public, so it is refused except
 * on private networks.
 * @param alsoMissing what else the user has to decide, so that everything is asked for at once
 * @throws MigrationError if no account is given and the network is not private
 */
export async function deployingAccount(
  given: TransactionSigner | undefined,
  network: Network,
  alsoMissing: () => Promise<string | undefined>,
): Promise<TransactionSigner> {
  if (given !== undefined) return given;
  if (isPrivate(network)) return defaultWallet();
  const key =
    `No key was given, and the built-in default key is public, so it is refused on ${network.name}. Give your ` +
    "account's key with --keystore FILE or in DAO_MIGRATE_KEYSTORE, or else with --private-key or --mnemonic, in " +
    "DAO_MIGRATE_PRIVATE_KEY or in DAO_MIGRATE_MNEMONIC. To see steps and cost without a key, pass --dry-run --from " +
    "with your account's address.";
  const other = await alsoMissing();
  throw new MigrationError(other === undefined ? key : `${key}\n${other}`);
}

export interface SigningAccounts {
  /** Accounts that stake and vote in a demo test. */
  readonly testAccounts: readonly string[];
  /** All accounts that sign, by address. */
  readonly byAddress: ReadonlyMap<string, TransactionSigner>;
}

/**
 * The deploying account, and the test accounts if the migration needs any.
 * @param mnemonic of the test accounts; with a demo test, the built-in public one is refused except on private networks
 * @param demo whether a demo test is created
 * @throws MigrationError if a demo test would vote with public keys on a network that is not private
 */
export function signingAccounts(
  deploying: TransactionSigner,
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
  // If the deploying account is one of them, its own signer replaces theirs.
  const all: readonly TransactionSigner[] = [...test, deploying];
  return {
    testAccounts: test.map(({ address }) => address),
    byAddress: new Map(all.map((signer) => [signer.address, signer])),
  };
}

/** What to know about the accounts of a migration before they sign. */
export async function accountWarnings(
  target: Pick<Target, "chain" | "code">,
  accounts: readonly string[],
): Promise<readonly Warning[]> {
  const delegated = accounts.map(async (account) => await delegateWarning(target, account));
  const all = [publicKeyWarning(target.chain, accounts), ...(await Promise.all(delegated))];
  return all.filter((each) => each !== undefined);
}

/** The warning for accounts with public keys on a chain that is not private. */
export function publicKeyWarning(
  network: Network,
  accounts: readonly string[],
): Warning | undefined {
  if (isPrivate(network)) return undefined;
  const known = [...new Set(accounts)].filter(isPublicAccount);
  if (known.length === 0) return undefined;
  const [keys, are, they] =
    known.length === 1 ? ["key", "is", "this account holds"] : ["keys", "are", "they hold"];
  return {
    code: "public-key",
    message:
      `The ${keys} of ${known.join(", ")} ${are} public, from a mnemonic of development nodes. Anything ` +
      `${they} on ${network.name} can be taken at any time. Use an account of your own.`,
  };
}

/**
 * The warning for an account whose delegate may use its nonces: they are then used, and no transaction shows for what.
 * @returns undefined for an account without a delegate
 */
export async function delegateWarning(
  target: Pick<Target, "code">,
  account: string,
): Promise<Warning | undefined> {
  const delegate = delegateOf(await target.code(account));
  if (delegate === undefined) return undefined;
  const message =
    `The account ${account} runs the code of ${getAddress(delegate)} (EIP-7702). If it lets strangers create contracts, they ` +
    "use the account's nonces without a transaction, and a migration cannot be finished. Use another account, or remove " +
    "the delegate; a migration that stopped then starts over with --restart.";
  return { code: "delegate", message };
}
