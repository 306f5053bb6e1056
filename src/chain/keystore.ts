import { isKeystoreJson, Wallet, type BaseWallet } from "ethers";

import { MigrationError } from "../support/errors.js";

/**
 * The account of an encrypted keystore, as geth and ethers write them (JSON, "Web3 Secret Storage").
 * @param json the keystore's text
 * @param file its name, for messages
 * @param onProgress told the share of the work that is done, 0 to 1: it is slow on purpose
 * @throws MigrationError where it is no keystore, or the password is another one
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
      `The keystore ${file} cannot be opened: it is damaged, or of a kind that ethers does not know. ` +
        "A keystore of geth, version 3, is wanted.",
    );
  }
}

/**
 * Says what is wrong with a file that is no keystore, before a password is asked for.
 * @throws MigrationError
 */
export function requireKeystore(json: string, file: string): void {
  if (isKeystoreJson(json)) return;
  throw new MigrationError(
    `${file} is not a keystore. The encrypted JSON of geth or ethers is wanted, with "version": 3.`,
  );
}
