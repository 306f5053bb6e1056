import { ARC_VERSIONS, DEFAULT_ARC_VERSION, resolveArcVersion } from "../arc/versions.js";
import type { NetworkName } from "../chain/networks.js";
import {
  mergeParameters,
  readParameters,
  releaseOfParameters,
  type MergedParameters,
} from "../params/load-parameters.js";
import type { EXAMPLE_DAO, ParametersSource } from "./parameters-source.js";

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

/**
 * The Arc release of a migration: that of the parameters, or else the one asked for. Otherwise the latest if the
 * migration makes a base, or else that of the base it builds on. The result file is read for this release.
 * @param asked by flag or configuration, full or short
 * @param makesBase whether the migration makes a base
 * @returns undefined for the release of the base it builds on
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
  // An unknown release is one of the file's mistakes, reported with the others.
  return (
    ARC_VERSIONS.find((known) => known === wanted || known.endsWith(`-${wanted}`)) ?? otherwise
  );
}
