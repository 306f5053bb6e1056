import { isKeystoreJson, Wallet, type BaseWallet } from "ethers";

import { MigrationError } from "../support/errors.js";

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
