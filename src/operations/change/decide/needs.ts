import type { ArcRelease } from "../../../foundation/arc/artifact.js";
import { factoryOf } from "../../../foundation/arc/factories.js";
import { BUILT_IN_SCHEMES } from "../../../foundation/arc/permissions.js";
import { contractOfSection, isShared } from "../../../foundation/arc/shared-schemes.js";
import { machineOf } from "../../../foundation/params/voting-machine-of-scheme.js";
import type { KeptContracts } from "../../../engine/migration/prepare-contracts.js";
import {
  FILE_MACHINES,
  type Argument,
  type CustomSchemeParameters,
  type DaoParameters,
  type FunctionCall,
  type Reference,
} from "../../../foundation/params/parameters.js";
import { referencesIn, votesOfScheme } from "../../../foundation/params/references-in.js";

/** What is needed to make the contracts of a file that do not exist. */
export interface Needs {
  /** Places of vote parameters. */
  readonly votes: ReadonlySet<number>;
  /** Places of stand-alone contracts to deploy, and of those that exist and are referred to. */
  readonly standAlone: ReadonlySet<number>;
  readonly uses: ReadonlySet<number>;
  /** Names of contracts of the base. */
  readonly base: ReadonlySet<string>;
}

/**
 * @param kept what exists
 * @param makesAll whether to deploy all other stand-alone contracts, even if nothing refers to them
 */
export function needsOf(
  parameters: DaoParameters,
  release: ArcRelease,
  kept: KeptContracts,
  makesAll: boolean,
): Needs {
  const { votingMachinesParams, standAloneContracts } = parameters;
  const made = schemesOf(parameters, release).filter((_, place) => !kept.schemes.has(place));
  const references: Reference[] = [];
  const standAlone = new Set<number>();
  const uses = new Set<number>();
  const addAll = (all: readonly Reference[]): void => {
    references.push(...all);
    for (const each of all) if ("standAloneContract" in each) add(each.standAloneContract);
  };
  const add = (place: number): void => {
    if (kept.standAlone.has(place)) uses.add(place);
    if (standAlone.has(place) || kept.standAlone.has(place)) return;
    standAlone.add(place);
    const { args = [], runFunctions } = standAloneContracts[place]!;
    addAll(referencesIn([...args, ...argumentsOf(runFunctions)]));
  };
  for (const scheme of made) addAll(scheme.references);
  if (makesAll) for (const place of standAloneContracts.keys()) add(place);
  const votes = new Set(
    references.flatMap((each) => ("voteParams" in each ? [each.voteParams] : [])),
  );
  const machines = FILE_MACHINES.filter((name) =>
    references.some((each) => "address" in each && each.address === `${name}Address`),
  );
  const base = new Set([
    ...[...votes].map((place) => machineOf(votingMachinesParams[place]!)),
    ...made.flatMap(({ universal }) => universal ?? []),
    ...machines,
  ]);
  return { votes, standAlone, uses, base };
}

/** All schemes of a file, in the order of a result, with the contract of the base that each is, or that creates it. */
function schemesOf({ schemes, customSchemes }: DaoParameters, release: ArcRelease) {
  return [
    ...BUILT_IN_SCHEMES.flatMap((name) =>
      schemes[name].map((scheme) => ({
        universal: isShared(name, release) ? contractOfSection(name, release) : undefined,
        references: [
          ...votesOfScheme(scheme).map((voteParams) => ({ voteParams })),
          ...referencesIn(Object.values(scheme) as Argument[]),
        ],
      })),
    ),
    ...customSchemes.map(({ name, schemeName, fromFactory, args, address, runFunctions }) => ({
      universal: fromFactory ? factoryOf(schemeName, name)?.contractName : undefined,
      references: referencesIn([
        ...args,
        ...(typeof address === "object" ? [address] : []),
        ...argumentsOf(runFunctions),
      ]),
    })),
  ];
}

function argumentsOf(calls: readonly FunctionCall[]): readonly Argument[] {
  return calls.flatMap(({ args }) => args);
}

/** A list with holes for the places that are not among the entries. */
export function withHoles<Value>(entries: Iterable<readonly [number, Value]>): Value[] {
  const list: Value[] = [];
  for (const [place, value] of entries) list[place] = value;
  return list;
}

/** How many schemes of the file come before its custom schemes. */
export function builtInCount({ schemes }: Pick<DaoParameters, "schemes">): number {
  return Object.values(schemes).reduce((sum, list) => sum + list.length, 0);
}

/** @param place among all schemes of the file */
export function customSchemeAt(
  parameters: DaoParameters,
  place: number,
): CustomSchemeParameters | undefined {
  return parameters.customSchemes[place - builtInCount(parameters)];
}
