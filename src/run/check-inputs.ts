import { readFile } from "node:fs/promises";

import type { ArcRelease } from "../arc/artifact.js";
import { openArcRelease } from "../arc/open-release.js";
import { DEFAULT_ARC_VERSION, resolveArcVersion } from "../arc/versions.js";
import { sectionNames, type NetworkName } from "../chain/networks.js";
import { TEST_MNEMONIC, walletsOf } from "../chain/test-accounts.js";
import type { OnEvent } from "../execution/steps/event.js";
import { isNotRead } from "../inspect/reading/attempt.js";
import { demoParameters } from "../migration/demo-test.js";
import { readFacts } from "../check/check-dao.js";
import type { WantedInputs } from "../check/facts/wanted-dao.js";
import type { RecordedDao } from "../check/facts/check-facts.js";
import { jsonPlaces, locate } from "../check/report/json-places.js";
import { CHECK_SCHEMA_VERSION, type CheckReport, type Silence } from "../check/report/report.js";
import { runRules } from "../check/run-rules.js";
import type { Eip1193Provider } from "../chain/provider.js";
import type { Inspection } from "../inspect/description.js";
import type { InspectOptions } from "../inspect/inspect-dao.js";
import type { Path } from "../params/file/issues.js";
import { readEntry } from "../result/file.js";
import type { BaseResult, DaoResult, DemoTestResult } from "../result/result.js";
import { inspectInputs, type InspectedDao, type InspectInputs } from "./inspect-inputs.js";
import {
  parametersSource,
  type ParametersChoice,
  type ParametersSource,
} from "./parameters-source.js";
import { prepareDao } from "./prepare.js";
import { withPlacesOf } from "./result-places.js";

/** Which DAO to compare with which parameters. */
export interface CheckInputs extends InspectInputs {
  /** Absent with the section `test`, where they are those of every demo test. */
  readonly params: ParametersSource | undefined;
  /** Full or short, used if the parameters name none. Default: the DAO's own. */
  readonly arcVersion?: string;
  readonly customAbis?: string;
  /** Base of relative paths and of an installed `@daostack/arc`. */
  readonly projectRoot: string;
  readonly silenced?: readonly Silence[];
  /** Called with what takes long. */
  readonly onNote?: (message: string) => void;
}

/**
 * The parameters for a check: the same as for a migration, except for the demo test, whose parameters are known.
 * @param section section of the result file, if one was named
 */
export async function checkedParameters(
  section: string | undefined,
  choice: ParametersChoice,
): Promise<ParametersSource | undefined> {
  if (section === "test" && choice.given === undefined) return undefined;
  return await parametersSource(choice);
}

/**
 * Compares a DAO on a chain with its parameters, and with the result file if that contains it.
 * @throws UsageError for an invalid address, or for silencing a rule that does not exist
 * @throws ParametersError with all mistakes in the parameters
 * @throws MigrationError if there is no DAO to read, or a release cannot be fetched
 */
export async function checkInputs(inputs: CheckInputs): Promise<CheckReport> {
  const { section = "dao" } = inputs;
  const inspected = await inspectInputs({
    ...inputs,
    ...(inputs.avatar === undefined && { section }),
  });
  return await checkInspected(inputs, inspected);
}

/** Like {@link checkInputs}, for a DAO that was already read. */
export async function checkInspected(
  inputs: Omit<CheckInputs, "avatar">,
  { inspection, chain }: InspectedDao,
): Promise<CheckReport> {
  const wanted = await readCompared(inputs, { inspection, chain });
  const { params, provider } = inputs;
  return await checkInspection(
    provider,
    {
      ...wanted,
      inspection,
      network: chain.name,
      file: typeof params === "string" ? params : undefined,
      silenced: inputs.silenced,
    },
    inputs,
  );
}

/** What a DAO is compared with: the parameters, and its entry in the result file. */
export interface Compared extends WantedInputs {
  readonly recorded: RecordedDao | undefined;
  /** From the result file's newest entry for this chain. */
  readonly base: BaseResult | undefined;
  /** Schemes that a change is meant to register, from the result file. */
  readonly intended: DaoResult["Intended"];
  /** The controller that these schemes belong to. */
  readonly intendedController: DaoResult["IntendedController"];
}

/** Reads what to compare a DAO with, for the release that the parameters, the user or the DAO itself names. */
export async function readCompared(
  inputs: Pick<
    CheckInputs,
    "arcVersion" | "customAbis" | "onNote" | "output" | "params" | "projectRoot" | "section"
  >,
  { inspection, chain }: InspectedDao,
): Promise<Compared> {
  const { params, section = "dao" } = inputs;
  const entry = await readEntry(inputs.output, chain);
  const avatar = inspection.avatar.address.toLowerCase();
  const dao = [entry?.dao, entry?.test].find((each) => each?.Avatar.toLowerCase() === avatar);
  const arcVersion =
    inputs.arcVersion !== undefined
      ? resolveArcVersion(inputs.arcVersion)
      : (dao?.arcVersion ?? inspection.releases.at(-1) ?? DEFAULT_ARC_VERSION);
  const wanted =
    params === undefined && section === "test"
      ? await readWantedDemo(inputs, arcVersion, inspection, entry?.test)
      : await readWanted(inputs, params, arcVersion, chain.name);
  const recorded = dao && withPlacesOf(wanted.parameters, dao, recordedOf(dao, entry?.base));
  const { Intended: intended, IntendedController: intendedController }: Partial<DaoResult> =
    dao ?? {};
  return { ...wanted, recorded, base: entry?.base, intended, intendedController };
}

async function readWanted(
  { customAbis, projectRoot, onNote }: Pick<CheckInputs, "customAbis" | "projectRoot" | "onNote">,
  params: ParametersSource | undefined,
  arcVersion: string,
  network: NetworkName,
): Promise<WantedInputs> {
  const onEvent: OnEvent = (event) => {
    if (event.type === "note") onNote?.(event.message);
  };
  return await prepareDao({ params, customAbis, projectRoot, onEvent }, network, arcVersion);
}

/**
 * A demo test is always the same, except for its founders' accounts: any will do, as long as number and amounts match.
 */
async function readWantedDemo(
  { projectRoot, onNote }: Pick<CheckInputs, "projectRoot" | "onNote">,
  arcVersion: string,
  { founders }: Inspection,
  test: DemoTestResult | undefined,
): Promise<WantedInputs> {
  const release = await openArcRelease(arcVersion, {
    projectRoot,
    ...(onNote && { onFetch: onNote }),
  });
  const found = isNotRead(founders) ? [] : founders.map(({ account }) => account);
  const usual = walletsOf(TEST_MNEMONIC).map(({ address }) => address);
  const accounts = [...new Set([...found, ...usual])];
  return demoWanted(release, accounts, test?.ActionMock);
}

/** What a demo test is compared with; it has no parameters file. */
export function demoWanted(
  release: ArcRelease,
  accounts: readonly string[],
  actionMock: string | undefined,
): WantedInputs {
  const artifacts = { release, releases: new Map([[release.version, release]]), custom: new Map() };
  return { parameters: demoParameters(accounts, actionMock), artifacts, raw: {} };
}

/** What an inspection is compared with. */
export interface InspectionCheck extends WantedInputs {
  readonly inspection: Inspection;
  readonly network: NetworkName;
  /** The DAO's entry in the result file; absent if it has none. */
  readonly recorded: RecordedDao | undefined;
  /** The parameters file; absent if the parameters do not come from a file. */
  readonly file: string | undefined;
  readonly silenced: readonly Silence[] | undefined;
}

/** Compares an inspection with checked parameters. */
export async function checkInspection(
  provider: Eip1193Provider,
  { inspection, network, recorded, file, silenced, ...wanted }: InspectionCheck,
  options: Pick<InspectOptions, "cacheDir" | "signal">,
): Promise<CheckReport> {
  const facts = await readFacts(provider, { ...wanted, inspection, recorded }, options);
  const { chainId, block } = inspection;
  return {
    schemaVersion: CHECK_SCHEMA_VERSION,
    network,
    chainId,
    block: { number: block.number, hash: block.hash },
    avatar: inspection.avatar.address,
    arcVersion: facts.wanted.release,
    ...(file !== undefined && { params: file }),
    usedResult: recorded !== undefined,
    ...runRules(facts, silenced, await readPlaces(file, network)),
  };
}

/** A result's entry of a DAO or a demo test, in the form that the rules use. */
export function recordedOf(
  dao: DaoResult | DemoTestResult,
  base: BaseResult | undefined,
): RecordedDao {
  const { Controller, NativeToken, NativeReputation, Schemes } = dao;
  const { GenesisProtocol, AbsoluteVote } = base ?? {};
  return {
    Controller,
    NativeToken,
    NativeReputation,
    StandAloneContracts: "StandAloneContracts" in dao ? dao.StandAloneContracts : [],
    schemes: Schemes,
    ...(GenesisProtocol !== undefined && { genesisProtocol: GenesisProtocol }),
    ...(AbsoluteVote !== undefined && { absoluteVote: AbsoluteVote }),
  };
}

async function readPlaces(file: string | undefined, network: string) {
  if (file === undefined) return undefined;
  const places = jsonPlaces((await readFile(file, "utf8")).replace(/^\uFEFF/, ""));
  const sections = [...sectionNames(network), "default"];
  return (path: Path) => locate(places, path, sections);
}
