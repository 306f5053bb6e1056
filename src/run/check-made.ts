import { failureReason } from "../chain/failure-reason.js";
import type { Target } from "../chain/target.js";
import type { WantedInputs } from "../check/facts/wanted-dao.js";
import type { CheckReport, Silence } from "../check/report/report.js";
import type { OnEvent } from "../execution/steps/event.js";
import { inspectDao } from "../inspect/inspect-dao.js";
import type { BaseResult, DaoResult, DemoTestResult, ResultSections } from "../result/result.js";
import { checkInspection, demoWanted, recordedOf } from "./check-inputs.js";
import type { ParametersSource } from "./parameters-source.js";
import type { PreparedMigration } from "./prepare.js";

/** Milliseconds. The migration is already done, so nobody should wait longer for its check. */
const AT_MOST = 120_000;

const VOTED: Silence = { rule: "supply", reason: "voting in the demo costs and earns reputation" };

/** How to check a migration to a live network at its end. */
export interface CheckWishes {
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
export interface MadeDaos {
  readonly target: Target;
  readonly prepared: PreparedMigration;
  readonly existing: ResultSections;
  readonly made: ResultSections;
  readonly testAccounts: readonly string[];
  /** The first and last block of its steps. */
  readonly blocks: { readonly first: number | undefined; readonly last: number };
}

interface MadeCheckInputs extends CheckWishes {
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
  const { check = true, params, silenced } = inputs;
  const { dao, test } = done.made;
  if (!check || (dao === undefined && test === undefined)) return [];
  inputs.onEvent?.({ type: "checking" });
  const checks: MadeCheck[] = [];
  const wanted = done.prepared.dao;
  if (dao !== undefined && wanted !== undefined) {
    const file = typeof params === "string" ? params : undefined;
    checks.push(await checkOne(inputs, done, "dao", dao, { wanted, file, silenced }));
  }
  if (test !== undefined) {
    const demo = demoWanted(done.prepared.release, done.testAccounts, test.ActionMock);
    const against = { wanted: demo, file: undefined, silenced: [...(silenced ?? []), VOTED] };
    checks.push(await checkOne(inputs, done, "test", test, against));
  }
  return checks;
}

async function checkOne(
  { signal }: MadeCheckInputs,
  { target, made, existing, blocks }: MadeDaos,
  section: MadeCheck["section"],
  dao: DaoResult | DemoTestResult,
  against: {
    readonly wanted: WantedInputs;
    readonly file: string | undefined;
    readonly silenced: readonly Silence[] | undefined;
  },
): Promise<MadeCheck> {
  const { provider, chain } = target;
  const base: BaseResult | undefined = made.base ?? existing.base;
  const timeout = AbortSignal.timeout(AT_MOST);
  const limited = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
  try {
    const { wanted, ...rest } = against;
    const inspection = await inspectDao(provider, dao.Avatar, {
      block: Number((await target.blockSince(blocks.last, 1000)).number),
      fromBlock: blocks.first,
      signal: limited,
    });
    const recorded = recordedOf(dao, base);
    const inputs = { ...wanted, ...rest, inspection, recorded, network: chain.name };
    const report = await checkInspection(provider, inputs, { signal: limited });
    return { section, avatar: dao.Avatar, report };
  } catch (error) {
    return { section, avatar: dao.Avatar, notChecked: reasonOf(error, signal, timeout) };
  }
}

function reasonOf(error: unknown, signal: AbortSignal | undefined, timeout: AbortSignal): string {
  if (signal?.aborted === true) return "it was interrupted";
  if (timeout.aborted) return `the node took longer than ${AT_MOST / 1000} s`;
  return failureReason(error);
}
