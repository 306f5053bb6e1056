import type { NewTaskDefinition } from "hardhat/types/tasks";

import type { Command } from "../src/commands/command.js";
import { flagsAt, type Flag } from "../src/commands/flag.js";
import { camelCase } from "../src/test-chain/command/chain-options.js";
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
  const { short: shortName, kind, hidden, negated, also = [] } = flag;
  const typed = negated === true ? `no${name.charAt(0).toUpperCase()}${name.slice(1)}` : name;
  const own =
    kind === "switch"
      ? { type: ARGUMENT.flag, defaultValue: false }
      : { type: ARGUMENT.stringWithoutDefault, defaultValue: undefined };
  const description = described(flag);
  return [
    [typed, { name: typed, shortName, description, ...own, hidden }] as const,
    ...also.map((other) => {
      const alias = camelCase(other);
      const option = { name: alias, shortName: undefined, description, ...own, hidden: true };
      return [alias, option] as const;
    }),
  ];
}

/** Hardhat shows the default of its own types only. */
function described({ about, default: standard }: Flag): string {
  const words = standard === undefined ? about : `${about} (default: ${String(standard)})`;
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
