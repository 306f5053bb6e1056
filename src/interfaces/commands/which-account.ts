import {
  accountOf,
  decryptKeystore,
  requireKeystore,
  type AccountSource,
} from "../../foundation/chain/private-keys.js";
import { keylessAccount, signerOf, type TransactionSigner } from "../../foundation/chain/signer.js";
import { UsageError } from "../../foundation/support/errors.js";
import { printable } from "../../foundation/support/printable.js";
import { readGivenText } from "../../foundation/support/read-given.js";
import type { Progress } from "../../output/terminal/progress.js";
import { askPassword, canAsk } from "../../output/terminal/prompt.js";
import type { Context } from "./command.js";
import type { SendingOptions } from "./sending.js";

/*
 * Which account signs, of those that options or the environment name. `who-may-sign.ts` says which of them a chain takes.
 */

/** The source of the deploying account's key, from flags or the environment. */
export interface KeyOptions extends AccountSource {
  /** An account without a key, for a rehearsal. */
  readonly from?: string;
  /** Path of an encrypted keystore, relative to the current folder. */
  readonly keystore?: string;
  /** File with the keystore's password. Default: ask for it. */
  readonly passwordFile?: string;
}

/**
 * Opens the deploying account; with `from`, one that cannot sign.
 * @returns undefined if none is given
 * @throws UsageError if two accounts are given, or there is no terminal to ask for a password
 * @throws MigrationError if a file cannot be read or the password is wrong
 */
export async function openAccount(
  { from, privateKey, mnemonic, keystore, passwordFile }: KeyOptions,
  progress: Progress,
  signal?: AbortSignal,
): Promise<TransactionSigner | undefined> {
  if (from !== undefined) return keylessAccount(from);
  requireOne({ "a keystore": keystore, "a private key": privateKey, "a mnemonic": mnemonic });
  if (keystore === undefined) {
    if (passwordFile === undefined) return accountOf({ privateKey, mnemonic });
    throw new UsageError("A password file was given without a keystore. Pass one with --keystore.");
  }
  const json = await readGivenText(keystore, "The keystore");
  requireKeystore(json, printable(keystore));
  if (passwordFile === undefined && !canAsk()) {
    throw new UsageError(
      "There is no terminal to ask for the keystore's password. Pass a file that contains it with --password-file.",
    );
  }
  const password =
    passwordFile === undefined
      ? await askPassword(`Password of ${keystore}`, signal)
      : (await readGivenText(passwordFile, "The password file")).replace(/\r?\n$/, "");
  return await decryptKeystore(json, password, printable(keystore), (share) =>
    progress.status(`Opening the keystore ${Math.round(share * 100)}%`),
  );
}

/**
 * The deploying account of the library. A private key overrides a mnemonic (specification); with a signer, the mnemonic is
 * only for the demo's accounts.
 */
export async function accountInLibrary({
  signer,
  privateKey,
  mnemonic,
}: SendingOptions): Promise<TransactionSigner | undefined> {
  // A wrong mnemonic is refused even if it is not the deploying account's.
  const ofMnemonic = accountOf({ mnemonic });
  if (signer === undefined) return accountOf({ privateKey }) ?? ofMnemonic;
  requireOne({ "a signer": signer, "a private key": privateKey });
  return await signerOf(signer);
}

function requireOne(accounts: Readonly<Record<string, unknown>>): void {
  const [one, other] = Object.keys(accounts).filter((name) => accounts[name] !== undefined);
  if (other === undefined) return;
  throw new UsageError(
    `Both ${one} and ${other} were given, and they may belong to different accounts. Give only one.`,
  );
}

/** @throws UsageError if an account without a key would have to sign */
export function requireDryRun({ from, dryRun }: SendingOptions): void {
  if (from === undefined || dryRun === true) return;
  throw new UsageError(
    "--from only names an account, so nothing can be signed for it. Add --dry-run to rehearse for it, or give its key " +
      "with --keystore instead.",
  );
}

/** Whether a key was typed, and not taken from the environment. */
export function isKeyTyped(options: SendingOptions, { environment }: Context): boolean {
  return (["privateKey", "mnemonic"] as const).some(
    (name) => options[name] !== undefined && options[name] !== environment[name],
  );
}

/** Shown once if a key was passed by flag. */
export const KEY_FLAG_WARNING =
  "Warning: a key on the command line ends up in your shell's history, in Node's diagnostic reports and, with npx, in " +
  "the process list for as long as the command runs. Use --keystore, or DAO_MIGRATE_PRIVATE_KEY or DAO_MIGRATE_MNEMONIC in the environment.";
