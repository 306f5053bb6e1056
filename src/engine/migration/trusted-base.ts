import { getAddress, ZeroAddress } from "ethers";

import { hasFunction } from "../../foundation/arc/abi.js";
import type { ArcRelease, Artifact } from "../../foundation/arc/artifact.js";
import {
  contractsOfDaos,
  dependenciesOf,
  USED_BY_DAOS,
} from "../../foundation/arc/base-contracts.js";
import { FACTORIES } from "../../foundation/arc/factories.js";
import { isCodeOf } from "../../foundation/arc/code.js";
import {
  knownStakingToken,
  LIVE_STAKING_TOKEN,
  type Network,
} from "../../foundation/chain/networks.js";
import { isPrivate } from "../../foundation/chain/private-chain.js";
import { knownDeployments } from "../../foundation/result/known-deployments.js";
import type { BaseResult } from "../../foundation/result/result.js";
import { MigrationError } from "../../foundation/support/errors.js";
import { isVotingMachine } from "../../foundation/arc/voting-machines.js";
import { keptAddresses, notCreatedBy } from "./construction.js";
import type { ChainReader, Deployer } from "./deployer.js";

/*
 * The only rule for whether a contract of a base is right and trusted, for migrations and changes. A result file, a
 * predecessor's file and the known deployments only say where to look. A contract's code, what its constructor stored,
 * and its owner are read from the chain. What else a modified constructor may have stored cannot be read, so on public
 * chains it also matters who created a contract.
 */

/** Unverified addresses, by contract name. */
export type Claims = BaseResult | Readonly<Record<string, unknown>>;

/**
 * Whether every contract of a base that a DAO may need has code on the chain. `requireUsableBase` checks which code.
 */
export async function isDeployed(
  code: ChainReader["code"],
  base: BaseResult | undefined,
): Promise<boolean> {
  if (base === undefined || addressIn(base, "DaoCreator") === undefined) return false;
  const codes = USED_BY_DAOS.map(async (name) => {
    const address = addressIn(base, name);
    return address === undefined || (await code(address)) !== "0x";
  });
  return (await Promise.all(codes)).every(Boolean);
}

/**
 * Rejects a base if any contract is wrong.
 * @param names contracts to check; default: all that the release's DAOs or demo tests need
 * @throws MigrationError with everything that is wrong
 */
export async function requireUsableBase(
  reader: ChainReader,
  release: ArcRelease,
  base: Claims,
  names: readonly string[] = contractsOfDaos(release),
): Promise<void> {
  const problems = (
    await Promise.all(names.map((name) => findProblems(reader, release, base, name)))
  ).flat();
  if (problems.length === 0) return;
  const { name, chainId } = reader.network;
  throw new MigrationError(
    `The base of Arc ${release.version} cannot be used on ${name} (chain ID ${chainId}):\n` +
      `${problems.map((problem) => `  ${problem}`).join("\n")}\n` +
      "Deploy the base again with `dao-migrate base` or dao:migrate-base, or pass the right file with --result.",
  );
}

/** Everything that is wrong with one contract of a base. */
async function findProblems(
  reader: ChainReader,
  release: ArcRelease,
  base: Claims,
  name: string,
): Promise<string[]> {
  const problems = await contractProblems(reader, release, base, name);
  if (name !== "GenesisProtocol") return problems;
  return [...(await stakingTokenProblems(reader, release, base)), ...problems];
}

/** Where a contract for a change may be. */
interface Sources {
  /** In the result file. Contracts that the DAO does not use are right if it is of the change's release. */
  readonly base?: BaseResult;
  /** Addresses by which the DAO decides now. */
  readonly inUse: readonly string[];
  /** Addresses that earlier runs of the change deployed. */
  readonly made: readonly string[];
  /** The known deployments. */
  readonly known?: Claims;
}

/**
 * Chooses a contract of a base for a change: first the voting machine of the result file, which a check takes as that
 * of the parameters; then one by which the DAO decides already; then one that an earlier run of the change deployed;
 * then that of the result file or of the known deployments. What the DAO does not use yet has to be as a migration
 * requires it.
 */
export async function chooseContract(
  reader: ChainReader,
  release: ArcRelease,
  name: string,
  { base, inUse, made, known }: Sources,
): Promise<string | undefined> {
  const machine = isVotingMachine(name) ? base : undefined;
  const claimed = [...inUse, ...made].map((address) => ({ [name]: address }));
  for (const claims of [machine, ...claimed, base, known]) {
    const address = claims && addressIn(claims, name);
    if (address === undefined) continue;
    const isRight =
      inUse.includes(address) || (claims === base && base?.arcVersion === release.version);
    if (isRight || (await findProblems(reader, release, claims!, name)).length === 0)
      return address;
  }
  return undefined;
}

/** Whether a change trusts a contract: one by which the DAO decides, or one of the base. */
export function isTrusted(
  {
    contracts,
    ofDao,
  }: { readonly contracts: Readonly<Record<string, string>>; readonly ofDao: ReadonlySet<string> },
  address: string,
): boolean {
  return ofDao.has(address) || Object.values(contracts).includes(address);
}

/** The contracts of a base that a DAO needs and that the network's known deployments do not contain. */
export async function unknownContracts(
  network: Network,
  release: ArcRelease,
  base: Claims,
): Promise<Readonly<Record<string, string>>> {
  const { base: known = {} } = await knownDeployments(network.name, release.version);
  return Object.fromEntries(
    contractsOfDaos(release).flatMap((name) => {
      const address = addressIn(base, name);
      const isUnknown = address !== undefined && address !== addressIn(known, name);
      return isUnknown ? [[name, address]] : [];
    }),
  );
}

/**
 * Names of contracts that the deploying account did not create. Their code is right, but a modified constructor may
 * have stored anything.
 */
export async function createdByOthers(
  reader: ChainReader,
  contracts: Readonly<Record<string, string>>,
): Promise<string[]> {
  const others = await notCreatedBy(reader, Object.values(contracts));
  return Object.keys(contracts).filter((name) => others.has(contracts[name]!));
}

/** What a user says about contracts that another account deployed. */
export interface Trust {
  /** Use them on a public chain, too. Default: no. */
  readonly trustBase?: boolean;
  /** Whether to use them; asked unless `trustBase` is set. Default: no. */
  readonly confirmForeignBase?: (names: readonly string[]) => Promise<boolean>;
}

/**
 * Rejects contracts that another account created on a public chain, unless the user trusts it. Their code is Arc's, but a
 * modified constructor may have stored anything in them, such as a reward that a future DAO would pay. And anybody who
 * can write the result file can list such a base.
 * @param otherwise what to do if nobody trusts them
 * @throws MigrationError if nobody does
 */
export async function requireTrusted(
  reader: ChainReader,
  contracts: Readonly<Record<string, string>>,
  { trustBase, confirmForeignBase }: Trust,
  otherwise: string,
): Promise<void> {
  if (trustBase === true || isPrivate(reader.network)) return;
  const names = await createdByOthers(reader, contracts);
  if (names.length === 0 || (await confirmForeignBase?.(names)) === true) return;
  throw new MigrationError(
    `${createdByOthersText(names)} Nothing was sent. If you trust the account that deployed it, pass --trust-base; ` +
      `otherwise ${otherwise}.`,
  );
}

/** What is wrong with such contracts, in words. */
export function createdByOthersText(names: readonly string[]): string {
  return (
    `Another account deployed ${names.join(", ")}. The code is right, but a constructor may also have stored values that ` +
    "cannot be read back."
  );
}

export async function warnOfOthers(
  deployer: Deployer,
  contracts: Readonly<Record<string, string>>,
): Promise<void> {
  const others = await createdByOthers(deployer, contracts);
  if (others.length === 0) return;
  deployer.warn({
    code: "base-of-another-account",
    message:
      `${createdByOthersText(others)} Use them only if you trust the account that deployed them, or deploy your own base with ` +
      "--redeploy.",
  });
}

/** What is wrong with the code of one contract, and with what its constructor stored. */
export async function contractProblems(
  reader: ChainReader,
  release: ArcRelease,
  base: Claims,
  name: string,
): Promise<string[]> {
  const address = addressIn(base, name);
  if (address === undefined) {
    if ((base as Readonly<Record<string, unknown>>)[name] !== undefined)
      return [`${name}: the base's entry for it is not an address`];
    return isNeeded(release, name) ? [`${name}: the base does not list it`] : [];
  }
  const code = await reader.code(address);
  if (code === "0x") return [`${name} ${address}: no contract at this address`];
  const artifact = release.artifact(name);
  if (!isCodeOf(artifact, code)) {
    return [`${name} ${address}: its code is not that of Arc ${release.version}`];
  }
  const problems: string[] = [];
  for (const { contract, found } of await keptAddresses(reader, artifact, address)) {
    if (found instanceof Error) {
      // Some nodes do not provide storage.
      if ((await notCreatedBy(reader, [address])).size > 0) throw notReturned(name, address, found);
    } else if (!isDependency(found, contract, base, reader)) {
      problems.push(
        `${name} ${address}: it was constructed with ${contract} ${found}, but the base has ` +
          `${addressIn(base, contract) ?? "none"}`,
      );
    }
  }
  return problems;
}

function notReturned(name: string, address: string, cause: Error): MigrationError {
  return new MigrationError(
    `The node does not return what ${name} ${address} was constructed with: ` +
      `eth_getStorageAt fails (${cause.message}). Use a node that supports it, or ` +
      "deploy your own base.",
    { cause },
  );
}

/**
 * Those who control the staking token decide which proposals can be boosted. So it is only accepted if it is GEN, if
 * the user names it, or if it is one of Arc's that the deploying account owns.
 */
async function stakingTokenProblems(
  reader: ChainReader,
  release: ArcRelease,
  base: Claims,
): Promise<string[]> {
  const address = addressIn(base, "DAOToken");
  if (address === undefined) return ["DAOToken: the base does not list a staking token"];
  const { network } = reader;
  if (address === network.stakingToken || address === knownStakingToken(network)) return [];
  const code = await reader.code(address);
  if (code === "0x") return [`DAOToken ${address}: no contract at this address`];
  const artifact = release.artifact("DAOToken");
  const isArcs = isCodeOf(artifact, code);
  if (isPrivate(network)) {
    if (isArcs || address === LIVE_STAKING_TOKEN) return [];
    return [`DAOToken ${address}: its code is not that of Arc ${release.version}`];
  }
  if (isArcs && (await ownerOf(reader, artifact, address)) === reader.account) return [];
  return [
    `DAOToken ${address}: this staking token is not one that your account deployed; if it is right, pass ` +
      `--staking-token ${address}`,
  ];
}

/** Whether creating a DAO requires it, or whether it decides who controls a DAO that DaoCreator creates. */
function isNeeded(release: ArcRelease, name: string): boolean {
  if (name === "GenesisProtocol" || name === "DaoCreator") return true;
  return dependenciesOf(release.artifact("DaoCreator")).some(({ contract }) => contract === name);
}

/** The addresses at which no factory of a base created a contract: what one created is as the code says. */
export async function notMadeByFactories(
  reader: ChainReader,
  base: Readonly<Record<string, string>>,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  let left = new Set(addresses);
  for (const { contractName } of Object.values(FACTORIES)) {
    const factory = base[contractName];
    if (factory !== undefined) left = await notCreatedBy(reader, left, factory);
  }
  return left;
}

/** GenesisProtocol uses the live staking token if the chain has it, as forks do. */
function isDependency(
  found: string,
  contract: string,
  base: Claims,
  { network }: ChainReader,
): boolean {
  if (found === addressIn(base, contract)) return true;
  return contract === "DAOToken" && found === LIVE_STAKING_TOKEN && isPrivate(network);
}

/** The owner of a contract; the zero address if it has none. */
export async function ownerOf(
  reader: ChainReader,
  artifact: Artifact,
  address: string,
): Promise<string> {
  if (!hasFunction(artifact, "owner")) return ZeroAddress;
  const [owner] = await reader.read({ artifact, address }, "owner");
  return owner as string;
}

/** A checksummed address; undefined if it is missing or invalid. */
export function addressIn(claims: Claims, name: string): string | undefined {
  try {
    return getAddress((claims as Readonly<Record<string, string>>)[name]!);
  } catch {
    return undefined;
  }
}
