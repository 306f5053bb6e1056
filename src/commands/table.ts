import { abis } from "./abis.js";
import { addresses } from "./addresses.js";
import { artifacts } from "./artifacts.js";
import { check } from "./check.js";
import type { Command } from "./command.js";
import { contracts } from "./contracts.js";
import { exportCommand } from "./export.js";
import type { Door } from "./flag.js";
import { init } from "./init.js";
import { inspect } from "./inspect.js";
import { narrate } from "./narrate.js";
import { node } from "./node.js";
import { report } from "./report.js";
import { simulate } from "./simulate.js";
import { typechain } from "./typechain.js";
import { verify } from "./verify.js";

/** Every command. Types and words only: what a command runs is loaded when it runs. */
const COMMANDS: readonly Command[] = [
  inspect,
  check,
  simulate,
  exportCommand,
  report,
  verify,
  addresses,
  contracts,
  artifacts,
  typechain,
  abis,
  narrate,
  node,
  init,
];

/** The commands that a door has. */
export function commandsAt(door: Door): readonly Command[] {
  return COMMANDS.filter(({ doors }) => doors?.includes(door) ?? true);
}
