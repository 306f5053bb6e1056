import type { Target } from "../../foundation/chain/target.js";
import { entryOf } from "../change/propose-change.js";
import { inspectDao } from "../../engine/inspect/inspect-dao.js";
import { UnsafeDaoError } from "../../engine/migration/unsafe-dao.js";
import type { DemoTestResult, ResultSections } from "../../foundation/result/result.js";
import { MigrationError } from "../../foundation/support/errors.js";

/** A step that cannot be undone was mined, and what it rests on is not there: a migration cannot repair the DAO. */
export class SpoiledError extends MigrationError {
  override readonly name = "SpoiledError";
  /** What the rehearsal made of it. */
  readonly made: ResultSections;
  /** A sentence for each step that cannot be done any more. */
  readonly problems: readonly string[];

  constructor(made: ResultSections, problems: readonly string[]) {
    super(`This migration cannot be finished:\n${problems.map((each) => `  ${each}`).join("\n")}`);
    this.made = made;
    this.problems = problems;
  }
}

/**
 * Reads from the chain what became of a spoiled DAO.
 * @returns an error with the DAO as it is, for the result file; the given one if there is no DAO
 * @throws WrongChainError if the provider is on another chain, which does not show this DAO
 */
export async function readSpoiled(target: Target, error: SpoiledError): Promise<MigrationError> {
  const { made, problems } = error;
  const section = problems.some((each) => each.startsWith("Step test/")) ? "test" : "dao";
  const rehearsed = made[section];
  if (rehearsed === undefined) return error;
  await target.requireSameChain();
  const inspection = await inspectDao(target.provider, rehearsed.Avatar);
  const { address } = inspection.avatar;
  const unsafe = [
    ...problems,
    `Somebody else may decide for the DAO with permissions that it gave to a contract. \`dao-migrate inspect ${address}\` ` +
      `shows who holds which, and \`dao-migrate plan ${address}\` with the same parameters whether its voters can repair it.`,
    "To create another DAO instead, run the same command with --restart.",
  ];
  const entry = { ...rehearsed, ...entryOf(inspection), unsafe };
  return new UnsafeDaoError(entry, {
    base: made.base,
    ...(section === "dao" ? { dao: entry } : { test: entry as DemoTestResult }),
  });
}
