import type { NewTaskActionFunction } from "hardhat/types/tasks";

import { HardhatPluginError } from "hardhat/plugins";

import { combine, readEnvironment } from "../src/test-chain/command/chain-arguments.js";
import {
  camelCase,
  CHAIN_OPTIONS,
  type RawChainOptions,
} from "../src/test-chain/command/chain-options.js";
import { chainSettings } from "../src/test-chain/command/chain-settings.js";
import { MigrationError } from "../src/support/errors.js";
import { serve } from "../src/test-chain/command/serve.js";

/** By the camel case of each option's name. */
type NodeTaskArguments = Readonly<Record<string, string | boolean | undefined>>;

const action: NewTaskActionFunction<NodeTaskArguments> = async (taskArguments, { config }) => {
  const { arcVersion, params, customAbis } = config.dao;
  try {
    const raw = combine(givenOptions(taskArguments), readEnvironment(process.env));
    await serve(
      await chainSettings(raw, { arcVersion, params, customAbis, projectRoot: config.paths.root }),
    );
  } catch (error) {
    if (!(error instanceof MigrationError)) throw error;
    throw new HardhatPluginError("hardhat-dao-migration", error.message, error);
  }
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
