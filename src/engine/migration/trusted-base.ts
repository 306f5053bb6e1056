import { getAddress, getCreateAddress, toBeHex, ZeroAddress } from "ethers";

import { hasFunction } from "../../foundation/arc/abi.js";
import type { ArcRelease, Artifact } from "../../foundation/arc/artifact.js";
import {
  contractsOfDaos,
  dependenciesOf,
  universalContracts,
  USED_BY_DAOS,
} from "../../foundation/arc/base-contracts.js";
import { isSameAddress } from "../../foundation/chain/same-address.js";
import { isCodeOf } from "../../foundation/arc/code.js";
import {
  knownStakingToken,
  LIVE_STAKING_TOKEN,
  registryOwner,
  type Network,
} from "../../foundation/chain/networks.js";
import { isPrivate } from "../../foundation/chain/private-chain.js";
import { knownDeployments } from "../../foundation/result/known-deployments.js";
import type { BaseResult } from "../../foundation/result/result.js";
import { MigrationError } from "../../foundation/support/errors.js";
import type { ChainReader, Contract, Deployer } from "./deployer.js";

/*
 * The only rule for whether a contract of a base is right, for migrations and changes. A result file, a predecessor's
 * file and the known deployments only say where to look. A contract's code, what its constructor stored, and its owner
 * are read from the chain. What else a modified constructor may have stored cannot be read, so on public chains it also
 * matters who created a contract: `run/require-trusted-base.ts` says when that stops a run. Which of several right
 * contracts a change takes is decided in `change/decide/choose-base.ts`.
 */

/** Unverified addresses, by contract name. */
export type Claims = BaseResult | Readonly<Record<string, unknown>>;

/** Limit for the nonces of the deploying account that are searched for contracts it created. */
const MOST_NONCES = 50_000;

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
 * Finds contracts of a base that need not be deployed again, because a migration would deploy the same. They have the
 * artifact's code, their constructors got contracts that are reused as well, and their owner is the one that a
 * migration would set.
 * @param known addresses to check, by contract name
 */
export async function findReusable(
  reader: ChainReader,
  release: ArcRelease,
  known: Claims,
): Promise<Record<string, string>> {
  // A staking token that the network names is accepted, whatever its code.
  const { stakingToken } = reader.network;
  const reusable: Record<string, string> =
    stakingToken === undefined ? {} : { DAOToken: stakingToken };
  for (const name of ["DAOToken", "DAORegistry", ...universalContracts(release)]) {
    const address = addressIn(known, name);
    if (reusable[name] !== undefined || address === undefined) continue;
    const artifact = release.artifact(name);
    const dependencies = dependenciesOf(artifact);
    if (dependencies.some(({ contract }) => reusable[contract] === undefined)) continue;
    const base = { ...reusable, [name]: address };
    if ((await contractProblems(reader, release, base, name)).length > 0) continue;
    const owner = ownerWanted(name, reader);
    if (owner !== undefined && (await ownerOf(reader, artifact, address)) !== owner) continue;
    reusable[name] = address;
  }
  return reusable;
}

/** Which of the contracts to reuse are not reusable, each with its address. */
export async function findNotReusable(
  reader: ChainReader,
  release: ArcRelease,
  reusable: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const found = await findReusable(reader, release, reusable);
  return Object.entries(reusable)
    .filter(([name, address]) => !isSameAddress(address, found[name]))
    .map(([name, address]) => `${name} ${address}`);
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
export async function findProblems(
  reader: ChainReader,
  release: ArcRelease,
  base: Claims,
  name: string,
): Promise<string[]> {
  const problems = await contractProblems(reader, release, base, name);
  if (name !== "GenesisProtocol") return problems;
  return [...(await stakingTokenProblems(reader, release, base)), ...problems];
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

/** What is wrong with such contracts, in words. */
export function createdByOthersText(names: readonly string[]): string {
  return (
    `Another account deployed ${names.join(", ")}. The code is right, but a constructor may also have stored values that ` +
    "cannot be read back."
  );
}

/** Warns of contracts that another account created. */
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

async function contractProblems(
  reader: ChainReader,
  release: ArcRelease,
  base: Claims,
  name: string,
): Promise<string[]> {
  const address = addressIn(base, name);
  if (address === undefined) {
    if (claim(base, name) !== undefined)
      return [`${name}: the base's entry for it is not an address`];
    return isNeeded(release, name) ? [`${name}: the base does not list it`] : [];
  }
  const code = await reader.code(address);
  if (code === "0x") return [`${name} ${address}: no contract at this address`];
  const artifact = release.artifact(name);
  if (!isCodeOf(artifact, code)) {
    return [`${name} ${address}: its code is not that of Arc ${release.version}`];
  }
  const kept = await keptAddresses(reader, artifact, address);
  return kept
    .filter(({ contract, found }) => !isDependency(found, contract, base, reader))
    .map(
      ({ contract, found }) =>
        `${name} ${address}: it was constructed with ${contract} ${found}, but the base has ` +
        `${addressIn(base, contract) ?? "none"}`,
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

interface KeptAddress {
  /** Name of the contract that the constructor got. */
  readonly contract: string;
  readonly found: string;
}

/** The contracts that a contract's constructor got, if they can be read. */
async function keptAddresses(
  reader: ChainReader,
  artifact: Artifact,
  address: string,
): Promise<KeptAddress[]> {
  const kept = await Promise.all(
    dependenciesOf(artifact).map(async ({ contract, kept }) => {
      const found =
        typeof kept === "string"
          ? await readGetter(reader, { artifact, address }, kept)
          : await readSlot(reader, { artifact, address }, kept);
      return found === undefined ? [] : [{ contract, found }];
    }),
  );
  return kept.flat();
}

async function readGetter(reader: ChainReader, contract: Contract, name: string): Promise<string> {
  const [found] = await reader.read(contract, name);
  return getAddress(found as string);
}

/**
 * Reads a storage slot. Some nodes do not provide storage; then a contract is trusted if this account created it.
 * @throws MigrationError if another account did
 */
async function readSlot(
  reader: ChainReader,
  { artifact, address }: Contract,
  slot: bigint,
): Promise<string | undefined> {
  let word: bigint;
  try {
    word = await reader.storage(address, slot);
  } catch (error) {
    if ((await notCreatedBy(reader, [address])).size === 0) return undefined;
    throw new MigrationError(
      `The node does not return what ${artifact.contractName} ${address} was constructed with: ` +
        `eth_getStorageAt fails (${(error as Error).message}). Use a node that supports it, or ` +
        "deploy your own base.",
      { cause: error },
    );
  }
  // A word with more than 20 bytes is not an address, and equals none.
  return word < 2n ** 160n ? getAddress(toBeHex(word, 20)) : toBeHex(word, 32);
}

/**
 * The addresses at which an account or contract did not create a contract.
 * @param creator default: the deploying account
 */
export async function notCreatedBy(
  reader: ChainReader,
  addresses: Iterable<string>,
  creator = reader.account,
): Promise<Set<string>> {
  const others = new Set(addresses);
  const last = others.size === 0 ? 0 : Math.min(await reader.nonce(creator), MOST_NONCES);
  for (let nonce = 0; nonce < last && others.size > 0; nonce++) {
    others.delete(getCreateAddress({ from: creator, nonce }));
  }
  return others;
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

/** The owner that a base contract should have after a migration; undefined if it has none. */
function ownerWanted(
  name: string,
  { network, account }: { readonly network: Network; readonly account: string },
): string | undefined {
  if (name === "DAOToken") return account;
  if (name === "DAORegistry" || name === "DAOTracker") return registryOwner(network) ?? account;
  return undefined;
}

async function ownerOf(reader: ChainReader, artifact: Artifact, address: string): Promise<string> {
  if (!hasFunction(artifact, "owner")) return ZeroAddress;
  const [owner] = await reader.read({ artifact, address }, "owner");
  return owner as string;
}

function claim(claims: Claims, name: string): unknown {
  return (claims as Readonly<Record<string, unknown>>)[name];
}

/** A checksummed address; undefined if it is missing or invalid. */
export function addressIn(claims: Claims, name: string): string | undefined {
  try {
    return getAddress(claim(claims, name) as string);
  } catch {
    return undefined;
  }
}
