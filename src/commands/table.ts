import { check } from "./check.js";
import type { Command } from "./command.js";
import { exportCommand } from "./export.js";
import { inspect } from "./inspect.js";
import { report } from "./report.js";
import { simulate } from "./simulate.js";
import { verify } from "./verify.js";

/** Every command. Types and words only: what a command runs is loaded when it runs. */
export const COMMANDS: readonly Command[] = [
  verify,
  inspect,
  check,
  simulate,
  exportCommand,
  report,
];
