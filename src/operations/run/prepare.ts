import type { WantedInputs } from "../check/facts/wanted-dao.js";
import type { PreparedChange } from "../change/propose-change.js";
import type { ArcRelease } from "../../foundation/arc/artifact.js";
import { openArcRelease } from "../../foundation/arc/open-release.js";
import { MigrationError } from "../../foundation/support/errors.js";
import type { NetworkName } from "../../foundation/chain/networks.js";
import type { Target } from "../../foundation/chain/target.js";
import type { OnEvent } from "../../engine/execution/steps/event.js";
import type { ChainFacts } from "../../engine/execution/steps/step.js";
import { cautionsOf } from "../../foundation/params/cautions.js";
import { exampleParameters } from "../../foundation/params/example.js";
import type { Warning } from "../../foundation/support/warning.js";
import {
  mergeParameters,
  openParameters,
  resolveMerged,
  type OpenParameters,
} from "../../foundation/params/load-parameters.js";
import { requireDaoSupport } from "../../foundation/arc/features.js";
import type { ResultFile } from "../../foundation/result/file.js";
import type { ResultSections } from "../../foundation/result/result.js";
import { whichRelease } from "../../foundation/arc/which-release.js";
import { buildFiles } from "./build-files.js";
import type { ParametersSource } from "../../foundation/params/which-parameters.js";

/** A part of a migration and of its result. */
export type Section = "base" | "dao" | "test";

export interface MigrationInputs {
  /** What to migrate. Without "base", a base must already exist. */
  readonly sections: readonly Section[];
  /** Full or short. Default: that of the existing base, or the latest release. */
  readonly arcVersion?: string;
  /** Parameters of the DAO; needed if a DAO is created. */
  readonly params?: ParametersSource;
  /** The same, already read: a live migration needs their release before it opens the result file. */
  readonly parameters?: OpenParameters;
  /** Founders of the example DAO, so that tests can vote. Default: those in the packaged file. */
  readonly exampleFounders?: () => Promise<readonly string[]>;
  /** Folder of build files of contracts that are not Arc's, one `<Name>.json` each. */
  readonly customAbis?: string;
  /** Base of relative paths, of the project's artifacts and of an installed `@daostack/arc`. */
  readonly projectRoot: string;
  readonly onEvent?: OnEvent;
}

/**
 * All inputs of a migration, read and checked. From here on, a migration opens no files, and connects only to its
 * chain.
 */
export interface PreparedMigration {
  readonly sections: readonly Section[];
  readonly release: ArcRelease;
  readonly dao?: WantedInputs & {
    /** Consequences of the parameters that hardly anybody wants. */
    readonly cautions?: readonly Warning[];
  };
  /** Base contracts that are already deployed and will be reused, by name. */
  readonly reusable?: Readonly<Record<string, string>>;
  /** The change of an existing DAO, instead of a migration. */
  readonly change?: PreparedChange;
}

/** A prepared migration, and where it runs. */
export interface MigrationTerms {
  readonly target: Target;
  readonly facts: ChainFacts;
  readonly prepared: PreparedMigration;
  readonly file: ResultFile;
  readonly existing: ResultSections;
}

/**
 * Checks the inputs of a migration. Nothing has been sent if it throws.
 * @param existing what the result file has for this chain; a DAO or demo test builds on its base
 */
export async function prepareMigration(
  inputs: MigrationInputs,
  network: NetworkName,
  existing: ResultSections,
): Promise<PreparedMigration> {
  // A folder that does not exist is a mistake even if nothing needs it.
  buildFiles(inputs.projectRoot, inputs.customAbis);
  const makesBase = inputs.sections.includes("base");
  const arcVersion = whichRelease(
    inputs.arcVersion,
    makesBase ? undefined : existing.base?.arcVersion,
  );

  const dao = inputs.sections.includes("dao")
    ? await prepareDao(inputs, network, arcVersion)
    : undefined;
  const release = dao?.artifacts.release ?? (await open(arcVersion, inputs));
  if (dao !== undefined || inputs.sections.includes("test")) requireDaoSupport(release);
  if (!makesBase) requireBase(release, existing);
  return { sections: inputs.sections, release, ...(dao !== undefined && { dao }) };
}

/**
 * Reads and checks a DAO's parameters like a migration does.
 * @param arcVersion release to use if the parameters name none
 */
export async function prepareDao(
  inputs: Omit<MigrationInputs, "sections">,
  network: NetworkName,
  arcVersion: string,
) {
  const { params } = inputs;
  const parameters =
    inputs.parameters ?? (params === undefined ? undefined : await openParameters(params, network));
  if (parameters === undefined)
    throw new MigrationError("No migration parameters were given. Pass a file with --params.");
  const context = {
    network,
    arcVersion,
    builds: buildFiles(inputs.projectRoot, inputs.customAbis),
    openRelease: async (version: string) => await open(version, inputs),
  };
  const merged =
    typeof parameters === "symbol"
      ? mergeParameters(await example(inputs, arcVersion), network)
      : parameters;
  const { parameters: checked, warnings, artifacts } = await resolveMerged(merged, context);
  for (const issue of warnings) inputs.onEvent?.({ type: "parametersWarning", issue });
  const cautions = cautionsOf(checked);
  for (const warning of cautions) inputs.onEvent?.({ type: "warning", warning });
  return { parameters: checked, artifacts, cautions, raw: merged.merged };
}

async function example(
  inputs: Omit<MigrationInputs, "sections">,
  arcVersion: string,
): Promise<object> {
  const release = await open(arcVersion, inputs);
  return await exampleParameters(release, await inputs.exampleFounders?.());
}

async function open(
  version: string,
  { projectRoot, onEvent }: Omit<MigrationInputs, "sections">,
): Promise<ArcRelease> {
  return await openArcRelease(version, {
    projectRoot,
    onFetch: (message) => onEvent?.({ type: "note", message }),
  });
}

function requireBase({ version }: ArcRelease, { base }: ResultSections): void {
  if (base?.arcVersion === version) return;
  const found = base === undefined ? "" : ` (this is one of Arc ${base.arcVersion})`;
  throw new MigrationError(
    `The result file has no base of Arc ${version} on this chain, and a DAO needs one${found}. Migrate the base first, with ` +
      "`hardhat dao:migrate-base` or `dao-migrate base`, or both at once, with `hardhat dao:migrate` or `dao-migrate`; the " +
      "file keeps those of other releases.",
  );
}
