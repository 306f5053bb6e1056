import type { DaoResult, DemoTestResult, ResultSections } from "../../foundation/result/result.js";
import { MigrationError } from "../../foundation/support/errors.js";

/** A DAO that is not as requested: someone controls it, or may control it, who should not. */
export class UnsafeDaoError extends MigrationError {
  override readonly name = "UnsafeDaoError";
  /** Everything that the migration made; the DAO's section says what is wrong with it. */
  readonly made: ResultSections;

  constructor({ Avatar, unsafe = [] }: DaoResult | DemoTestResult, made: ResultSections) {
    super(
      `The DAO ${Avatar} is not set up as it should be. Do not use it:\n` +
        unsafe.map((problem) => `  ${problem}`).join("\n"),
    );
    this.made = made;
  }
}

/** @throws UnsafeDaoError if the check of a created DAO found something wrong */
export function requireSafe(made: ResultSections): void {
  for (const dao of [made.dao, made.test]) {
    if (dao?.unsafe !== undefined) throw new UnsafeDaoError(dao, made);
  }
}
