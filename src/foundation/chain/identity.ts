import { MigrationError, UsageError } from "../support/errors.js";
import { askAgain, atOnce } from "./incomplete-answers.js";
import { type Network, networkOf, type NetworkSettings } from "./networks.js";
import { privateNetwork, isPrivateChain } from "./private-chain.js";
import { ask, type Eip1193Provider } from "./provider.js";
import { RpcError } from "./rpc-error.js";

/** Identifies the chain of a migration. Decides whether a result file may be read and overwritten. */
export interface ChainIdentity extends Network {
  /** Hash of block 0. */
  readonly genesis: string;
  /** True for a simulated network inside this process. */
  readonly inProcess: boolean;
}

/** What a user says about a chain. */
export interface ChainClaims {
  /** It is a development chain, whatever its node says. */
  readonly isPrivate?: boolean;
  /** By chain ID, from the configuration. */
  readonly networks?: Readonly<Record<number, NetworkSettings>>;
  /** Fail on any other chain. */
  readonly chainId?: number;
}

/**
 * Identifies the chain that a provider talks to, and finds out whether it is private.
 * @param consequence what did not happen if the user asked for another chain, as a sentence
 * @throws MigrationError if the node does not answer as a node does; UsageError if the chain has another ID than asked
 */
export async function identifyChain(
  provider: Eip1193Provider,
  inProcess: boolean,
  { isPrivate = false, networks = {}, chainId: asked }: ChainClaims = {},
  consequence = "",
): Promise<ChainIdentity> {
  const { chainId, genesis } = await readIdentity(provider).catch((error: unknown) => {
    throw error instanceof RpcError ? unidentified(provider, error) : error;
  });
  const local = await isPrivateChain(provider, chainId, { inProcess, isPrivate });
  const network = local ? privateNetwork(chainId) : networkOf(chainId);
  const { name, explorer } = networks[chainId] ?? {};
  const chain = {
    ...network,
    ...(name !== undefined && !local && { name }),
    ...(explorer !== undefined && { explorer }),
    genesis,
    inProcess,
  };
  if (asked === undefined || asked === chainId) return chain;
  const found =
    `The node is on chain ID ${chainId} (${chain.name}), but --chain-id, or chainId of the network in ` +
    `hardhat.config, requires ${asked}.`;
  throw new UsageError([found, consequence, "Check the provider's URL."].filter(Boolean).join(" "));
}

/** @throws MigrationError if the node does not say which chain it is on, which is not the same as another chain */
export async function readIdentity(
  provider: Eip1193Provider,
): Promise<Pick<ChainIdentity, "chainId" | "genesis">> {
  const read = async () =>
    await ask<{ hash?: unknown } | null>(provider, "eth_getBlockByNumber", "0x0", false);
  // Together, as each window of steps and each poll asks this.
  const [id, first] = await Promise.all([
    ask(provider, "eth_chainId"),
    askAgain(read, (block) => block !== null, atOnce()),
  ]);
  const chainId = Number(id);
  if (!Number.isSafeInteger(chainId) || chainId < 1 || typeof first?.hash !== "string") {
    throw unidentified(provider);
  }
  return { chainId, genesis: first.hash };
}

function unidentified({ place }: Eip1193Provider, cause?: RpcError): MigrationError {
  const [at, said] = [place && ` at ${place}`, cause && ` (${cause.message})`];
  return new MigrationError(
    `The node${at ?? ""} does not identify its chain${said ?? ""}: eth_chainId should return a number, and block 0 ` +
      "should have a hash. Check the provider's URL, or use another node.",
    { cause },
  );
}
