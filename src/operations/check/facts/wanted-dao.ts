import {
  withRegistered,
  BUILT_IN_PERMISSIONS,
  BUILT_IN_SCHEMES,
} from "../../../foundation/arc/permissions.js";
import { storedName } from "../../../foundation/arc/field-name.js";
import { ZeroAddress, ZeroHash } from "ethers";

import type { AbiParameter } from "../../../foundation/arc/artifact.js";
import { contractOfSection, isShared } from "../../../foundation/arc/shared-schemes.js";
import {
  isMachineField,
  isVotesField,
  machineOfScheme,
} from "../../../foundation/params/voting-machine-of-scheme.js";
import { artifactOf, type ArtifactSet } from "../../../foundation/params/artifact-set.js";
import { keepsDeployer } from "../../../foundation/params/keeps-deployer.js";
import type { Path } from "../../../foundation/params/file/issues.js";
import { isObject } from "../../../foundation/support/is-object.js";
import type { PlainObject } from "../../../foundation/params/file/plain.js";
import type {
  Argument,
  CustomSchemeParameters,
  DaoParameters,
  FunctionCall,
  GenesisProtocolParameters,
  VoteParameters,
} from "../../../foundation/params/parameters.js";
import type {
  WantedDao,
  WantedScheme,
  WantedStandAlone,
  WantedValue,
  WantedVotes,
} from "./check-facts.js";
import { sectionOf } from "../../../foundation/params/file/older-files.js";
import {
  FACTORY_VOTES,
  factoryVoteSet,
} from "../../../foundation/params/stored-vote-parameters.js";

/** The parameters, both resolved and as written in the file. */
export interface WantedInputs {
  readonly parameters: DaoParameters;
  readonly artifacts: ArtifactSet;
  /** The parameters as written, after merging the sections. */
  readonly raw: PlainObject;
}

/** Expresses the parameters as a chain would return them. */
export function wantedDaoOf(inputs: WantedInputs): WantedDao {
  const { parameters, artifacts, raw } = inputs;
  const { release } = artifacts;
  const all = [...builtInSchemes(inputs), ...customSchemes(inputs)];
  const numbered = all.map((scheme, index) => ({ ...scheme, index }));
  const places = founderPlaces(raw);
  return {
    release: release.version,
    orgName: parameters.orgName,
    tokenName: parameters.tokenName,
    tokenSymbol: parameters.tokenSymbol,
    usesUController: parameters.useUController,
    keepsDeployer: keepsDeployer(parameters),
    founders: parameters.founders.map((founder) => ({
      ...founder,
      path: ["founders", places.get(founder.address.toLowerCase()) ?? []].flat(),
    })),
    schemes: numbered.filter(
      (each) =>
        !each.isShared ||
        each === numbered.findLast(({ isShared, name }) => isShared && name === each.name),
    ),
    standAlone: standAloneContracts(inputs),
  };
}

/** The index of the first entry of each founder, by address in lower case. */
function founderPlaces({ founders }: PlainObject): ReadonlyMap<string, number> {
  const list: readonly unknown[] = Array.isArray(founders) ? founders : [];
  const addresses = list.map((each) => isObject(each) && String(each.address).trim().toLowerCase());
  return new Map(addresses.map((address, index) => [String(address), index] as const).reverse());
}

/** Without its index; `isShared` if all entries register the same contract, so that the last one counts. */
type Unnumbered = Omit<WantedScheme, "index"> & { readonly isShared: boolean };

function builtInSchemes({ parameters, artifacts, raw }: WantedInputs): Unnumbered[] {
  const { release } = artifacts;
  const { schemes } = parameters;
  const votes = (index: number): WantedVotes => votesAt(parameters, index);
  return BUILT_IN_SCHEMES.flatMap((name) =>
    schemes[name].map((scheme, index): Unnumbered => {
      const path = sectionPath(name, index, raw);
      return {
        name,
        path,
        contractNames: [contractOfSection(name, release)],
        release: release.version,
        permissions: withRegistered(BUILT_IN_PERMISSIONS[name]),
        votingMachine: machineOfScheme(scheme, parameters, (machine) => ({
          address: `${machine}Address` as const,
        })),
        votes:
          "voteParams" in scheme
            ? { "*": votes(scheme.voteParams) }
            : {
                voteRegisterParams: votes(scheme.voteRegisterParams),
                voteRemoveParams: votes(scheme.voteRemoveParams),
              },
        values: targetOf(scheme, path),
        calls: [],
        isShared: isShared(name, release),
      };
    }),
  );
}

function targetOf(scheme: object, path: Path): readonly WantedValue[] {
  if (!("targetContract" in scheme)) return [];
  const argument = scheme.targetContract as Argument;
  return [{ name: "contractToCall", argument, path: [...path, "targetContract"] }];
}

function standAloneContracts({ parameters, artifacts }: WantedInputs): WantedStandAlone[] {
  const { standAloneContracts: all, customSchemes: schemes } = parameters;
  const isScheme = (index: number): boolean =>
    schemes.some(
      ({ address }) => typeof address === "object" && address.standAloneContract === index,
    );
  return all.flatMap((contract, index) => {
    if (isScheme(index)) return [];
    const { name, alias = name, fromArc, arcVersion = artifacts.release.version } = contract;
    const path = ["StandAloneContracts", index];
    const { abi } = artifactOf(artifacts, contract);
    const setUp = contract.constructor
      ? abi.find(({ type }) => type === "constructor")
      : contract.abi;
    const named = namedValues(setUp?.inputs ?? [], contract.args ?? [], path);
    const owner = named.find((value) => value.name === "owner")?.argument;
    return {
      ...{ index, name: alias, path },
      code: `${name} of ${fromArc ? `Arc ${arcVersion}` : "the project"}`,
      values: named.filter((value) => value.name !== "owner"),
      ...afterwards(contract.runFunctions, path, owner),
    };
  });
}

function namedValues(
  inputs: readonly AbiParameter[],
  args: readonly Argument[],
  path: Path,
): readonly WantedValue[] {
  return args.map((argument, index) => {
    const { name = "", type, components = [] } = inputs[index] ?? {};
    const place = [...path, "params", index];
    const isStruct = type === "tuple" && typeof argument === "object" && "length" in argument;
    return {
      name: name === "" ? `argument ${index}` : storedName(name),
      argument,
      path: place,
      fields: isStruct
        ? components.map((each, at) => ({
            name: storedName(each.name),
            argument: argument[at]!,
            path: place,
          }))
        : undefined,
    };
  });
}

/** What a file has called after a contract's setup: who gets it, and everything else. */
function afterwards(
  runFunctions: readonly FunctionCall[],
  path: Path,
  first?: Argument,
): Pick<WantedStandAlone, "owner" | "calls"> {
  let owner = first;
  const calls = runFunctions.flatMap(({ functionName, args }, index) => {
    if (functionName === "transferOwnership") owner = args[0];
    else if (functionName === "renounceOwnership") owner = ZeroAddress;
    else return [{ functionName, args, path: [...path, "runFunctions", index] }];
    return [];
  });
  return { owner, calls };
}

function customSchemes({ parameters, artifacts, raw }: WantedInputs): Unnumbered[] {
  const paths = customPaths(raw);
  return parameters.customSchemes.map((scheme, index) => {
    const path = paths[index] ?? ["CustomSchemes"];
    const version = scheme.arcVersion ?? artifacts.release.version;
    return {
      name: scheme.alias ?? scheme.name,
      path,
      contractNames: [scheme.name],
      release: scheme.fromArc ? version : undefined,
      address: typeof scheme.address === "string" ? scheme.address : undefined,
      permissions: withRegistered(scheme.permissions),
      ...argumentsOf(scheme, path, parameters),
      ...afterwards(scheme.runFunctions, path),
      hidesAvatar: !scheme.isUniversal && !scheme.fromArc && hidesAvatar(scheme, artifacts),
      isShared: false,
    };
  });
}

function hidesAvatar(scheme: CustomSchemeParameters, artifacts: ArtifactSet): boolean {
  return !artifactOf(artifacts, scheme).abi.some(
    ({ type, name, outputs = [] }) =>
      type === "function" && (name === "avatar" || outputs.some((each) => each.name === "avatar")),
  );
}

const OF_FACTORY: readonly string[] = Object.values(FACTORY_VOTES);

function argumentsOf(
  { abi, args, isUniversal: hasNoAvatar }: CustomSchemeParameters,
  path: Path,
  parameters: DaoParameters,
): Pick<WantedScheme, "votes" | "values" | "votingMachine"> {
  const inputs = (abi?.inputs ?? []).slice(hasNoAvatar ? 0 : 1);
  const named = new Map(namedValues(inputs, args, path).map((value) => [value.name, value]));
  const votes: Record<string, WantedVotes> = {};
  const values: WantedValue[] = [];
  let votingMachine: Argument | undefined;
  for (const [name, value] of named) {
    const set = votesOf(value, parameters);
    if (isMachineField(name)) votingMachine = value.argument;
    else if (isVotesField(name) && set !== undefined) votes[value.name] = set;
    else if (!OF_FACTORY.includes(name)) values.push(value);
  }
  const ofFactory = factoryVoteSet((name) => named.get(name)?.argument);
  if (ofFactory !== undefined) {
    votes["*"] = {
      set: ofFactory as GenesisProtocolParameters,
      path: named.get(FACTORY_VOTES.numbers)!.path,
    };
  }
  // The scheme does not return which of the factory's presets it got.
  else values.push(...[...named].flatMap(([name, it]) => (OF_FACTORY.includes(name) ? it : [])));
  return { votes, values, votingMachine };
}

function votesOf(value: WantedValue, parameters: DaoParameters): WantedVotes | undefined {
  const { argument, path } = value;
  if (typeof argument === "object" && "voteParams" in argument) {
    return votesAt(parameters, argument.voteParams);
  }
  if (typeof argument !== "string" || argument === ZeroHash) return undefined;
  return { set: { votingParamsHash: argument }, path };
}

function votesAt({ votingMachinesParams }: DaoParameters, index: number): WantedVotes {
  const set: VoteParameters | undefined = votingMachinesParams[index];
  if (set === undefined) throw new Error(`There are no vote parameters ${index}.`);
  return { set, path: ["VotingMachinesParams", index] };
}

function customPaths({ CustomSchemes: section }: PlainObject): readonly Path[] {
  if (Array.isArray(section)) return section.map((_, index) => ["CustomSchemes", index]);
  if (!isObject(section)) return [];
  return Object.entries(section).flatMap(([key, list]) =>
    Array.isArray(list)
      ? list.map((_, index) => ["CustomSchemes", key, index])
      : [["CustomSchemes", key]],
  );
}

/** The path of a scheme's entry in its own section, or of its switch if it has no entry. */
function sectionPath(name: string, index: number, raw: PlainObject): Path {
  const key = sectionOf(name, raw);
  const section = raw[key];
  if (section === undefined) return ["schemes", name];
  return Array.isArray(section) ? [key, index] : [key];
}
