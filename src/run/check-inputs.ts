import { readFile } from "node:fs/promises";

import { DEFAULT_ARC_VERSION, resolveArcVersion } from "../arc/versions.js";
import { sectionNames } from "../chain/networks.js";
import { readFacts } from "../check/check-dao.js";
import type { RecordedDao } from "../check/facts/check-facts.js";
import { jsonPlaces, locate } from "../check/report/json-places.js";
import { CHECK_SCHEMA_VERSION, type CheckReport, type Silence } from "../check/report/report.js";
import { runRules } from "../check/run-rules.js";
import type { Path } from "../params/file/issues.js";
import { readEntry } from "../result/file.js";
import type { LedgerEntry } from "../result/result.js";
import { inspectInputs, type InspectInputs } from "./inspect-inputs.js";
import type { ParametersSource } from "./parameters-source.js";
import { prepareDao } from "./prepare.js";

/** Which DAO is compared with which parameters. */
export interface CheckInputs extends Omit<InspectInputs, "section"> {
  readonly params: ParametersSource;
  /** In full or short, where the parameters ask for none. Default: the DAO's own. */
  readonly arcVersion?: string | undefined;
  readonly customAbis?: string | undefined;
  /** Relative paths and an installed `@daostack/arc` are looked up here. */
  readonly projectRoot: string;
  readonly silenced?: readonly Silence[] | undefined;
  /** Told what takes long. */
  readonly onNote?: ((message: string) => void) | undefined;
}

/**
 * Compares a DAO on a chain with its parameters, and with the result file where that knows it.
 * @throws UsageError for an address that is none, or a silence of a rule that does not exist
 * @throws ParametersError with all mistakes of the parameters
 * @throws MigrationError where there is no DAO to read, or a release cannot be had
 */
export async function checkInputs(inputs: CheckInputs): Promise<CheckReport> {
  const { provider, params, onNote } = inputs;
  const { inspection, chain } = await inspectInputs({
    ...inputs,
    ...(inputs.avatar === undefined && { section: "dao" }),
  });
  const entry = await readEntry(inputs.output, chain);
  const avatar = inspection.avatar.address;
  const dao = entry?.dao?.Avatar.toLowerCase() === avatar.toLowerCase() ? entry.dao : undefined;
  const recorded = dao === undefined ? undefined : recordedOf(dao, entry);
  const prepared = await prepareDao(
    {
      params,
      customAbis: inputs.customAbis,
      projectRoot: inputs.projectRoot,
      onEvent: (event) => {
        if (event.type === "note") onNote?.(event.message);
      },
    },
    chain.name,
    inputs.arcVersion !== undefined
      ? resolveArcVersion(inputs.arcVersion)
      : (dao?.arcVersion ?? inspection.releases.at(-1) ?? DEFAULT_ARC_VERSION),
  );
  const facts = await readFacts(provider, { ...prepared, inspection, recorded }, inputs);
  const file = typeof params === "string" ? params : undefined;
  const { chainId, block } = inspection;
  return {
    schemaVersion: CHECK_SCHEMA_VERSION,
    network: chain.name,
    chainId,
    block: { number: block.number, hash: block.hash },
    avatar,
    arcVersion: facts.wanted.release,
    ...(file !== undefined && { params: file }),
    usedResult: recorded !== undefined,
    ...runRules(facts, inputs.silenced, await locatorOf(file, chain.name)),
  };
}

function recordedOf(
  {
    Controller,
    NativeToken,
    NativeReputation,
    StandAloneContracts,
    Schemes,
  }: NonNullable<LedgerEntry["dao"]>,
  entry: LedgerEntry | undefined,
): RecordedDao {
  const { GenesisProtocol, AbsoluteVote } = entry?.base ?? {};
  return {
    Controller,
    NativeToken,
    NativeReputation,
    StandAloneContracts,
    schemes: Schemes,
    ...(GenesisProtocol !== undefined && { genesisProtocol: GenesisProtocol }),
    ...(AbsoluteVote !== undefined && { absoluteVote: AbsoluteVote }),
  };
}

async function locatorOf(file: string | undefined, network: string) {
  if (file === undefined) return undefined;
  const places = jsonPlaces((await readFile(file, "utf8")).replace(/^\uFEFF/, ""));
  const sections = [...sectionNames(network), "default"];
  return (path: Path) => locate(places, path, sections);
}
