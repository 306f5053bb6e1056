import { HDNodeWallet, Mnemonic } from "ethers";
import type { HttpNetworkAccountsConfig } from "hardhat/types/config";
import type { NetworkConnection } from "hardhat/types/network";

import { directAccounts } from "../../engine/execution/deployers/direct-deployer.js";
import { NodeSigner } from "../../foundation/chain/node-signer.js";
import { isPrivate } from "../../foundation/chain/private-chain.js";
import { accountOf } from "../../foundation/chain/private-keys.js";
import { MigrationError } from "../../foundation/support/errors.js";
import type { Eip1193Provider } from "../../foundation/chain/provider.js";
import { RpcClient } from "../../foundation/chain/rpc-client.js";
import type { TransactionSigner } from "../../foundation/chain/signer.js";
import { openChain, type NetworkOptions } from "./open-chain.js";

/** An HTTP network of hardhat.config, with an account that signs in this process or, on a public chain, in the node. */
export interface LiveAccount {
  readonly signer: TransactionSigner;
  /** The network's own mnemonic, if its accounts come from one. */
  readonly mnemonic?: string;
  connect(signal: AbortSignal, onWarning: (warning: string) => void): Promise<Eip1193Provider>;
}

/**
 * The URL of a live network, and the signer for it.
 * @param signer from a task's option; takes precedence over the network's accounts
 * @returns undefined for a simulated network, and for a development chain if only its node can sign
 */
export async function liveAccount(
  { networkConfig: config, provider }: Pick<NetworkConnection, "networkConfig" | "provider">,
  signer: TransactionSigner | undefined,
  options: NetworkOptions,
): Promise<LiveAccount | undefined> {
  if (config.type !== "http") return undefined;
  const given = signer === undefined ? await ownAccount(config.accounts) : { signer };
  const own = given ?? (await nodeAccount(provider, options));
  if (own === undefined) return undefined;
  const { url, httpHeaders: headers, timeout } = config;
  return {
    ...own,
    connect: async (signal, onWarning) =>
      new RpcClient(await url.getUrl(), { headers, timeout, signal, onWarning }),
  };
}

/** On a development chain, the node signs one step after the other, and nothing is journaled. */
async function nodeAccount(
  provider: Eip1193Provider,
  options: NetworkOptions,
): Promise<Pick<LiveAccount, "signer"> | undefined> {
  if (isPrivate(await openChain(provider, false, options))) return undefined;
  const { account } = await directAccounts(provider, undefined);
  return { signer: new NodeSigner(provider, account) };
}

/** The network's first account. "remote" means that the node signs. */
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
