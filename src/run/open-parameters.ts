import { ARC_VERSIONS, DEFAULT_ARC_VERSION, resolveArcVersion } from "../arc/versions.js";
import type { NetworkName } from "../chain/networks.js";
import {
  mergeParameters,
  readParameters,
  releaseOfParameters,
  type MergedParameters,
} from "../params/load-parameters.js";
import type { EXAMPLE_DAO, ParametersSource } from "./parameters-source.js";

/** Parameters that were read; the example is made once the release is known. */
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

/**
 * The release that a migration will be of: the parameters' own, else the one asked for, else that of
 * the base it builds on, or the latest where it makes one. The result file is read for this one.
 * @param asked by flag or configuration, in full or short
 * @param makesBase whether the migration makes a base
 * @returns undefined for that of the base it builds on
 */
export function wantedArcVersion(
  parameters: OpenParameters | undefined,
  asked: string | undefined,
  makesBase: boolean,
): string | undefined {
  const otherwise =
    asked === undefined ? (makesBase ? DEFAULT_ARC_VERSION : undefined) : resolveArcVersion(asked);
  if (parameters === undefined || typeof parameters === "symbol") return otherwise;
  const wanted = releaseOfParameters(parameters);
  // An unknown release is one of the file's mistakes, and reported with all others.
  return (
    ARC_VERSIONS.find((known) => known === wanted || known.endsWith(`-${wanted}`)) ?? otherwise
  );
}
