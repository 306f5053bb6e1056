import { addresses } from "./addresses.js";
import { base, dao, demo, migrate } from "./migrations.js";
import { plan } from "./plan.js";
import { propose } from "./propose.js";
import { check } from "./check.js";
import { ci } from "./ci.js";
import type { Command, Commands } from "./command.js";
import { completion } from "./completion.js";
import { exportCommand } from "./export.js";
import { EVERYWHERE, SHOWN, type Door } from "./flag.js";
import { init } from "./init.js";
import { inspect } from "./inspect.js";
import { narrate } from "./narrate.js";
import { node } from "./node.js";
import { report } from "./report.js";
import { simulate } from "./simulate.js";
import { abis, artifacts, contracts, typechain } from "./releases.js";
import { verify } from "./verify.js";

/** Every command. The first runs where none is named. Types and words only: what a command runs is loaded when it runs. */
const COMMANDS: Commands = [
  migrate,
  base,
  dao,
  demo,
  inspect,
  check,
  simulate,
  plan,
  propose,
  ci,
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
  completion,
];

export function doorsOf({ doors, library }: Command): readonly Door[] {
  return doors ?? (library === undefined ? SHOWN : EVERYWHERE);
}

export function commandsAt(door: Door): Commands {
  const [first, ...others] = COMMANDS;
  return [first, ...others.filter((command) => doorsOf(command).includes(door))];
}
