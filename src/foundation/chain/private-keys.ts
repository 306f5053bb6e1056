import { isKeystoreJson, Mnemonic, Wallet, type BaseWallet } from "ethers";

import { MigrationError, UsageError } from "../support/errors.js";
import { walletsOf } from "./test-accounts.js";

/** A private key or mnemonic from a flag, option or the environment. */
export interface AccountSource {
  readonly privateKey?: string;
  readonly mnemonic?: string;
}

/**
 * The deploying account of a private key (64 hex digits, with or without 0x) or a mnemonic (BIP 39 with its checksum;
 * the account is m/44'/60'/0'/0/0).
 * @returns undefined if neither is given
 * @throws UsageError, which never contains the key or the mnemonic
 */
export function accountOf({ privateKey, mnemonic }: AccountSource): BaseWallet | undefined {
  if (privateKey !== undefined) return walletOfKey(privateKey);
  if (mnemonic !== undefined) return walletOfMnemonic(mnemonic);
  return undefined;
}

function walletOfKey(privateKey: string): BaseWallet {
  const digits = privateKey.trim().replace(/^0x/i, "");
  try {
    if (/^[0-9a-f]{64}$/i.test(digits)) return new Wallet(`0x${digits}`);
  } catch {
    // It is zero or too large. The message of ethers may contain the key.
  }
  throw new UsageError(
    `The private key of ${digits.length} characters is not valid: expected 64 hex digits of a key for secp256k1, with or ` +
      "without 0x before them.",
  );
}

function walletOfMnemonic(phrase: string): BaseWallet {
  const normal = phrase.trim().toLowerCase().split(/\s+/).join(" ");
  if (!Mnemonic.isValidMnemonic(normal)) {
    throw new UsageError(
      `The mnemonic of ${normal === "" ? 0 : normal.split(" ").length} words is not valid: expected 12, 15, 18, ` +
        "21 or 24 words of the English BIP-39 list, with a valid checksum. Check for a wrong word.",
    );
  }
  return walletsOf(normal, 1)[0]!;
}

/**
 * Decrypts the account of a keystore as geth and ethers write it (JSON, "Web3 Secret Storage").
 * @param json the keystore's text
 * @param file its name, for messages
 * @param onProgress called with the progress, 0 to 1, because decryption is slow on purpose
 * @throws MigrationError if it is not a keystore, or the password is wrong
 */
export async function decryptKeystore(
  json: string,
  password: string,
  file: string,
  onProgress?: (share: number) => void,
): Promise<BaseWallet> {
  requireKeystore(json, file);
  try {
    const { privateKey } = await Wallet.fromEncryptedJson(json, password, onProgress);
    return new Wallet(privateKey);
  } catch (error) {
    // Messages of ethers may contain its arguments.
    if (/incorrect password/i.test((error as Error).message)) {
      throw new MigrationError(`The password does not open the keystore ${file}.`);
    }
    throw new MigrationError(
      `The keystore ${file} cannot be opened: it is damaged, or in a format that ethers does not support. ` +
        "Expected a version 3 keystore, as geth writes it.",
    );
  }
}

/**
 * Refuses a file that is not a keystore, before asking for a password.
 * @throws MigrationError saying what is wrong
 */
export function requireKeystore(json: string, file: string): void {
  if (isKeystoreJson(json)) return;
  throw new MigrationError(
    `${file} is not a keystore. Expected the encrypted JSON of geth or ethers, with "version": 3.`,
  );
}
