import { HDNodeWallet, Mnemonic, Wallet, parseUnits, type BaseWallet } from "ethers";

import { wrongValue } from "../support/command-line.js";
import { UsageError } from "../support/errors.js";

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
  if (privateKey !== undefined && mnemonic !== undefined) {
    throw new UsageError(
      "Both a private key and a mnemonic were given, and they may belong to different accounts. Give only one.",
    );
  }
  if (privateKey !== undefined) return walletOfKey(privateKey);
  if (mnemonic !== undefined) return walletOfMnemonic(mnemonic);
  return undefined;
}

function walletOfKey(privateKey: string): BaseWallet {
  const digits = privateKey.trim().replace(/^0x/i, "");
  if (!/^[0-9a-f]*$/i.test(digits)) {
    throw new UsageError(
      "The private key is not hexadecimal. It should be 64 hex digits, with or without 0x before them.",
    );
  }
  if (digits.length !== 64) {
    throw new UsageError(`The private key has ${digits.length} hex digits; expected 64.`);
  }
  try {
    return new Wallet(`0x${digits}`);
  } catch {
    // The message of ethers may contain the key.
    throw new UsageError("The private key is not valid for secp256k1 (it is zero or too large).");
  }
}

function walletOfMnemonic(phrase: string): BaseWallet {
  const normal = phrase.trim().toLowerCase().split(/\s+/).join(" ");
  if (!Mnemonic.isValidMnemonic(normal)) {
    throw new UsageError(
      `The mnemonic of ${normal === "" ? 0 : normal.split(" ").length} words is not valid: expected 12, 15, 18, ` +
        "21 or 24 words of the English BIP-39 list, with a valid checksum. Check for a wrong word.",
    );
  }
  return new Wallet(HDNodeWallet.fromPhrase(normal).privateKey);
}

/**
 * Converts a gas price to wei.
 * @param gwei in GWei; fractions are allowed, such as `1.5`
 */
export function gasPriceOf(gwei: string | number | undefined): bigint | undefined {
  if (gwei === undefined) return undefined;
  const text = String(gwei).trim();
  if (!/^\d+(\.\d{1,9})?$/.test(text)) {
    throw wrongValue("The gas price", text, "a non-negative number of GWei, such as 20 or 1.5");
  }
  return parseUnits(text, "gwei");
}
