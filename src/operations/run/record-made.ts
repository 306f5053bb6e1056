import type { OnEvent } from "../../engine/execution/steps/event.js";
import type { StepLedger } from "../../engine/execution/steps/step-ledger.js";
import type { WrittenResult } from "../../foundation/result/file.js";
import { releaseOfEntry } from "../../foundation/result/ledger.js";
import type { MigrationResult, ResultSections } from "../../foundation/result/result.js";
import type { Warning } from "../../foundation/support/warning.js";
import { MigrationError } from "../../foundation/support/errors.js";
import type { MigrationTerms } from "./prepare.js";
import { contractsIn, warnOfMissingCode } from "./missing-code.js";

/** Passes each warning of a migration on only once, because rehearsal and run report the same. */
export class Warnings {
  readonly all: Warning[];
  readonly #onEvent: OnEvent | undefined;

  /** @param reported warnings that were already reported */
  constructor(onEvent: OnEvent | undefined, reported: readonly Warning[] = []) {
    this.#onEvent = onEvent;
    this.all = [...reported];
  }

  readonly add = (warning: Warning): void => {
    if (this.all.some(({ message }) => message === warning.message)) return;
    this.all.push(warning);
    this.#onEvent?.({ type: "warning", warning });
  };
}

/**
 * Adds what a migration made to the result file, and reports contracts without code and what moved in the file.
 * @param ledger knows which transactions created its contracts
 * @returns the file's content
 */
export async function recordMade(
  made: ResultSections,
  { target, file, existing, prepared, warnings }: MigrationTerms & { readonly warnings: Warnings },
  onEvent: OnEvent | undefined,
  ledger?: StepLedger,
): Promise<MigrationResult> {
  for (const warning of await warnOfMissingCode(target, made)) warnings.add(warning);
  const { name: network, chainId } = target.chain;
  if (Object.keys(made).length === 0) return { network, chainId, ...existing };
  const createdIn = ledger?.createdIn(contractsIn(made).map(([, address]) => address));
  const isChange = prepared.change !== undefined;
  const written = await file.add(made, existing, { isChange, createdIn });
  reportMoved(file.path, written, onEvent);
  return written.result;
}

/** The error for a migration that is done, but whose result cannot be written. */
export function notRecorded(made: ResultSections, error: unknown): MigrationError {
  const places = contractsIn(made).map(([name, address]) => `  ${name} ${address}`);
  return new MigrationError(
    [
      `The migration is done, but its result cannot be written: ${(error as Error).message}`,
      "Every step is on the chain, and the journal is kept. Fix that and run the same command again, or pass another file " +
        "with --output: the result is written, and nothing is sent again.",
      ...places,
    ].join("\n"),
    { cause: error },
  );
}

/** Reports what is no longer at the top of a result file, and where a predecessor's file is kept. */
export function reportMoved(
  file: string,
  { replaced, predecessor }: WrittenResult,
  onEvent: OnEvent | undefined,
): void {
  for (const entry of replaced) {
    const { network, chainId, dao, test } = entry;
    const daos = [dao, test].flatMap((section) => (section ? [section.name] : []));
    const arcVersion = releaseOfEntry(entry);
    onEvent?.({ type: "movedToOthers", file, network, chainId, arcVersion, daos });
  }
  if (predecessor !== undefined) onEvent?.({ type: "predecessorKept", file, kept: predecessor });
}
