import { ARC_VERSIONS, DEFAULT_ARC_VERSION, resolveArcVersion } from "../arc/versions.js";
import type { NetworkName } from "../chain/networks.js";
import { IssueList } from "../params/file/issues.js";
import { effectiveArcVersion } from "../params/load-parameters.js";
import { readParametersFile } from "../params/file/read-file.js";

/**
 * The release that a migration will be of: the parameters' own, else the one asked for, else the
 * latest. A predecessor's result file has bases of many releases, and is read for this one.
 * @param params a file's path or its contents; undefined where no DAO is made
 * @param asked by flag or configuration, in full or short
 */
export async function wantedArcVersion(
  params: string | object | undefined,
  network: NetworkName,
  asked: string | undefined,
): Promise<string> {
  const otherwise = resolveArcVersion(asked ?? DEFAULT_ARC_VERSION);
  if (params === undefined) return otherwise;
  const raw =
    typeof params === "string" ? await readParametersFile(params, new IssueList(params)) : params;
  const wanted = effectiveArcVersion(raw, { network, arcVersion: otherwise });
  // A release that there is none of is one of the file's mistakes, and reported with all others.
  return (
    ARC_VERSIONS.find((known) => known === wanted || known.endsWith(`-${wanted}`)) ?? otherwise
  );
}
