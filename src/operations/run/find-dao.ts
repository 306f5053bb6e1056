import { identifyChain, type ChainIdentity } from "../../foundation/chain/identity.js";
import type { NetworkSettings } from "../../foundation/chain/networks.js";
import type { Eip1193Provider } from "../../foundation/chain/provider.js";
import type { Inspection } from "../../engine/inspect/description.js";
import { inspectDao, type InspectOptions } from "../../engine/inspect/inspect-dao.js";
import { requireSameChain } from "../../engine/inspect/reading/block-reader.js";
import { lacking, readEntries } from "../../foundation/result/file.js";
import { MigrationError, UsageError } from "../../foundation/support/errors.js";

/** Which DAO to read, and from where. */
export interface DaoChoice extends InspectOptions {
  readonly provider: Eip1193Provider;
  readonly inProcess?: boolean;
  /** Address of the DAO's avatar. Default: the newest DAO of this chain in the result file. */
  readonly avatar?: string;
  /** Which DAO of the result file. Default: dao, otherwise test. */
  readonly section?: "dao" | "test";
  /** Path of the result file. */
  readonly output: string;
  /** Fail on any other chain. */
  readonly chainId?: number;
  /** Names and explorers of networks by chain ID, from the configuration. */
  readonly networks?: Readonly<Record<number, NetworkSettings>>;
}

export interface InspectedDao {
  readonly inspection: Inspection;
  readonly chain: ChainIdentity;
}

/** Reads a DAO by its avatar, or the one in the result file. Only the avatar's address is taken from the file. */
export async function readDao(choice: DaoChoice): Promise<InspectedDao> {
  const { avatar, chain } = await findDao(choice);
  const inspection = await inspectDao(choice.provider, avatar, choice);
  requireSameChain(chain.chainId, inspection.chainId);
  return { inspection, chain };
}

/**
 * Finds the DAO's avatar and chain.
 * @param search finds the avatar if neither the choice nor the result file names it
 * @throws MigrationError if there is no file or it has no DAO on this chain, or a simulated network is empty
 */
export async function findDao(
  choice: DaoChoice,
  search?: () => Promise<string>,
): Promise<{ readonly avatar: string; readonly chain: ChainIdentity }> {
  const { provider, inProcess = false, avatar, section, chainId, networks } = choice;
  if (section !== undefined && avatar !== undefined) {
    throw new UsageError("--section chooses a DAO of the result file. Omit it or the address.");
  }
  const chain = await identifyChain(provider, inProcess, { networks, chainId });
  if (chain.inProcess) await requireNotEmpty(provider);
  return { avatar: avatar ?? (await readAvatar(choice, chain, search)), chain };
}

/** A simulated network starts empty for each task, so it has a DAO only if it is a fork. */
async function requireNotEmpty(provider: Eip1193Provider): Promise<void> {
  if (Number(await provider.request({ method: "eth_blockNumber" })) > 0) return;
  throw new MigrationError(
    "There is no DAO here: this network is simulated and starts empty with each task. Choose another with --network, " +
      "such as a running `hardhat dao:node` or `hardhat node`, or a network that forks a live chain.",
  );
}

/** The newest avatar in the result file, at its top or in `others`, or what the search finds. */
async function readAvatar(
  { output, section }: DaoChoice,
  chain: ChainIdentity,
  search?: () => Promise<string>,
): Promise<string> {
  const found = (await readEntries(output, chain))
    .map(({ dao, test }) => (section === undefined ? (dao ?? test) : { dao, test }[section]))
    .find((made) => made !== undefined);
  if (found !== undefined) return found.Avatar;
  if (search !== undefined && section === undefined) return await search();
  throw new MigrationError(
    `${lacking(output, `no ${section === "test" ? "demo test" : "DAO"}`)} Pass the address of an ` +
      "avatar, or another result file with --result.",
  );
}
