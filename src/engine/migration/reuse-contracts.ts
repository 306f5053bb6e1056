import type { ArcRelease } from "../../foundation/arc/artifact.js";
import { dependenciesOf, universalContracts } from "../../foundation/arc/base-contracts.js";
import { registryOwner, type Network } from "../../foundation/chain/networks.js";
import { isPrivate } from "../../foundation/chain/private-chain.js";
import { isSameAddress } from "../../foundation/chain/same-address.js";
import type { BaseResult } from "../../foundation/result/result.js";
import type { ChainReader } from "./deployer.js";
import { addressIn, contractProblems, ownerOf, type Claims } from "./trusted-base.js";

/*
 * When a migration reuses an existing contract of a base instead of deploying it.
 */

/** What a user says about it. */
export interface ReuseTerms {
  /** Redeploy everything. */
  readonly force?: boolean;
  /** Whether to reuse contracts of the base. Default: yes. */
  readonly confirmReuse?: (names: readonly string[]) => Promise<boolean>;
}

/**
 * Chooses the contracts of a base to reuse: those with the right code, unless the user wants to redeploy them.
 * @param base the one that the result file has; undefined also if the migration makes no base
 */
export async function chooseReusable(
  openReader: () => Promise<ChainReader>,
  release: ArcRelease,
  base: BaseResult | undefined,
  { force, confirmReuse }: ReuseTerms,
): Promise<Record<string, string>> {
  if (force === true || base === undefined) return {};
  const reader = await openReader();
  const reusable = await findReusable(reader, release, { ...base });
  const names = mayBeRedeployed(reusable, reader.network);
  if (names.length === 0 || (await confirmReuse?.(names)) === false) return {};
  return reusable;
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

/** The contracts to reuse that are a choice: a live network's staking token is never deployed again. */
function mayBeRedeployed(reusable: Readonly<Record<string, string>>, network: Network): string[] {
  return Object.keys(reusable).filter((name) => name !== "DAOToken" || isPrivate(network));
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
