import type { BuildFiles } from "../../foundation/arc/build-files.js";
import type { ArcRelease, Artifact } from "../../foundation/arc/artifact.js";
import type { NetworkName } from "../../foundation/chain/networks.js";
import type { Inspection, Inspected } from "../../engine/inspect/description.js";
import { isNotRead } from "../../engine/inspect/reading/attempt.js";
import { ParametersError } from "../../foundation/params/file/issues.js";
import type { MigrationParameters } from "../../foundation/params/file/migration-parameters.js";
import { mergeParameters, resolveParameters } from "../../foundation/params/load-parameters.js";
import { MigrationError } from "../../foundation/support/errors.js";
import { partsOf } from "../check/check-dao.js";
import { wantedDaoOf } from "../check/facts/wanted-dao.js";
import { Addresses } from "./addresses.js";
import { chooseRelease } from "./choose-release.js";
import { creationOf, foundersOf } from "./creation.js";
import { noteTheRest } from "./notes.js";
import { EXPORT_SCHEMA_VERSION, type ExportReport, type Findings } from "./report.js";
import { writeSchemes, type CustomScheme, type WrittenSchemes } from "./schemes.js";
import {
  companionsOf,
  isOwn,
  reportLeftOut,
  writeStandAlone,
  type ListedContract,
} from "./stand-alone.js";
import { VoteSets } from "./vote-sets.js";
import { findWhatFilesCannotExpress } from "./what-files-cannot-express.js";

export interface ExportOptions {
  /** The chain, as sections of a parameters file name it. */
  readonly network: NetworkName;
  /** Whether to use today's holders instead of the original founders. */
  readonly now: boolean;
  /** Folder with build files of contracts that are not Arc's. */
  readonly builds?: BuildFiles;
  /** Build files that match the code of schemes, by the scheme's address. */
  readonly custom?: ReadonlyMap<string, Artifact>;
  /** What the result file lists beside the DAO and has Arc's code. Default: nothing. */
  readonly listed?: readonly ListedContract[];
  readonly openRelease: (version: string) => Promise<ArcRelease>;
}

/**
 * Writes parameters from which a migration creates a DAO equal to the inspected one.
 * @throws MigrationError if they would create a different one without saying so
 */
export async function exportInspection(
  inspection: Inspection,
  options: ExportOptions,
): Promise<ExportReport> {
  const { missingEvents, token } = inspection;
  if (missingEvents !== undefined) {
    throw new MigrationError(
      `The DAO cannot be exported: ${missingEvents}. Omit --from-block, or pass the block in which the ` +
        "avatar was created, and use a node that has its state (an archive node).",
    );
  }
  const findings: Findings = { missing: [], notes: [] };
  const version = chooseRelease(inspection, findings);
  const release = await options.openRelease(version);
  const creation = creationOf(inspection, version, findings);
  const { founders, leftOut } = foundersOf(inspection, options.now, findings);
  const votes = new VoteSets(inspection, release, findings);
  const own = inspection.schemes.filter(isOwn).map(({ contract }) => contract.address);
  const addresses = new Addresses(inspection, votes, own);
  const { custom = new Map<string, Artifact>() } = options;
  const words = { release: version, custom, votes, addresses, findings };
  const listed = options.listed ?? [];
  const standAlone = writeStandAlone(inspection, companionsOf(inspection, listed), words);
  reportLeftOut(inspection, listed, findings);
  const schemes = writeSchemes(inspection, release, words);
  noteTheRest(inspection, findings);
  const parameters: MigrationParameters = {
    orgName: required("its name", inspection.name),
    tokenName: required("the name of its token", token.name),
    tokenSymbol: required("the symbol of its token", token.symbol),
    arcVersion: version,
    founders,
    VotingMachinesParams: votes.entries,
    ...sectionsOf(schemes),
    StandAloneContracts: standAlone.length > 0 ? standAlone : undefined,
    CustomSchemes: schemes.custom.length > 0 ? byName(schemes.custom) : undefined,
    ...creation,
    // DaoCreator cannot create a DAO without a founder.
    useDaoCreator: creation.useDaoCreator && founders.length > 0,
    useUController: inspection.controller.universal,
  };
  addresses.tell({ ...schemes, standAlone }, findings);
  const resolved = await resolve(parameters, version, options);
  const standAloneContracts = [...addresses.standAlone.keys()].map((address, index) => ({
    name: standAlone[index]!.name,
    address,
    arcVersion: version,
  }));
  const facts = {
    inspection,
    wanted: wantedDaoOf({ ...resolved, raw: mergeParameters(parameters, "private").merged }),
    customCode: Object.fromEntries(
      [...custom].map(([at, { contractName }]) => [at, [contractName]]),
    ),
    // As a result file of the migration would list them.
    recorded: {
      ...partsOf(inspection),
      schemes: schemes.addresses.map((address) => ({ address })),
      StandAloneContracts: standAloneContracts,
      genesisProtocol: votes.genesisProtocol,
      absoluteVote: votes.absoluteVote,
    },
  };
  const missing = findWhatFilesCannotExpress(facts, [
    ...(findings.missing.length > 0 ? ["scheme-not-in-file"] : []),
    ...(options.now || leftOut > 0 ? ["founders"] : []),
  ]);
  findings.missing.push(...missing);
  const { chainId, block, avatar } = inspection;
  const complete = findings.missing.length === 0;
  const from = `Exported from the DAO ${avatar.address}, chain ID ${chainId}, at block ${block.number}.`;
  const differs =
    " A DAO created from this file differs from it: see the output of dao-migrate export.";
  return {
    schemaVersion: EXPORT_SCHEMA_VERSION,
    network: options.network,
    chainId,
    block: { number: block.number, hash: block.hash },
    avatar: avatar.address,
    arcVersion: version,
    founders: options.now ? "now" : "as founded",
    complete,
    parameters: { $comment: complete ? from : from + differs, ...parameters },
    ...findings,
  };
}

/** Resolves the parameters as a migration does, so that no file is written that a migration would refuse. */
async function resolve(
  parameters: MigrationParameters,
  arcVersion: string,
  { network, openRelease, builds }: ExportOptions,
) {
  try {
    const options = { network, arcVersion, openRelease, builds, file: "its parameters" };
    return await resolveParameters(parameters, options);
  } catch (error) {
    if (!(error instanceof ParametersError)) throw error;
    throw new MigrationError(
      `The DAO cannot be exported: it has values that a parameters file does not allow.\n${error.message}`,
      { cause: error },
    );
  }
}

function sectionsOf({ sections }: WrittenSchemes): object {
  const names = Object.keys(sections);
  if (names.length === 0) return {};
  return { schemes: Object.fromEntries(names.map((name) => [name, true])), ...sections };
}

/** By name, or as a list if names would change their order, which is the order on the chain. */
function byName(
  custom: WrittenSchemes["custom"],
): NonNullable<MigrationParameters["CustomSchemes"]> {
  const lists: Record<string, CustomScheme[]> = {};
  for (const { name = "", ...scheme } of custom) (lists[name] ??= []).push(scheme);
  const grouped = Object.entries(lists).flatMap(([name, list]) => list.map(() => name));
  return grouped.every((name, index) => custom[index]!.name === name) ? lists : [...custom];
}

function required(what: string, value: Inspected<string>): string {
  if (!isNotRead(value)) return value;
  throw new MigrationError(
    `The DAO cannot be exported: ${what} could not be read: ${value.notRead}. Use another node.`,
  );
}
