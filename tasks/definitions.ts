import type { ArgumentType } from "hardhat/types/arguments";
import type { NewTaskDefinition } from "hardhat/types/tasks";

import type { Command } from "../src/interfaces/commands/command.js";
import { camelCase, flagsAt, longNames, type Flag } from "../src/interfaces/commands/flag.js";
import { commandsAt } from "../src/interfaces/commands/table.js";

/** In Hardhat's terms. */
const TEXT = {
  type: "STRING_WITHOUT_DEFAULT" as ArgumentType.STRING_WITHOUT_DEFAULT,
  defaultValue: undefined,
};
const SWITCH = { type: "FLAG" as ArgumentType.FLAG, defaultValue: false };

/** The plugin's tasks: only descriptions. Their actions are loaded when they run. */
export const tasks: NewTaskDefinition[] = commandsAt("task").flatMap((command) => tasksOf(command));

/**
 * The tasks of a command: one for each of its names. Every Hardhat command loads them, and Hardhat's own builder would
 * load thirty more modules; a project with an older Hardhat has no such module, and is told what it needs.
 */
export function tasksOf(command: Command): readonly NewTaskDefinition[] {
  const { name, also = [] } = command;
  return [name, ...also].map((each) => taskOf(command, `dao:${each}`));
}

function taskOf(command: Command, task: string): NewTaskDefinition {
  const { positional = [], summary } = command;
  const flags = flagsAt("task", command.flags);
  const options = Object.entries(flags).filter(([option]) => !positional.includes(option));
  return {
    type: "NEW_TASK" as NewTaskDefinition["type"],
    id: [task],
    description: summary.replace(/\.$/, ""),
    action: async () => {
      const { actionOf } = await import("../src/interfaces/plugin/run-task.js");
      return { default: actionOf(command) };
    },
    options: Object.fromEntries(options.flatMap(([option, flag]) => optionsOf(option, flag))),
    positionalArguments: positional.map((option) => ({
      ...TEXT,
      name: option,
      description: described(flags[option]!),
      isVariadic: false,
    })),
  };
}

/** An option, and its other names: Hardhat accepts no hidden option from its command line. */
function optionsOf(name: string, flag: Flag) {
  const { short, kind } = flag;
  const own = kind === "switch" ? SWITCH : TEXT;
  const [first, ...others] = longNames(name, flag);
  return [first!, ...others].map((long, index) => {
    const typed = camelCase(long);
    const option = {
      name: typed,
      shortName: index === 0 ? short : undefined,
      description: index === 0 ? described(flag) : `The same as --${first}`,
      ...own,
      hidden: undefined,
    };
    return [typed, option] as const;
  });
}

/** Hardhat shows the default of its own types only. */
function described({ about, default: standard }: Flag): string {
  const words = standard === undefined ? about : `${about} (default: ${String(standard)})`;
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
