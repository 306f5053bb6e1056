import { DEFAULT_ARC_VERSION } from "../arc/versions.js";
import type { ChainIdentity } from "../chain/identity.js";
import type { Eip1193Provider } from "../chain/provider.js";
import { Target } from "../chain/target.js";
import { restarted, ResultFile } from "../result/file.js";
import type { ResultSections } from "../result/result.js";
import { knownBase } from "./known-base.js";
import { noteMissingCode } from "./missing-code.js";
import { openParameters, wantedArcVersion, type OpenParameters } from "./open-parameters.js";
import type { MigrationInputs } from "./prepare.js";

/** What a migration builds on. */
export interface Ground {
  readonly file: ResultFile;
  /** Read once. Their release decides which sections of the result file are used. */
  readonly parameters: OpenParameters | undefined;
  /** What is already on the chain: the network's known base, and the result file's sections for the release. */
  readonly existing: ResultSections;
}

interface GroundInputs extends Pick<
  MigrationInputs,
  "sections" | "arcVersion" | "params" | "onEvent"
> {
  readonly provider: Eip1193Provider;
  readonly output: string;
  readonly restart?: boolean;
  /** Whether the result file is not written. Default: false. */
  readonly readsOnly?: boolean;
}

/**
 * Opens the result file for the release that the parameters name, or else the user.
 * @param makesBase whether the default is the latest release; otherwise, it is that of the base
 * @throws MigrationError if the file or the parameters cannot be used
 */
export async function openGround(
  { provider, sections, arcVersion, params, output, restart, readsOnly, onEvent }: GroundInputs,
  chain: ChainIdentity,
  makesBase: boolean,
): Promise<Ground> {
  const parameters =
    params === undefined || !sections.includes("dao")
      ? undefined
      : await openParameters(params, chain.name);
  const wanted = wantedArcVersion(parameters, arcVersion, makesBase);
  const file = await ResultFile[readsOnly === true ? "read" : "open"](output, chain, wanted);
  const own = restart === true ? restarted(file.sections, sections) : file.sections;
  const target = new Target(provider, chain);
  const known = await knownBase(target, wanted ?? DEFAULT_ARC_VERSION, onEvent);
  await noteMissingCode(
    target,
    own,
    `The result file ${file.path} lists contracts that are`,
    onEvent,
  );
  return { file, parameters, existing: { ...known, ...own } };
}

/**
 * What the inputs are checked against. If the base is missing, that of another release is used, so that an error can
 * name it.
 */
export function nearestGround({ file, existing }: Ground, makesBase: boolean): ResultSections {
  return existing.base === undefined && !makesBase ? file.newest : existing;
}
