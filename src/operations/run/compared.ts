import { whichRelease } from "../../foundation/arc/which-release.js";
import { withoutMark } from "../../foundation/support/json-text.js";
import type { ArcRelease } from "../../foundation/arc/artifact.js";
import { openArcRelease } from "../../foundation/arc/open-release.js";
import type { NetworkName } from "../../foundation/chain/networks.js";
import { TEST_MNEMONIC, walletsOf } from "../../foundation/chain/test-accounts.js";
import { isNotRead } from "../../engine/inspect/reading/attempt.js";
import { demoParameters } from "../../engine/migration/demo-test.js";
import { readFacts } from "../check/check-dao.js";
import type { WantedInputs } from "../check/facts/wanted-dao.js";
import { readCreations } from "../check/facts/creations.js";
import type { ChangeInputs } from "../change/inputs.js";
import type { CheckFacts, RecordedDao } from "../check/facts/check-facts.js";
import { jsonPlaces, locate } from "../check/report/json-places.js";
import { CHECK_SCHEMA_VERSION, type CheckReport, type Silence } from "../check/report/report.js";
import { runRules } from "../check/run-rules.js";
import type { Eip1193Provider } from "../../foundation/chain/provider.js";
import type { Inspection } from "../../engine/inspect/description.js";
import type { InspectOptions } from "../../engine/inspect/inspect-dao.js";
import { issueWarning, type Path } from "../../foundation/params/file/issues.js";
import { readEntries } from "../../foundation/result/file.js";
import { entryOfDao, organizationWith } from "../../foundation/result/ledger.js";
import type {
  BaseResult,
  DaoResult,
  DemoTestResult,
  LedgerEntry,
} from "../../foundation/result/result.js";
import type { DaoChoice, InspectedDao } from "./find-dao.js";
import {
  sectionsThatCount,
  type ParametersSource,
} from "../../foundation/params/which-parameters.js";
import { prepareDao } from "./prepare.js";
import { withPlacesOf } from "./result-places.js";
import { MigrationError } from "../../foundation/support/errors.js";
import { readRegular } from "../../foundation/support/read-regular.js";

/** What to compare a DAO with, and how it was chosen. */
export interface ComparedInputs extends Pick<DaoChoice, "avatar" | "section"> {
  /** Absent for a demo test, where they are those of every demo test. */
  readonly params?: ParametersSource;
  /** Full or short, used if the parameters name none. Default: the DAO's own. */
  readonly arcVersion?: string;
  readonly customAbis?: string;
  /** Base of relative paths and of an installed `@daostack/arc`. */
  readonly projectRoot: string;
  /** Path of the result file. */
  readonly output: string;
  /** Called with what takes long, and what of the file has no effect. */
  readonly onNote?: (message: string) => void;
}

export interface CheckInputs extends ComparedInputs, Pick<InspectOptions, "cacheDir" | "signal"> {
  readonly provider: Eip1193Provider;
  readonly silenced?: readonly Silence[];
}

/** Compares a DAO with its parameters, and with the result file if that contains it. */
export async function checkInspected(
  inputs: CheckInputs,
  { inspection, chain }: InspectedDao,
): Promise<CheckReport> {
  const { params, provider, silenced } = inputs;
  const file = typeof params === "string" ? params : undefined;
  const compared = await readCompared(inputs, { inspection, chain });
  const against = { ...compared, inspection, network: chain.name, file, silenced };
  return await checkInspection(provider, against, inputs);
}

/**
 * Reads what to compare a DAO with, for the release that the parameters, the user or the DAO itself names.
 * @returns as base that of the DAO in the result file; if the file does not have this DAO, the newest for this chain
 */
export async function readCompared(
  inputs: ComparedInputs,
  { inspection, chain }: InspectedDao,
): Promise<ChangeInputs> {
  const { params, onNote } = inputs;
  const avatar = inspection.avatar.address;
  const entries = await readEntries(inputs.output, chain);
  const entry = entryOfDao(entries, avatar) ?? entries[0];
  const dao = entry && organizationWith(entry, avatar);
  const arcVersion = whichRelease(inputs.arcVersion, dao?.arcVersion, inspection.releases.at(-1));
  const wanted =
    params === undefined
      ? await readWantedDemo(inputs, arcVersion, inspection, entry?.test)
      : await prepareDao(
          {
            ...inputs,
            onEvent(event) {
              if (event.type === "note") onNote?.(event.message);
              // What has no effect is not compared.
              if (event.type === "parametersWarning") onNote?.(issueWarning(event.issue));
            },
          },
          chain.name,
          arcVersion,
        );
  if (params !== undefined && inputs.avatar === undefined && inputs.section !== "test")
    requireMeant(wanted.parameters.orgName, inspection, entries, inputs.output);
  const recorded =
    dao && withPlacesOf(wanted.parameters, dao, recordedOf(dao, entry?.base, entry?.createdIn));
  const { Intended: intended, IntendedController: intendedController }: Partial<DaoResult> =
    dao ?? {};
  // A DAO may be changed to the release of a newer base, which is in an entry of its own.
  const { version } = wanted.artifacts.release;
  const ofRelease = [entry, ...entries].find((each) => each?.base?.arcVersion === version);
  const { base } = ofRelease ?? entry ?? {};
  return { ...wanted, recorded, base, intended, intendedController };
}

/**
 * Nobody said which DAO of the result file is meant, and the parameters may be those of another one than the newest.
 * @throws MigrationError if only the other one has their name
 */
function requireMeant(
  orgName: string,
  { name, avatar }: Inspection,
  entries: readonly LedgerEntry[],
  output: string,
): void {
  if (isNotRead(name) || name === orgName) return;
  const meant = entries.find(({ dao }) => dao?.name === orgName)?.dao;
  if (meant === undefined || meant.Avatar === avatar.address) return;
  throw new MigrationError(
    `The parameters describe "${orgName}", which is ${meant.Avatar} in ${output}, but the newest DAO there, ` +
      `${avatar.address}, has another name. Pass the address of the one that you mean.`,
  );
}

/**
 * A demo test is always the same, except for its founders' accounts: any will do, as long as number and amounts match.
 */
async function readWantedDemo(
  { projectRoot, onNote }: ComparedInputs,
  arcVersion: string,
  { founders }: Inspection,
  test: DemoTestResult | undefined,
): Promise<WantedInputs> {
  const release = await openArcRelease(arcVersion, { projectRoot, onFetch: onNote });
  const found = isNotRead(founders) ? [] : founders.map(({ account }) => account);
  const usual = walletsOf(TEST_MNEMONIC).map(({ address }) => address);
  return demoWanted(release, [...new Set([...found, ...usual])], test?.ActionMock);
}

export function demoWanted(
  release: ArcRelease,
  accounts: readonly string[],
  actionMock: string | undefined,
): WantedInputs {
  const artifacts = { release, releases: new Map([[release.version, release]]), custom: new Map() };
  return { parameters: demoParameters(accounts, actionMock), artifacts, raw: {} };
}

export interface InspectionCheck
  extends WantedInputs, Pick<CheckFacts, "inspection" | "recorded" | "deployer"> {
  readonly network: NetworkName;
  /** The parameters file; absent if the parameters do not come from a file. */
  readonly file?: string;
  readonly silenced?: readonly Silence[];
}

/** Compares an inspection with checked parameters. */
export async function checkInspection(
  provider: Eip1193Provider,
  { network, file, silenced, ...wanted }: InspectionCheck,
  options: Pick<InspectOptions, "cacheDir" | "signal">,
): Promise<CheckReport> {
  const read = await readFacts(provider, wanted, options);
  const creations = await readCreations(provider, read, wanted.artifacts, {});
  const facts = { ...read, creations };
  const { inspection, recorded } = wanted;
  const { chainId, block } = inspection;
  return {
    schemaVersion: CHECK_SCHEMA_VERSION,
    network,
    chainId,
    block: { number: block.number, hash: block.hash },
    avatar: inspection.avatar.address,
    arcVersion: facts.wanted.release,
    params: file,
    usedResult: recorded !== undefined,
    ...runRules(facts, silenced, await readPlaces(file, network)),
  };
}

/** A result's entry of a DAO or a demo test, in the form that the rules use. */
export function recordedOf(
  dao: DaoResult | DemoTestResult,
  base: BaseResult | undefined,
  createdIn?: RecordedDao["createdIn"],
): RecordedDao {
  const { Controller, NativeToken, NativeReputation, Schemes } = dao;
  return {
    Controller,
    NativeToken,
    NativeReputation,
    StandAloneContracts: "StandAloneContracts" in dao ? dao.StandAloneContracts : [],
    schemes: Schemes,
    genesisProtocol: base?.GenesisProtocol,
    absoluteVote: base?.AbsoluteVote,
    stakingToken: base?.DAOToken,
    createdIn,
  };
}

async function readPlaces(file: string | undefined, network: string) {
  if (file === undefined) return undefined;
  const places = jsonPlaces(withoutMark(await readRegular(file, "utf8")));
  const sections = sectionsThatCount(network).toReversed();
  return (path: Path) => locate(places, path, sections);
}
