import { isAddress, ZeroAddress } from "ethers";

import { constructorInputs } from "../../arc/abi.js";
import type { ArcRelease } from "../../arc/artifact.js";
import { universalContracts, USED_BY_DAOS } from "../../arc/base-contracts.js";
import { isCodeOf } from "../../arc/code.js";
import { isNotRead } from "../../inspect/reading/attempt.js";
import type { Deployer } from "../../migration/deployer.js";
import type { BaseResult } from "../../result/result.js";
import { MigrationError } from "../../support/errors.js";
import type { Existing } from "../finding/find-existing.js";
import type { ChangeInputs } from "../inputs.js";

/**
 * Finds the universal contracts that a change uses: first the voting machines in the result, which a check takes as
 * those of the file; then contracts of the DAO itself; then those of known bases. Each must have the release's code.
 */
export async function findBase(
  deployer: Pick<Deployer, "code">,
  release: ArcRelease,
  existing: Existing,
  { recorded, bases }: Pick<ChangeInputs, "recorded" | "bases">,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const own = contractsOf(existing, release.version);
  const machines: Readonly<Record<string, unknown>> = {
    GenesisProtocol: recorded?.genesisProtocol,
    AbsoluteVote: recorded?.absoluteVote,
  };
  for (const name of universalContracts(release).filter((each) => USED_BY_DAOS.includes(each))) {
    const claims = [machines[name], ...(own.get(name) ?? []), ...bases.map((base) => base[name])];
    for (const address of claims) {
      if (!isAddress(address) || address === ZeroAddress) continue;
      if (!isCodeOf(release.artifact(name), await deployer.code(address))) continue;
      found.set(name, address);
      break;
    }
  }
  return found;
}

/** Contracts of a release that the DAO uses as schemes or voting machines, those used most first. */
function contractsOf({ facts }: Existing, release: string): ReadonlyMap<string, readonly string[]> {
  const { schemes, votingMachines } = facts.inspection;
  const uses = new Map<string, number>();
  for (const { parameters } of schemes) {
    if (parameters === undefined || isNotRead(parameters)) continue;
    for (const { votingMachine } of Object.values(parameters.votes)) {
      uses.set(votingMachine, (uses.get(votingMachine) ?? 0) + 1);
    }
  }
  const contracts = [
    ...[...votingMachines]
      .map(({ contract }) => contract)
      .sort((a, b) => (uses.get(b.address) ?? 0) - (uses.get(a.address) ?? 0)),
    ...schemes.filter(({ registered }) => registered).map(({ contract }) => contract),
  ];
  const found = new Map<string, string[]>();
  for (const { name, releases = [], address } of contracts) {
    if (name === undefined || !releases.includes(release)) continue;
    found.set(name, [...(found.get(name) ?? []), address]);
  }
  return found;
}

/**
 * Completes a base with the needed contracts. Deploys schemes of many DAOs that do not exist.
 * @param needed names of contracts
 * @throws MigrationError for an unknown voting machine, because a new one would need a staking token
 */
export async function completeBase(
  deployer: Deployer,
  release: ArcRelease,
  found: ReadonlyMap<string, string>,
  needed: ReadonlySet<string>,
): Promise<BaseResult> {
  const base: Record<string, string> = { arcVersion: release.version };
  for (const name of universalContracts(release)) {
    const known = found.get(name);
    if (known !== undefined) base[name] = known;
    else if (needed.has(name)) {
      const artifact = release.artifact(name);
      if (constructorInputs(artifact).length > 0) throw unknown(name, release);
      base[name] = (await deployer.deploy(`change/base/${name}`, artifact)).address;
    }
  }
  // These are never called, because none of their vote parameters are set.
  for (const name of ["GenesisProtocol", "AbsoluteVote"]) base[name] ??= ZeroAddress;
  return base as unknown as BaseResult;
}

function unknown(name: string, { version }: ArcRelease): MigrationError {
  return new MigrationError(
    `No ${name} of Arc ${version} is known on this chain: no scheme of the DAO uses one, and the result file lists ` +
      `none. Pass the result file of its base with --output, or migrate a base with \`dao-migrate base -a ${version}\`.`,
  );
}
