import { isKeystoreJson, Wallet, type BaseWallet } from "ethers";

import { MigrationError } from "../support/errors.js";

/**
 * The account of an encrypted keystore, as geth and ethers write them (JSON, "Web3 Secret Storage").
 * @param json the keystore's text
 * @param file its name, for messages
 * @param onProgress told the share of the work that is done, 0 to 1: it is slow on purpose
 * @throws MigrationError if it is not a keystore, or the password is another one
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
    // Ethers' messages may hold what was passed to it.
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
 * Says what is wrong with a file that is not a keystore, before a password is asked for.
 * @throws MigrationError
 */
export function requireKeystore(json: string, file: string): void {
  if (isKeystoreJson(json)) return;
  throw new MigrationError(
    `${file} is not a keystore. Expected the encrypted JSON of geth or ethers, with "version": 3.`,
  );
}
