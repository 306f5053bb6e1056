import { decodeResult, encodeCall, functionEntry } from "../src/foundation/arc/abi.js";
import type { ArcRelease } from "../src/foundation/arc/artifact.js";
import { DirectDeployer } from "../src/engine/execution/deployers/direct-deployer.js";
import { knownStakingToken, networkOf, type Network } from "../src/foundation/chain/networks.js";
import type { Eip1193Provider } from "../src/foundation/chain/provider.js";
import { keysOf } from "../src/foundation/chain/mnemonic-keys.js";
import { openConnection, type OpenChain } from "../src/test-chain/connection.js";
import type { TestChainNetwork } from "../src/test-chain/options.js";
import { closing } from "./closing.js";

/** In wei, the same as Hardhat's own accounts. */
const BALANCE = 10_000n * 10n ** 18n;

/** Returns the first accounts of a mnemonic. Hardhat would take 10 ms to derive each. */
export function accountsOf(
  mnemonic: string,
  count = 10,
): { privateKey: string; balance: bigint }[] {
  return keysOf(mnemonic, count).map((privateKey) => ({ privateKey, balance: BALANCE }));
}

const ACCOUNTS = accountsOf("test test test test test test test test test test test junk");

/** Opens a fresh chain in this process, with ten accounts, and Hardhat's defaults unless `config` differs. */
export async function openChain(config: TestChainNetwork = {}): Promise<OpenChain> {
  return await openConnection({ accounts: ACCOUNTS, ...config });
}

/**
 * Runs with a fresh chain and a deployer on it, and closes the chain afterwards. A chain ID in `config`
 * makes it the public network with that ID, with GEN if the predecessor used it there.
 */
export async function withDeployer<Result>(
  run: (deployer: DirectDeployer, connection: OpenChain) => Promise<Result>,
  config: TestChainNetwork = {},
): Promise<Result> {
  await using connection = closing(await openChain(config));
  return await run(await deployerOn(connection, config), connection);
}

/** A new deployer on a chain that {@link openChain} opened. */
export async function deployerOn(
  connection: OpenChain,
  { chainId }: { readonly chainId?: number } = {},
): Promise<DirectDeployer> {
  const { provider } = connection;
  const network = chainId === undefined ? undefined : publicNetwork(chainId);
  return await DirectDeployer.create({ provider, network, inProcess: true });
}

function publicNetwork(chainId: number): Network {
  const network = networkOf(chainId);
  const stakingToken = knownStakingToken(network);
  return { ...network, ...(stakingToken !== undefined && { stakingToken }) };
}

/** A chain to query: a Hardhat connection or a node. */
export interface Chain {
  readonly provider: Eip1193Provider;
}

/** Returns a function that reads contracts through the chain's provider, bypassing the code under test. */
export function reader(connection: Chain, release: ArcRelease) {
  return async (
    contractName: string,
    address: string,
    functionName: string,
    ...args: unknown[]
  ): Promise<unknown> => {
    const entry = functionEntry(release.artifact(contractName), functionName);
    const call = { to: address, data: encodeCall(entry, args) };
    const data: unknown = await connection.provider.request({
      method: "eth_call",
      params: [call, "latest"],
    });
    const results = decodeResult(entry, data as string);
    return results.length === 1 ? results[0] : results;
  };
}
