// @ts-check
import { appendFileSync } from "node:fs";
import Mocha from "mocha";

/** Mocha's usual output, plus a line "<passed> <failed>" in the file that TEST_COUNTS_FILE names, for .ci/run. */
export default class CountingReporter extends Mocha.reporters.Spec {
  /**
   * @param {Mocha.Runner} runner
   * @param {Mocha.MochaOptions} options
   */
  constructor(runner, options) {
    super(runner, options);
    const file = process.env["TEST_COUNTS_FILE"];
    if (file) {
      runner.once("end", () => {
        appendFileSync(file, `${this.stats.passes} ${this.stats.failures}\n`);
      });
    }
  }
}
