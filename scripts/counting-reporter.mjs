// @ts-check
import { appendFileSync } from "node:fs";
import path from "node:path";
import Mocha from "mocha";

/**
 * Mocha's usual output, plus for .ci/run: a line "<passed> <failed>" in the file that TEST_COUNTS_FILE names,
 * and each failed test with its error in the file that TEST_FAILURES_FILE names.
 */
export default class CountingReporter extends Mocha.reporters.Spec {
  /**
   * @param {Mocha.Runner} runner
   * @param {Mocha.MochaOptions} options
   */
  constructor(runner, options) {
    super(runner, options);
    runner.on("fail", (_test, error) => {
      // A parallel worker could not load or finish the file, and no test names it.
      if (error.uncaught && error.file)
        error.stack = `${path.relative("", error.file)}: ${error.stack}`;
    });
    runner.once("end", () => {
      const told = this.failures.length;
      // If parallel workers cannot load several files, all but the first fail after the end.
      process.once("exit", () => {
        if (this.failures.length > told) {
          Mocha.reporters.Base.list(this.failures.slice(told));
        }
        const file = process.env["TEST_COUNTS_FILE"];
        if (file) {
          appendFileSync(file, `${this.stats.passes} ${this.stats.failures}\n`);
        }
        const failures = process.env["TEST_FAILURES_FILE"];
        if (failures) appendFileSync(failures, this.failures.map(failureText).join(""));
      });
    });
  }
}

/** Lines of an error in the summary: the message and the first frames of its stack trace. */
const ERROR_LINES = 12;
/** Characters of a line: generated input can fill a screen. */
const ERROR_COLUMNS = 400;

/**
 * The full title of a failed test, with the start of its error and of the error's cause.
 * @param {Mocha.Test} test
 */
function failureText(test) {
  const error = test.err ?? new Error("It failed without an error.");
  const causes = error.cause instanceof Error ? [error.cause] : [];
  const lines = [error, ...causes].flatMap(({ stack, message }) =>
    (stack || message).split("\n").slice(0, ERROR_LINES),
  );
  const text = lines.map((line) => `    ${line.slice(0, ERROR_COLUMNS)}\n`).join("");
  return `${test.titlePath().join(" › ")}\n${text}`;
}
