import {
  accountOf,
  decryptKeystore,
  requireKeystore,
  type AccountSource,
} from "../../foundation/chain/private-keys.js";
import type { TransactionSigner } from "../../foundation/chain/signer.js";
import { UsageError } from "../../foundation/support/errors.js";
import { printable } from "../../foundation/support/printable.js";
import { readGivenText } from "../../foundation/support/read-given.js";
import type { Progress } from "./progress.js";
import { askPassword, canAsk } from "./prompt.js";

/** The source of the deploying account's key, from flags or the environment. */
export interface KeyOptions extends AccountSource {
  /** Path of an encrypted keystore, relative to the current folder. */
  readonly keystore?: string;
  /** File with the keystore's password. Default: ask for it. */
  readonly passwordFile?: string;
}

/**
 * Opens the deploying account.
 * @returns undefined if none is given
 * @throws UsageError if two accounts are given, or there is no terminal to ask for a password
 * @throws MigrationError if a file cannot be read or the password is wrong
 */
export async function openAccount(
  { privateKey, mnemonic, keystore, passwordFile }: KeyOptions,
  progress: Progress,
  signal?: AbortSignal,
): Promise<TransactionSigner | undefined> {
  if (keystore === undefined) {
    if (passwordFile === undefined) return accountOf({ privateKey, mnemonic });
    throw new UsageError("A password file was given without a keystore. Pass one with --keystore.");
  }
  if (privateKey !== undefined || mnemonic !== undefined) {
    throw new UsageError(
      "Both a keystore and a private key or mnemonic were given, and they may belong to different accounts. Give only one.",
    );
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

/** Shown once if a key was passed by flag. */
export const KEY_FLAG_WARNING =
  "Warning: a key on the command line ends up in your shell's history, in Node's diagnostic reports and, with npx, in " +
  "the process list for as long as the command runs. Use --keystore, or DAO_MIGRATE_PRIVATE_KEY or DAO_MIGRATE_MNEMONIC in the environment.";
