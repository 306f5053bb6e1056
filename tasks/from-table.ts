import type { NewTaskDefinition } from "hardhat/types/tasks";

import type { Command } from "../src/commands/command.js";
import { camelCase, flagsAt, longNames, type Flag } from "../src/commands/flag.js";
import { text } from "./options.js";
import { ARGUMENT } from "./task.js";

/** The task of a command: its description. Its action is loaded when it runs. */
export function taskOf(command: Command): NewTaskDefinition {
  const { positional = [], summary, name, task = `dao:${name}` } = command;
  const flags = flagsAt("task", command.flags);
  const options = Object.entries(flags).filter(([option]) => !positional.includes(option));
  return {
    type: "NEW_TASK" as NewTaskDefinition["type"],
    id: [task],
    description: summary.replace(/\.$/, ""),
    action: async () => {
      const { actionOf } = await import("../src/plugin/run-task.js");
      return { default: actionOf(command) };
    },
    options: Object.fromEntries(options.flatMap(([option, flag]) => optionsOf(option, flag))),
    positionalArguments: positional.map((option) => ({
      ...text,
      name: option,
      description: described(flags[option]!),
      isVariadic: false,
    })),
  };
}

/** An option, and its other names, which Hardhat's help does not show. */
function optionsOf(name: string, flag: Flag) {
  const { short, kind, hidden = false } = flag;
  const own =
    kind === "switch"
      ? { type: ARGUMENT.flag, defaultValue: false }
      : { type: ARGUMENT.stringWithoutDefault, defaultValue: undefined };
  return longNames(name, flag).map((long, index) => {
    const typed = camelCase(long);
    const option = {
      name: typed,
      shortName: index === 0 ? short : undefined,
      description: described(flag),
      ...own,
      hidden: hidden || index > 0 || undefined,
    };
    return [typed, option] as const;
  });
}

/** Hardhat shows the default of its own types only. */
function described({ about, default: standard }: Flag): string {
  const words = standard === undefined ? about : `${about} (default: ${String(standard)})`;
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
