import { HDNodeWallet, Mnemonic } from "ethers";
import type { HttpNetworkAccountsConfig, NetworkConfig } from "hardhat/types/config";

import { accountOf } from "../../foundation/chain/private-keys.js";
import { MigrationError } from "../../foundation/support/errors.js";
import type { Eip1193Provider } from "../../foundation/chain/provider.js";
import { RpcClient } from "../../foundation/chain/rpc-client.js";
import type { TransactionSigner } from "../../foundation/chain/signer.js";

/** An HTTP network of hardhat.config, with an account that signs in this process. */
export interface LiveAccount {
  readonly signer: TransactionSigner;
  /** The network's own mnemonic, if its accounts come from one. */
  readonly mnemonic?: string;
  connect(signal: AbortSignal, onWarning: (warning: string) => void): Promise<Eip1193Provider>;
}

/**
 * The URL of a live network, and the signer for it.
 * @param signer from a task's option; takes precedence over the network's accounts
 * @returns undefined for a simulated network, and if only the node can sign
 */
export async function liveAccount(
  config: NetworkConfig,
  signer: TransactionSigner | undefined,
): Promise<LiveAccount | undefined> {
  if (config.type !== "http") return undefined;
  const own = signer === undefined ? await ownAccount(config.accounts) : { signer };
  if (own === undefined) return undefined;
  const { url, httpHeaders: headers, timeout } = config;
  return {
    ...own,
    connect: async (signal, onWarning) =>
      new RpcClient(await url.getUrl(), { headers, timeout, signal, onWarning }),
  };
}

/** The network's first account. "remote" means that the node signs, so nothing can be journaled. */
async function ownAccount(
  accounts: HttpNetworkAccountsConfig,
): Promise<Pick<LiveAccount, "signer" | "mnemonic"> | undefined> {
  if (accounts === "remote") return undefined;
  if (Array.isArray(accounts)) {
    const [first] = accounts;
    if (first === undefined) return undefined;
    const signer = accountOf({ privateKey: await first.getHexString() });
    return signer && { signer };
  }
  const mnemonic = await accounts.mnemonic.get();
  if (!Mnemonic.isValidMnemonic(mnemonic)) {
    throw new MigrationError(
      "The mnemonic for the network's accounts in hardhat.config is not valid.",
    );
  }
  const path = `${accounts.path}/${accounts.initialIndex}`;
  const signer = HDNodeWallet.fromPhrase(mnemonic, await accounts.passphrase.get(), path);
  return { signer, mnemonic };
}
