import type { ArgumentType } from "hardhat/types/arguments";
import type {
  NewTaskDefinition,
  NewTaskDefinitionBuilder,
  TaskDefinitionType,
} from "hardhat/types/tasks";

type Builder = NewTaskDefinitionBuilder;
type OptionConfig = Parameters<Builder["addOption"]>[0];
type FlagConfig = Parameters<Builder["addFlag"]>[0];
type PositionalConfig = Parameters<Builder["addPositionalArgument"]>[0];
type Positional = NewTaskDefinition["positionalArguments"][number];
type Action = Extract<NewTaskDefinition, { action: unknown }>["action"];

/** The argument types that our tasks use, in Hardhat's terms. */
export const ARGUMENT = {
  string: "STRING" as ArgumentType.STRING,
  stringWithoutDefault: "STRING_WITHOUT_DEFAULT" as ArgumentType.STRING_WITHOUT_DEFAULT,
  int: "INT" as ArgumentType.INT,
  flag: "FLAG" as ArgumentType.FLAG,
};

/** An argument that may be left out. */
export const TEXT = { type: ARGUMENT.stringWithoutDefault, defaultValue: undefined } as const;

/**
 * Describes a task, like `task` from `hardhat/config`. Every Hardhat command loads the descriptions, and Hardhat's own
 * builder would load thirty more modules. Also, a project with an older Hardhat, which has no such module, then gets an
 * error that says what it needs.
 */
export function task(id: string, description: string): Builder {
  // Uses Hardhat's types, which check whether an action takes the task's options.
  return new TaskBuilder(id, description) as unknown as Builder;
}

class TaskBuilder {
  readonly #id: string;
  readonly #description: string;
  readonly #options: NewTaskDefinition["options"] = {};
  readonly #positional: Positional[] = [];
  #action: Action | undefined;

  constructor(id: string, description: string) {
    this.#id = id;
    this.#description = description;
  }

  addOption({ name, shortName, description = "", type, defaultValue, hidden }: OptionConfig): this {
    const option = { name, shortName, description, type: type ?? ARGUMENT.string };
    this.#options[name] = {
      ...option,
      defaultValue,
      hidden,
    };
    return this;
  }

  addFlag(flag: FlagConfig): this {
    return this.addOption({ ...flag, type: ARGUMENT.flag, defaultValue: false });
  }

  addPositionalArgument({ name, description = "", type, defaultValue }: PositionalConfig): this {
    const argument = { name, description, type: type ?? ARGUMENT.string, defaultValue };
    this.#positional.push({ ...argument, isVariadic: false });
    return this;
  }

  setAction(action: Action): this {
    this.#action = action;
    return this;
  }

  build(): NewTaskDefinition {
    return {
      type: "NEW_TASK" as TaskDefinitionType.NEW_TASK,
      id: [this.#id],
      description: this.#description,
      action: this.#action!,
      options: this.#options,
      positionalArguments: this.#positional,
    };
  }
}
