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

/** @throws ParametersError where the file cannot be read or is not JSON */
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
 * The release that a migration will be of: the parameters' own, else the one asked for, else the
 * latest. A predecessor's result file has bases of many releases, and is read for this one.
 * @param asked by flag or configuration, in full or short
 */
export function wantedArcVersion(
  parameters: OpenParameters | undefined,
  asked: string | undefined,
): string {
  const otherwise = resolveArcVersion(asked ?? DEFAULT_ARC_VERSION);
  if (parameters === undefined || typeof parameters === "symbol") return otherwise;
  const wanted = releaseOfParameters(parameters);
  // An unknown release is one of the file's mistakes, and reported with all others.
  return (
    ARC_VERSIONS.find((known) => known === wanted || known.endsWith(`-${wanted}`)) ?? otherwise
  );
}
