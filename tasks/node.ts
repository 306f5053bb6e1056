import type { NewTaskActionFunction } from "hardhat/types/tasks";

import { combine, readEnvironment } from "../src/test-chain/command/chain-arguments.js";
import {
  camelCase,
  CHAIN_OPTIONS,
  type RawChainOptions,
} from "../src/test-chain/command/chain-options.js";
import { chainSettings } from "../src/test-chain/command/chain-settings.js";
import { asTask } from "../src/plugin/task-errors.js";
import { serve } from "../src/test-chain/command/serve.js";

/** Keys are the options' names in camel case. */
type NodeTaskArguments = Readonly<Record<string, string | boolean | undefined>>;

const action: NewTaskActionFunction<NodeTaskArguments> = async (taskArguments, { config }) => {
  const { arcVersion, params, customAbis } = config.dao;
  const projectRoot = config.paths.root;
  await asTask(async () => {
    const raw = combine(givenOptions(taskArguments), readEnvironment(process.env));
    await serve(chainSettings(raw, { arcVersion, params, customAbis, projectRoot }));
  });
};

function givenOptions(taskArguments: NodeTaskArguments): RawChainOptions {
  const given: RawChainOptions = {};
  for (const { name } of CHAIN_OPTIONS) {
    const value = taskArguments[camelCase(name)];
    if (value !== undefined && value !== false) given[name] = value;
  }
  return given;
}

export default action;
