// @ts-check
import { appendFileSync } from "node:fs";
import path from "node:path";
import Mocha from "mocha";

/** Mocha's usual output, plus a line "<passed> <failed>" in the file that TEST_COUNTS_FILE names, for .ci/run. */
export default class CountingReporter extends Mocha.reporters.Spec {
  /**
   * @param {Mocha.Runner} runner
   * @param {Mocha.MochaOptions} options
   */
  constructor(runner, options) {
    super(runner, options);
    runner.on("fail", (_test, error) => {
      // A parallel worker could not load or finish the file, and nothing else names it.
      if (error.uncaught && error.file)
        error.stack = `${path.relative("", error.file)}: ${error.stack}`;
    });
    runner.once("end", () => {
      const told = this.failures.length;
      // Of several files that parallel workers cannot load, each but the first fails after the end.
      process.once("exit", () => {
        if (this.failures.length > told) {
          Mocha.reporters.Base.list(this.failures.slice(told));
        }
        const file = process.env["TEST_COUNTS_FILE"];
        if (file) {
          appendFileSync(file, `${this.stats.passes} ${this.stats.failures}\n`);
        }
      });
    });
  }
}
