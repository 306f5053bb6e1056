import { getAddress, isAddress } from "ethers";

import { identifyChain, requireChainId, type ChainIdentity } from "../chain/identity.js";
import type { NetworkSettings } from "../chain/networks.js";
import type { Eip1193Provider } from "../chain/provider.js";
import { resolveStakingToken } from "../chain/staking-token.js";
import { UsageError } from "../support/errors.js";
import type { Section } from "./prepare.js";

/** What a user says of the network that a migration is sent to. */
export interface NetworkOptions {
  /** The chain is a development chain, whatever its node answers. Default: what the node says it is. */
  readonly private?: boolean | undefined;
  /** Fail on any other chain. */
  readonly chainId?: number | undefined;
  /** Address of the token that is staked on proposals, or `deploy` for one of the account's own. */
  readonly stakingToken?: string | undefined;
  /** Address of who will own DAORegistry and DAOTracker. Default: the deploying account. */
  readonly registryOwner?: string | undefined;
  /** Networks by chain id, from the configuration; what is given above counts more. */
  readonly networks?: Readonly<Record<number, NetworkSettings>> | undefined;
}

/**
 * Reads which chain a provider talks to.
 * @throws UsageError if it is not the requested one
 */
export async function openChain(
  provider: Eip1193Provider,
  inProcess: boolean,
  options: NetworkOptions = {},
): Promise<ChainIdentity> {
  const chain = await identifyChain(provider, inProcess, {
    isPrivate: options.private,
    networks: options.networks,
  });
  requireChainId(chain, options.chainId, "Nothing was sent.");
  return chain;
}

/**
 * The chain with what a base on it is made with: the staking token, and who owns the registries.
 * @param account the deploying account
 * @throws MigrationError if that is not clear
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
  const asked = options.stakingToken ?? settings.stakingToken;
  const needed = sections.includes("base") || asked !== undefined;
  const token = needed ? await resolveStakingToken(provider, chain, asked, account) : undefined;
  return {
    ...chain,
    ...(token !== undefined && { stakingToken: token }),
    ...(owner !== undefined && { registryOwner: getAddress(owner) }),
  };
}
