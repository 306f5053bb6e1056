import { ZeroAddress, ZeroHash } from "ethers";

import { FACTORIES } from "../../arc/factories.js";
import { universalGenericScheme } from "../../arc/features.js";
import type { ArcRelease } from "../../arc/artifact.js";
import { machineOf } from "../../governance/voting-machine.js";
import type { Deployer } from "../../migration/deployer.js";
import { prepareContracts, type PreparedContracts } from "../../migration/prepare-contracts.js";
import type { DaoParameters } from "../../params/parameters.js";
import type { BaseResult, ContractResult } from "../../result/result.js";
import type { Existing } from "../finding/find-existing.js";
import { referencesIn } from "../../params/references-in.js";
import { neededStandAlone } from "../finding/stand-alone.js";
import type { ChangeInputs } from "../inputs.js";
import { makeController } from "./make-controller.js";
import { completeBase, findBase } from "./usable-base.js";

const STEP = "change";

/** The contracts of a file. A stand-alone contract has no address if it is unknown and nothing needs it. */
export interface MadeContracts extends PreparedContracts {
  /** The controller to which the DAO will be upgraded; absent if it keeps its own. */
  readonly controller?: string;
  readonly base: BaseResult;
}

/**
 * Deploys what does not exist yet of a file, and sets parameters, with the steps of a migration that remain. None of
 * this affects the DAO before a vote registers it.
 */
export async function makeContracts(
  deployer: Deployer,
  inputs: ChangeInputs,
  existing: Existing,
): Promise<MadeContracts> {
  const { artifacts } = inputs;
  const { release } = artifacts;
  const parameters = withAddresses(inputs.parameters, existing);
  const work = workOf(parameters, existing);
  const found = await findBase(deployer, release, existing, inputs);
  const base = await completeBase(deployer, release, found, neededOf(inputs, parameters, work));
  const { avatar, token, reputation } = existing.inspection;
  const { schemes, standAlone, companions } = await prepareContracts(
    { deployer, step: STEP, artifacts, base, parameters: withoutUnneededVotes(parameters, work) },
    {
      avatar: avatar.address,
      token: token.contract.address,
      reputation: reputation.contract.address,
    },
    { schemes: existing.kept, standAlone: keptStandAlone(parameters, existing, work, release) },
  );
  const controller = await makeController(
    deployer,
    `${STEP}/controller`,
    release,
    existing,
    schemes,
  );
  return {
    ...{ schemes, standAlone, companions, base },
    ...(controller !== undefined && { controller }),
  };
}

function withoutUnneededVotes(parameters: DaoParameters, { votes }: Work): DaoParameters {
  const votingMachinesParams = parameters.votingMachinesParams.map((set, index) =>
    votes.has(index) ? set : { votingParamsHash: ZeroHash },
  );
  return { ...parameters, votingMachinesParams };
}

/** Stand-alone contracts that exist, and those that nothing needs, which have no address. */
function keptStandAlone(
  { standAloneContracts }: DaoParameters,
  existing: Existing,
  work: Work,
  { version: arcVersion }: ArcRelease,
): ReadonlyMap<number, ContractResult> {
  const unneeded = [...standAloneContracts.entries()]
    .filter(([index]) => !work.standAlone.has(index))
    .map(([index, { name, alias }]): [number, ContractResult] => [
      index,
      { name, alias, address: ZeroAddress, arcVersion },
    ]);
  return new Map([...unneeded, ...existing.standAlone]);
}

/** An existing custom scheme of many DAOs only needs its new parameters. */
function withAddresses(parameters: DaoParameters, { reused }: Existing): DaoParameters {
  const builtIn = builtInOf(parameters).length;
  return {
    ...parameters,
    customSchemes: parameters.customSchemes.map((scheme, index) => {
      const address = reused.get(builtIn + index);
      const isThere = address !== undefined && scheme.isUniversal && !scheme.fromFactory;
      return isThere ? { ...scheme, address } : scheme;
    }),
  };
}

interface Work {
  /** Built-in schemes to deploy or set up, by section. */
  readonly sections: ReadonlySet<string>;
  /** Places of vote parameters that something refers to. */
  readonly votes: ReadonlySet<number>;
  /** Places of stand-alone contracts to deploy. */
  readonly standAlone: ReadonlySet<number>;
  /** Whether an argument is the GenesisProtocol's address. */
  readonly namesMachine: boolean;
  /** Names of factories. */
  readonly factories: ReadonlySet<string>;
}

interface BuiltIn {
  readonly section: keyof DaoParameters["schemes"];
  readonly votes: readonly number[];
}

function builtInOf({ schemes }: DaoParameters): readonly BuiltIn[] {
  return (Object.keys(schemes) as BuiltIn["section"][]).flatMap((section) =>
    schemes[section].map((scheme) => ({
      section,
      votes:
        "voteParams" in scheme
          ? [scheme.voteParams]
          : [scheme.voteRegisterParams, scheme.voteRemoveParams],
    })),
  );
}

/** The work to do: everything that schemes need that do not match the file, and new stand-alone contracts. */
function workOf(parameters: DaoParameters, existing: Existing): Work {
  const builtIn = builtInOf(parameters);
  const isMade = (place: number): boolean => !existing.kept.has(place);
  const made = builtIn.filter((_, place) => isMade(place));
  const custom = parameters.customSchemes.filter((_, index) => isMade(builtIn.length + index));
  const needed = neededStandAlone(parameters, isMade);
  const standAlone = [...parameters.standAloneContracts.keys()].filter(
    (index) => !existing.standAlone.has(index) && (existing.knowsStandAlone || needed.has(index)),
  );
  const references = referencesIn([
    ...custom.flatMap(({ args, runFunctions }) => [
      ...args,
      ...runFunctions.flatMap((call) => call.args),
    ]),
    ...standAlone.flatMap((index) => {
      const { args = [], runFunctions } = parameters.standAloneContracts[index]!;
      return [...args, ...runFunctions.flatMap((call) => call.args)];
    }),
  ]);
  const votes = [
    ...made.flatMap((each) => each.votes),
    ...references.flatMap((each) => ("voteParams" in each ? [each.voteParams] : [])),
  ];
  return {
    sections: new Set(made.map(({ section }) => section)),
    votes: new Set(votes),
    standAlone: new Set(standAlone),
    namesMachine: references.some(
      (each) => "address" in each && each.address === "GenesisProtocolAddress",
    ),
    factories: new Set(
      custom.flatMap(({ fromFactory, schemeName, name }) =>
        fromFactory ? [(FACTORIES[schemeName ?? name] ?? FACTORIES[name])?.contractName ?? ""] : [],
      ),
    ),
  };
}

/** Names of the base contracts that the work needs. */
function neededOf(
  { artifacts: { release } }: ChangeInputs,
  { votingMachinesParams }: DaoParameters,
  { sections, votes, namesMachine, factories }: Work,
): ReadonlySet<string> {
  const generic = universalGenericScheme(release);
  return new Set([
    ...[...votes].map((index) => machineOf(votingMachinesParams[index]!)),
    ...[...sections].flatMap((name) =>
      name === "GenericScheme" ? (generic === undefined ? [] : [generic]) : [name],
    ),
    ...(namesMachine ? ["GenesisProtocol"] : []),
    ...factories,
  ]);
}

/** Whether a contract's address is known. */
export function isKnown({ address }: Pick<ContractResult, "address">): boolean {
  return address !== ZeroAddress;
}
