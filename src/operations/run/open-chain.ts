import { getAddress, isAddress } from "ethers";

import { identifyChain, type ChainIdentity } from "../../foundation/chain/identity.js";
import type { NetworkSettings } from "../../foundation/chain/networks.js";
import type { Eip1193Provider } from "../../foundation/chain/provider.js";
import { missingStakingToken, resolveStakingToken } from "../../foundation/chain/staking-token.js";
import { UsageError } from "../../foundation/support/errors.js";
import type { Section } from "./prepare.js";

/** What the user says about the network. */
export interface NetworkOptions {
  /** The chain is a development chain, whatever its node reports. Default: what the node reports. */
  readonly private?: boolean;
  /** Fail on any other chain. */
  readonly chainId?: number;
  /** Address of the staking token, or `deploy` to deploy one. */
  readonly stakingToken?: string;
  /** Future owner of DAORegistry and DAOTracker. Default: the deploying account. */
  readonly registryOwner?: string;
  /** Networks by chain ID, from the configuration; the options above take precedence. */
  readonly networks?: Readonly<Record<number, NetworkSettings>>;
}

export async function openChain(
  provider: Eip1193Provider,
  inProcess: boolean,
  { private: isPrivate, networks, chainId }: NetworkOptions = {},
): Promise<ChainIdentity> {
  const claims = { isPrivate, networks, chainId };
  return await identifyChain(provider, inProcess, claims, "Nothing was sent.");
}

/**
 * The chain with what its base needs: the staking token, and the owner of the registries.
 * @param account the deploying account
 */
export async function withBaseTerms(
  chain: ChainIdentity,
  provider: Eip1193Provider,
  options: NetworkOptions,
  sections: readonly Section[],
  account: string,
): Promise<ChainIdentity> {
  const settings = options.networks?.[chain.chainId] ?? {};
  const owner = options.registryOwner ?? settings.registryOwner;
  if (owner !== undefined && !isAddress(owner)) {
    throw new UsageError(
      "The owner of the registries should be an address: 0x and 40 hex digits, with a valid checksum if it mixes " +
        "cases.",
    );
  }
  const { asked, isNeeded } = askedToken(chain, options, sections);
  const token = isNeeded ? await resolveStakingToken(provider, chain, asked, account) : undefined;
  return {
    ...chain,
    stakingToken: token ?? chain.stakingToken,
    registryOwner: owner === undefined ? chain.registryOwner : getAddress(owner),
  };
}

/**
 * What the user still has to decide about the chain's base.
 * @returns undefined if nothing
 */
export async function missingBaseTerms(
  chain: ChainIdentity,
  provider: Eip1193Provider,
  options: NetworkOptions,
  sections: readonly Section[],
): Promise<string | undefined> {
  const { asked, isNeeded } = askedToken(chain, options, sections);
  return isNeeded ? await missingStakingToken(provider, chain, asked) : undefined;
}

function askedToken(
  { chainId }: ChainIdentity,
  { stakingToken, networks }: NetworkOptions,
  sections: readonly Section[],
): { readonly asked?: string; readonly isNeeded: boolean } {
  const asked = stakingToken ?? networks?.[chainId]?.stakingToken;
  return { asked, isNeeded: sections.includes("base") || asked !== undefined };
}
