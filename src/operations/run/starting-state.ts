import {
  openParameters,
  releaseOfParameters,
  type OpenParameters,
} from "../../foundation/params/load-parameters.js";
import { releaseOfMigration, whichRelease } from "../../foundation/arc/which-release.js";
import type { ChainIdentity } from "../../foundation/chain/identity.js";
import type { Eip1193Provider } from "../../foundation/chain/provider.js";
import { Target } from "../../foundation/chain/target.js";
import type { OnEvent } from "../../engine/execution/steps/event.js";
import { isDeployed } from "../../engine/migration/trusted-base.js";
import { restarted, ResultFile } from "../../foundation/result/file.js";
import { knownDeployments } from "../../foundation/result/known-deployments.js";
import type { ResultSections } from "../../foundation/result/result.js";
import { noteMissingCode } from "./missing-code.js";
import type { MigrationInputs } from "./prepare.js";

export interface StartingState {
  readonly file: ResultFile;
  /** Read once. Their release decides which sections of the result file are used. */
  readonly parameters: OpenParameters | undefined;
  /** What is already on the chain: the network's known base, and the result file's sections for the release. */
  readonly existing: ResultSections;
}

interface StartingStateInputs extends Pick<
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
export async function openStartingState(
  inputs: StartingStateInputs,
  chain: ChainIdentity,
  makesBase: boolean,
): Promise<StartingState> {
  const { provider, sections, arcVersion, params, output, restart, readsOnly, onEvent } = inputs;
  const parameters =
    params === undefined || !sections.includes("dao")
      ? undefined
      : await openParameters(params, chain.name);
  const written =
    parameters === undefined || typeof parameters === "symbol"
      ? undefined
      : releaseOfParameters(parameters);
  const wanted = releaseOfMigration(written, arcVersion, makesBase);
  const file = await ResultFile[readsOnly === true ? "read" : "open"](output, chain, wanted);
  const own = restart === true ? restarted(file.sections, sections) : file.sections;
  const target = new Target(provider, chain);
  const known = await findKnownBase(target, whichRelease(wanted), onEvent);
  const where = `The result file ${file.path} lists contracts that are`;
  await noteMissingCode(target, own, where, onEvent);
  const existing = { ...known, ...own };
  return { file, parameters, existing };
}

/** The known base of a release on a live network, if its contracts have code. */
async function findKnownBase(
  target: Target,
  arcVersion: string,
  onEvent: OnEvent | undefined,
): Promise<Pick<ResultSections, "base">> {
  const { base } = await knownDeployments(target.chain.name, arcVersion);
  if (base === undefined) return {};
  const code = async (address: string) => await target.code(address);
  if (await isDeployed(code, base)) return { base };
  const where = `Some contracts of the known base of Arc ${arcVersion} are`;
  await noteMissingCode(target, { base }, where, onEvent);
  return {};
}
