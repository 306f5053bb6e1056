import type { ArcRelease } from "../arc/artifact.js";
import type { NetworkName } from "../chain/networks.js";
import type { ArtifactSet } from "./artifact-set.js";
import { Described, IssueList, ParametersError, type ParameterIssue } from "./file/issues.js";
import { Place } from "./file/place.js";
import { isObject } from "../support/is-object.js";
import { plain, type PlainObject } from "./file/plain.js";
import { readParametersFile } from "./file/read-file.js";
import { mergeSections } from "./file/sections.js";
import type { DaoParameters } from "./parameters.js";
import { ContractFinder } from "./resolve/contract-finder.js";
import { resolveCustomSchemes } from "./resolve/custom-schemes.js";
import { resolveFounders } from "./resolve/founders.js";
import { resolveNamesAndSwitches } from "./resolve/names-and-switches.js";
import type { ParametersContext, Resolution } from "./resolve/resolution.js";
import { resolveSchemes } from "./resolve/built-in-schemes.js";
import { resolveStandAloneContracts } from "./resolve/stand-alone-contracts.js";
import type { EXAMPLE_DAO, ParametersSource } from "./which-parameters.js";
import { resolveVoteParameters, votingMachinesOf } from "./resolve/vote-parameters.js";

export interface ResolvedParameters {
  readonly parameters: DaoParameters;
  /** Unusual but harmless values, in the order of the file's parts. */
  readonly warnings: readonly ParameterIssue[];
  /** Every artifact that the parameters need. */
  readonly artifacts: ArtifactSet;
}

/** The merged parameters for one network, with the mistakes found so far. */
export interface MergedParameters {
  readonly merged: PlainObject;
  readonly issues: IssueList;
}

/**
 * Reads a parameters file and merges its sections. The file is read only once: first for its release ({@link
 * releaseOfParameters}), then to check it against that release ({@link resolveMerged}).
 * @throws ParametersError if the file cannot be read or is not JSON
 */
export async function readParameters(
  path: string,
  network: NetworkName,
): Promise<MergedParameters> {
  const issues = new IssueList(path);
  const file = await readParametersFile(path, issues);
  const parameters = mergeParameters(file, network, issues);
  if (isObject(file)) requireAny(parameters, file, network);
  return parameters;
}

/** Rejects an empty file, or one for other networks only: it would create a DAO that nobody described. */
function requireAny({ merged, issues }: MergedParameters, file: object, network: string): void {
  if (Object.keys(merged).length > 0) return;
  const keys = Object.keys(file).filter((key) => key !== "$schema");
  const found = keys.length === 0 ? "nothing" : `only ${keys.slice(0, 8).join(", ").slice(0, 80)}`;
  const wanted = `parameters at the top level, in the section default, or in the section ${network}`;
  issues.error([], new Described(found), wanted, `it has no parameters for ${network}`);
}

/**
 * Merges the sections of parameters given as an object.
 * @param raw contents of a parameters file; not changed
 */
export function mergeParameters(
  raw: unknown,
  network: NetworkName,
  issues = new IssueList(),
): MergedParameters {
  const file = plain(raw, issues);
  if (isObject(file)) return { merged: mergeSections(file, network, issues), issues };
  if (issues.errors.length === 0) {
    issues.error([], raw, "an object with the parameters of a DAO", "it is not an object");
  }
  return { merged: Object.create(null) as PlainObject, issues };
}

/** Parameters that were read. The example is made later, when the release is known. */
export type OpenParameters = MergedParameters | typeof EXAMPLE_DAO;

/** @throws ParametersError if the file cannot be read or is not JSON */
export async function openParameters(
  source: ParametersSource,
  network: NetworkName,
): Promise<OpenParameters> {
  if (typeof source === "symbol") return source;
  return typeof source === "string"
    ? await readParameters(source, network)
    : mergeParameters(source, network);
}

/** The release that the parameters name, as written; undefined if they name none. */
export function releaseOfParameters({ merged }: MergedParameters): string | undefined {
  const { arcVersion } = merged;
  return typeof arcVersion === "string" && arcVersion.trim() !== "" ? arcVersion : undefined;
}

/**
 * Checks parameters given as an object against the releases that they name. Needs no chain.
 * @param raw contents of a parameters file; not changed
 * @throws ParametersError with all mistakes in the file
 * @throws MigrationError if the release of the context cannot be opened
 */
export async function resolveParameters(
  raw: unknown,
  context: ParametersContext,
): Promise<ResolvedParameters> {
  const issues = new IssueList(context.file);
  return await resolveMerged(mergeParameters(raw, context.network, issues), context);
}

/**
 * Checks merged parameters against the releases that they name.
 * @throws ParametersError with all mistakes
 */
export async function resolveMerged(
  { merged, issues }: MergedParameters,
  context: ParametersContext,
): Promise<ResolvedParameters> {
  const contracts = new ContractFinder(context);
  const root = new Place(merged, issues);
  const release = await daoRelease(root.at("arcVersion"), context, contracts);
  const resolution: Resolution = {
    root,
    release,
    contracts,
    votingMachines: votingMachinesOf(root),
    standAloneCount: root.at("StandAloneContracts").referable().length,
  };
  const parameters: DaoParameters = {
    ...resolveNamesAndSwitches(resolution),
    arcVersion: merged.arcVersion === undefined ? undefined : release?.version,
    founders: resolveFounders(resolution),
    votingMachinesParams: resolveVoteParameters(resolution),
    schemes: resolveSchemes(resolution),
    standAloneContracts: await resolveStandAloneContracts(resolution),
    customSchemes: await resolveCustomSchemes(resolution),
  };
  issues.throwIfAny();
  if (release === undefined) throw new ParametersError(issues.errors, issues.warnings);
  const { releases, custom } = contracts;
  return { parameters, warnings: issues.warnings, artifacts: { release, releases, custom } };
}

/**
 * If the file names a release that is not available, that is a mistake in the file; for the context's release, it is
 * not.
 */
async function daoRelease(
  named: Place,
  context: ParametersContext,
  contracts: ContractFinder,
): Promise<ArcRelease | undefined> {
  if (named.value === undefined) return await contracts.open(context.arcVersion);
  return typeof named.value === "string" ? await contracts.release(named.value, named) : undefined;
}
