import { newestOf } from "../../foundation/arc/known-code.js";
import type { Inspection } from "../../engine/inspect/description.js";
import { ifRead } from "../../engine/inspect/reading/attempt.js";
import type { Deployer } from "../../engine/migration/deployer.js";
import { warnOfOthers } from "../../engine/migration/trusted-base.js";
import { isSameAddress } from "../../foundation/chain/same-address.js";
import type { Target } from "../../foundation/chain/target.js";
import type { DaoResult, ResultSections } from "../../foundation/result/result.js";
import type { Warning } from "../../foundation/support/warning.js";
import type { SimulationWarning } from "../simulate/simulation.js";
import { refuseLock } from "./carry/lockout.js";
import type { DaoChange } from "./change.js";
import { isKnown, makeContracts, type MadeContracts } from "./carry/make-contracts.js";
import {
  submitProposals,
  type HandledProposal,
  type SubmitOptions,
} from "./carry/propose-or-wait.js";
import type { DecidedChange } from "./decide/decide-change.js";
import { neededProposals } from "./decide/needed-proposals.js";
import { requireNoneMeanwhile } from "./decide/proposed-meanwhile.js";
import { isOfSchemes } from "./decide/proposal-order.js";
import { brokenPromises } from "../simulate/verdicts/broken-promises.js";
import { duplicateWarnings, strayWarnings } from "./decide/warn-of-proposals.js";
import { partsOf } from "../check/check-dao.js";

/** How to prepare the proposals of a change. */
export interface PrepareOptions {
  /** Also prepares a change after which nothing could register schemes. */
  readonly force?: boolean;
  /** The proposals' description, such as the hash of a file on IPFS. */
  readonly description?: string;
}

/**
 * The first half of carrying out a change, on a fork or on the chain: deploys what the proposals refer to, and decides
 * which proposals the DAO needs.
 * @returns also what to know about the DAO's proposals
 * @throws MigrationError if nothing could register schemes afterwards, or a contract cannot be deployed
 */
export async function prepareProposals(
  deployer: Deployer,
  decided: DecidedChange,
  { force = false, description }: PrepareOptions,
) {
  await warnOfOthers(deployer, decided.unproven);
  const made = await makeContracts(deployer, decided);
  if (!force) refuseLock(decided, made.schemes);
  const proposals = neededProposals(decided, made, description);
  const stay = [...made.schemes.map(({ address }) => address), decided.keptDeployer];
  const stays = (scheme: string) => stay.some((each) => isSameAddress(scheme, each));
  const warnings = [
    ...strayWarnings(decided.inspection, proposals),
    ...duplicateWarnings(decided.inspection),
    ...brokenPromises(decided.inspection, stays),
  ];
  for (const each of warnings) deployer.warn(warningOf(each));
  return { made, proposals, warnings };
}

/** A warning in the form in which a run reports it. */
export function warningOf({ id, what, why, todo }: SimulationWarning): Warning {
  return { code: id as Warning["code"], message: `${what} ${why} ${todo}` };
}

/** A change that runs over a deployer like a migration. */
export interface PreparedChange {
  readonly avatar: string;
  /** The DAO's name on the chain. Untrusted text. */
  readonly name: string;
  /** Contracts that it uses and that only the result file names, by a name for each. */
  readonly unproven: Readonly<Record<string, string>>;
  readonly run: (deployer: Deployer) => Promise<ResultSections>;
  /** Whether the DAO matched the file before; absent if that could not be tried on a fork. */
  readonly matches?: DaoChange["matches"];
  /** What to know before it is proposed, as far as it was tried on a fork. */
  readonly warnings?: readonly Warning[];
  /** What the last run did for each proposal. */
  readonly handled: () => readonly HandledProposal[];
  /** Called before anything is sent. Throws MigrationError if something unexpected was proposed since the DAO was read. */
  readonly requireNoneMeanwhile: (
    isExpected: (from: string, hash: string) => boolean,
  ) => Promise<void>;
}

/**
 * Prepares to make the proposals of a change on the chain.
 * @param recorded the result file's entry of the DAO
 * @param account which proposes
 */
export function prepareChange(
  decided: DecidedChange,
  options: PrepareOptions & SubmitOptions,
  recorded: DaoResult,
  target: Target,
  account: string,
): PreparedChange {
  const { inspection, unproven } = decided;
  const { name, avatar } = inspection;
  let handled: readonly HandledProposal[] | undefined;
  return {
    avatar: avatar.address,
    name: ifRead(name) ?? "",
    unproven,
    handled: () => handled ?? [],
    requireNoneMeanwhile: async (isExpected) => {
      // Without a rehearsal, it is not known whether something will be proposed.
      if (handled?.some(({ outcome }) => outcome === "proposed") !== false)
        await requireNoneMeanwhile(target, account, inspection, isExpected);
    },
    run: async (deployer) => {
      const { made, proposals } = await prepareProposals(deployer, decided, options);
      handled = await submitProposals(deployer, proposals, inspection, options);
      const isDone = !proposals.some(isOfSchemes);
      return { dao: resultOf(recorded, made, isDone ? inspection : undefined) };
    },
  };
}

/**
 * The DAO's entry in the result file, with the contracts that were deployed for the change.
 * @param changed the DAO, if it has all of them already
 */
function resultOf(
  recorded: DaoResult,
  { schemes, standAlone, companions, controller }: MadeContracts,
  changed: Inspection | undefined,
): DaoResult {
  const { Intended: _, IntendedController: __, ...rest } = recorded;
  return {
    ...rest,
    ...(changed === undefined
      ? { Intended: schemes }
      : { Controller: changed.controller.address, Schemes: schemes }),
    IntendedController: controller,
    // The list goes by position, so it is only written if every contract is known.
    ...(standAlone.every(isKnown) && { StandAloneContracts: [...standAlone, ...companions] }),
  };
}

/** An entry for the result file, if it has no DAO. */
export function entryOf(inspection: Inspection): DaoResult {
  const { avatar, name, schemes, releases } = inspection;
  return {
    name: ifRead(name) ?? "",
    arcVersion: releases.at(-1) ?? "",
    Avatar: avatar.address,
    ...partsOf(inspection),
    Schemes: schemes
      .filter(({ registered }) => registered)
      .map(({ contract, permissions, paramsHash }) => ({
        name: contract.name ?? "unknown",
        address: contract.address,
        arcVersion: newestOf(contract) ?? "",
        permissions: permissions.bytes,
        paramsHash,
      })),
    StandAloneContracts: [],
  };
}
