import { ZeroAddress, ZeroHash } from "ethers";

import { constructorInputs } from "../../../foundation/arc/abi.js";
import type { ArcRelease } from "../../../foundation/arc/artifact.js";
import { universalContracts } from "../../../foundation/arc/base-contracts.js";
import { ALL_PERMISSIONS } from "../../../foundation/arc/permissions.js";
import type { Deployer } from "../../../engine/migration/deployer.js";
import { at } from "../../../engine/migration/materials.js";
import {
  prepareContracts,
  type KeptContracts,
  type PreparedContracts,
} from "../../../engine/migration/prepare-contracts.js";
import { requireCustomSchemes } from "../../../engine/migration/prepare-custom-schemes.js";
import { NOT_NEEDED } from "../../../engine/migration/warn-of-useless-votes.js";
import { registerSchemes, unregisterOwner } from "../../../engine/migration/register-schemes.js";
import type { DaoParameters } from "../../../foundation/params/parameters.js";
import type {
  BaseResult,
  ContractResult,
  SchemeResult,
} from "../../../foundation/result/result.js";
import { MigrationError } from "../../../foundation/support/errors.js";
import type { DecidedChange } from "../decide/decide-change.js";
import { builtInCount } from "../decide/needs.js";
import { hasExactly } from "../decide/new-controller.js";

const STEP = "change";

/** The contracts of a file. A stand-alone contract has no address if it is unknown and nothing needs it. */
export interface MadeContracts extends PreparedContracts {
  /** The controller to which the DAO will be upgraded; absent if it keeps its own. */
  readonly controller?: string;
}

/**
 * Deploys what does not exist yet of a file, and sets parameters, with the steps of a migration that remain. None of
 * this affects the DAO before a vote registers it.
 */
export async function makeContracts(
  deployer: Deployer,
  decided: DecidedChange,
): Promise<MadeContracts> {
  const { artifacts } = decided.inputs;
  const { avatar, token, reputation } = decided.inspection;
  const base = await completeBase(deployer, artifacts.release, decided);
  const parameters = remainingParameters(decided);
  const materials = { deployer, step: STEP, artifacts, base, parameters };
  const builtIn = builtInCount(parameters);
  await requireCustomSchemes(materials, (index) => decided.kept.schemes.has(builtIn + index));
  const made = await prepareContracts(
    materials,
    {
      avatar: avatar.address,
      token: token.contract.address,
      reputation: reputation.contract.address,
    },
    { ...decided.kept, standAlone: keptStandAlone(decided) },
  );
  const controller = await makeController(deployer, artifacts.release, decided, made.schemes);
  return { ...made, controller };
}

export function isKnown({ address }: Pick<ContractResult, "address">): boolean {
  return address !== ZeroAddress;
}

/**
 * The base with everything that is needed. Deploys universal schemes that do not exist.
 * @throws MigrationError for an unknown voting machine, because a new one would need a staking token
 */
async function completeBase(
  deployer: Deployer,
  release: ArcRelease,
  { base: { contracts }, needs }: DecidedChange,
): Promise<BaseResult> {
  // Unknown voting machines are never called, because none of their vote parameters are set.
  const unknown = { GenesisProtocol: ZeroAddress, AbsoluteVote: ZeroAddress };
  const base: Record<string, string> = { arcVersion: release.version, ...unknown, ...contracts };
  for (const name of universalContracts(release)) {
    if (contracts[name] !== undefined || !needs.base.has(name)) continue;
    const artifact = release.artifact(name);
    if (constructorInputs(artifact).length > 0) {
      throw new MigrationError(
        `No ${name} of Arc ${release.version} is known on this chain: no scheme of the DAO uses one, and the result file ` +
          "lists none. Pass the result file of its base with --result, or migrate a base with " +
          `\`dao-migrate base -a ${release.version}\`.`,
      );
    }
    base[name] = (await deployer.deploy(`${STEP}/base/${name}`, artifact)).address;
  }
  return base as unknown as BaseResult;
}

/** The parameters without votes that nothing needs, and with the addresses of custom schemes that only change. */
function remainingParameters({ inputs, needs, changed }: DecidedChange): DaoParameters {
  const { parameters } = inputs;
  const builtIn = builtInCount(parameters);
  return {
    ...parameters,
    votingMachinesParams: parameters.votingMachinesParams.map((set, index) =>
      needs.votes.has(index) ? set : NOT_NEEDED,
    ),
    customSchemes: parameters.customSchemes.map((scheme, index) => {
      const address = changed.get(builtIn + index);
      return address === undefined ? scheme : { ...scheme, address };
    }),
  };
}

function keptStandAlone({ inputs, needs, kept }: DecidedChange): KeptContracts["standAlone"] {
  const { parameters } = inputs;
  const unneeded = [...parameters.standAloneContracts.entries()]
    .filter(([index]) => !needs.standAlone.has(index))
    .map(([index, { name, alias }]) => [index, { name, alias, address: ZeroAddress }] as const);
  return new Map<number, ContractResult>([...unneeded, ...kept.standAlone]);
}

/**
 * Deploys a controller of the file's release for the DAO and registers the file's schemes with it, unless it exists. At
 * the end, the deploying account gives up its permissions, so the DAO gets exactly what it votes on.
 * @returns its address; undefined if the DAO keeps its controller
 */
async function makeController(
  deployer: Deployer,
  release: ArcRelease,
  { controller: decision, keptDeployer, inspection }: DecidedChange,
  schemes: readonly SchemeResult[],
): Promise<string | undefined> {
  if (decision.keeps) return undefined;
  const account = { name: "account", permissions: ALL_PERMISSIONS, paramsHash: ZeroHash };
  const wanted = keptDeployer ? [...schemes, { ...account, address: keptDeployer }] : schemes;
  const made = decision.made.find((each) => hasExactly(each, wanted));
  if (made !== undefined) return made.address;
  const step = `${STEP}/controller`;
  const avatar = at(release, "Avatar", inspection.avatar.address);
  const artifact = release.artifact("Controller");
  const controller = await deployer.deploy(`${step}/deploy`, artifact, [avatar.address]);
  const site = { deployer, step };
  const organization = { avatar, controller };
  await registerSchemes(site, organization, wanted, {});
  if (deployer.account !== keptDeployer) await unregisterOwner(site, organization, {});
  return controller.address;
}
