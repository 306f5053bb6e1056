import { failureReason } from "../../foundation/chain/failure-reason.js";
import type { CheckReport, Silence } from "../check/report/report.js";
import type { OnEvent } from "../../engine/execution/steps/event.js";
import { inspectDao } from "../../engine/inspect/inspect-dao.js";
import type {
  DaoResult,
  DemoTestResult,
  MigrationResult,
  ResultSections,
} from "../../foundation/result/result.js";
import { checkInspection, demoWanted, recordedOf, type InspectionCheck } from "./compared.js";
import type { ParametersSource } from "../../foundation/params/which-parameters.js";
import type { MigrationTerms } from "./prepare.js";

/** Milliseconds. The migration is already done, so nobody should wait longer for its check. */
const AT_MOST = 120_000;

/** The check reads events from the migration's first block on. */
const SHARED: Silence = {
  rule: "storage",
  where: "controller",
  reason:
    "the base's universal controller is older than this migration; a check of its own reads all its events",
};
const VOTED: Silence = { rule: "supply", reason: "voting in the demo costs and earns reputation" };

/** How to check a migration to a live network at its end. */
export interface CheckOptions {
  /** Whether to compare the DAO on the chain with its parameters at the end. Default: yes. */
  readonly check?: boolean;
  /** Findings that the user has reviewed and accepts. */
  readonly silenced?: readonly Silence[];
}

/** A DAO that a migration created, read from the chain and compared with its parameters. */
export interface MadeCheck {
  readonly section: "dao" | "test";
  readonly avatar: string;
  /** Absent if it could not be checked. */
  readonly report?: CheckReport;
  /** Why it could not be checked; absent if it was. */
  readonly notChecked?: string;
}

/** A finished migration. */
export interface MadeDaos extends MigrationTerms {
  readonly made: ResultSections;
  /** Which transactions created contracts, as the result file says. */
  readonly createdIn?: MigrationResult["createdIn"];
  /** The first and last block of its steps. */
  readonly blocks: { readonly first: number | undefined; readonly last: number };
}

interface MadeCheckInputs extends CheckOptions {
  readonly params?: ParametersSource;
  readonly onEvent?: OnEvent;
  readonly signal?: AbortSignal;
}

/**
 * Checks the DAOs that a migration made, by reading them from the chain. A failure is only reported, because the
 * migration is already done.
 */
export async function checkMade(
  inputs: MadeCheckInputs,
  done: MadeDaos,
): Promise<readonly MadeCheck[]> {
  const { check = true, params, silenced = [] } = inputs;
  const { dao, test } = done.made;
  if (!check || (dao === undefined && test === undefined)) return [];
  inputs.onEvent?.({ type: "checking" });
  const checks: MadeCheck[] = [];
  const { dao: wanted, release } = done.prepared;
  if (dao !== undefined && wanted !== undefined) {
    const file = typeof params === "string" ? params : undefined;
    checks.push(await checkOne(inputs, done, "dao", dao, { ...wanted, file, silenced }));
  }
  if (test !== undefined) {
    const demo = demoWanted(release, done.facts.testAccounts, test.ActionMock);
    const against = { ...demo, file: undefined, silenced: [...silenced, VOTED] };
    checks.push(await checkOne(inputs, done, "test", test, against));
  }
  return checks;
}

async function checkOne(
  { signal }: MadeCheckInputs,
  { target, facts, made, existing, blocks, createdIn }: MadeDaos,
  section: MadeCheck["section"],
  dao: DaoResult | DemoTestResult,
  against: Omit<InspectionCheck, "inspection" | "network" | "recorded">,
): Promise<MadeCheck> {
  const { provider, chain } = target;
  const avatar = dao.Avatar;
  const timeout = AbortSignal.timeout(AT_MOST);
  const limited = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
  try {
    const inspection = await inspectDao(provider, avatar, {
      block: Number((await target.blockSince(blocks.last, 1000)).number),
      fromBlock: blocks.first,
      signal: limited,
    });
    const recorded = recordedOf(dao, made.base ?? existing.base, createdIn);
    const isShared = inspection.controller.universal && made.base === undefined;
    const silenced = [...(against.silenced ?? []), ...(isShared ? [SHARED] : [])];
    const inputs = {
      ...against,
      silenced,
      inspection,
      recorded,
      deployer: facts.account,
      network: chain.name,
    };
    const report = await checkInspection(provider, inputs, { signal: limited });
    return { section, avatar, report };
  } catch (error) {
    return { section, avatar, notChecked: reasonOf(error, signal, timeout) };
  }
}

function reasonOf(error: unknown, signal: AbortSignal | undefined, timeout: AbortSignal): string {
  if (signal?.aborted === true) return "it was interrupted";
  if (timeout.aborted) return `the node took longer than ${AT_MOST / 1000} s`;
  return failureReason(error);
}
