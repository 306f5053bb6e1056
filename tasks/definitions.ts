import type { TaskDefinition } from "hardhat/types/tasks";

import { task } from "hardhat/config";
import { ArgumentType } from "hardhat/types/arguments";

import { DEFAULTS } from "../src/run/defaults.js";

import {
  camelCase,
  CHAIN_OPTIONS,
  type ChainOption,
} from "../src/test-chain/command/chain-options.js";

const text = { type: ArgumentType.STRING_WITHOUT_DEFAULT, defaultValue: undefined } as const;

const ARC_VERSION = {
  ...text,
  name: "arcVersion",
  shortName: "a",
  description: "Release of Arc, such as 0.0.1-rc.57 or rc.57",
} as const;
const GAS_PRICE = {
  ...text,
  name: "gasPrice",
  shortName: "g",
  description: "Gas price in GWei (that of dao:node is in wei); by default the network's own",
} as const;
const MAX_GAS_PRICE = {
  ...text,
  name: "maxGasPrice",
  description:
    "The most that any transaction pays, in GWei; by default the gas price, or twice what the first offers",
} as const;
const OUTPUT = {
  ...text,
  name: "output",
  shortName: "o",
  description: "File that results are written to",
} as const;
const OUTPUT_READ = { ...OUTPUT, description: "File that results are read from" } as const;
const PARAMS = {
  ...text,
  name: "params",
  shortName: "i",
  description: "File of migration parameters",
} as const;
const PRIVATE_KEY = {
  ...text,
  name: "privateKey",
  shortName: "s",
  description: "Private key of the deploying account; by default the network's first account",
} as const;
const MNEMONIC = {
  ...text,
  name: "mnemonic",
  shortName: "m",
  description: "Mnemonic of the deploying account; cannot be combined with a private key",
} as const;
const OUT_DIR = {
  name: "outDir",
  type: ArgumentType.STRING,
  defaultValue: "types/arc",
  description: "Folder for the bindings; earlier ones in it are replaced",
} as const;
const CONTRACTS = {
  ...text,
  name: "contracts",
  description:
    "Contracts to make bindings of, with commas between; by default those that DAO tests use",
} as const;
const QUIET = { name: "quiet", shortName: "q", description: "Print errors only" } as const;
const FORCE = {
  name: "force",
  shortName: "f",
  description: "Redeploy everything, also what the result file has",
} as const;
const RESTART = {
  name: "restart",
  shortName: "t",
  description: "Start over, without the journal and earlier results of this chain",
} as const;

const DISABLE_CONFS = {
  name: "disableConfs",
  shortName: "d",
  description: "Don't prompt; reuse deployed contracts",
} as const;
const DRY_RUN = {
  name: "dryRun",
  description: "On a live network, rehearse, show every step and its cost, and send nothing",
} as const;
const ALLOW_UNREHEARSED = {
  name: "allowUnrehearsed",
  description: "Send also where a live chain cannot be rehearsed, at a cost unknown",
} as const;
const TRUST_BASE = {
  name: "trustBase",
  description: "Use a base that another account deployed on a public chain",
} as const;
const CONFIRMATIONS = {
  name: "confirmations",
  type: ArgumentType.STRING,
  defaultValue: String(DEFAULTS.confirmations),
  description: "On a live network, confirmations to wait for",
} as const;

const PRIVATE = {
  name: "private",
  description: "Treat the chain as a development chain, whatever its node says it is",
} as const;
const KEYSTORE = {
  ...text,
  name: "keystore",
  description: "Encrypted JSON keystore of the deploying account, as of geth",
} as const;
const PASSWORD_FILE = {
  ...text,
  name: "passwordFile",
  description: "File with the keystore's password; without one it is asked for",
} as const;
const CHAIN_ID = {
  ...text,
  name: "chainId",
  description: "Fail on any other chain",
} as const;
const STAKING_TOKEN = {
  ...text,
  name: "stakingToken",
  description: "Address of the token that is staked on proposals, or deploy for one of your own",
} as const;
const REGISTRY_OWNER = {
  ...text,
  name: "registryOwner",
  description: "Who is to own DAORegistry and DAOTracker; by default the deploying account",
} as const;

const AVATAR = {
  ...text,
  name: "avatar",
  description: "Address of the DAO's avatar; by default the DAO of the result file",
} as const;
const BLOCK = { ...text, name: "block", description: "Read everything at this block" } as const;
const FROM_BLOCK = {
  ...text,
  name: "fromBlock",
  description: "Look for events from this block on",
} as const;

/** What all migration tasks take; the names are those of the command's flags. */
function migrationTask(id: string, description: string) {
  return task(id, description)
    .addOption(ARC_VERSION)
    .addOption(GAS_PRICE)
    .addOption(MAX_GAS_PRICE)
    .addOption(OUTPUT)
    .addOption(PRIVATE_KEY)
    .addOption(MNEMONIC)
    .addOption(KEYSTORE)
    .addOption(PASSWORD_FILE)
    .addOption(CHAIN_ID)
    .addOption(STAKING_TOKEN)
    .addOption(REGISTRY_OWNER)
    .addFlag(PRIVATE)
    .addFlag(QUIET)
    .addFlag(FORCE)
    .addFlag(RESTART)
    .addFlag(DISABLE_CONFS)
    .addFlag(DRY_RUN)
    .addFlag(ALLOW_UNREHEARSED)
    .addFlag(TRUST_BASE)
    .addOption(CONFIRMATIONS);
}

/** The test chain's task takes what its command takes. */
function nodeTask() {
  let node = task(
    "dao:node",
    "Serve a chain that holds Arc's base contracts, a DAO and a demo test",
  );
  for (const { name, value, description } of CHAIN_OPTIONS as readonly ChainOption[]) {
    const option = { name: camelCase(name), description };
    node = value === undefined ? node.addFlag(option) : node.addOption({ ...text, ...option });
  }
  return node.setAction(() => import("./node.js"));
}

/** The tasks of the plugin: descriptions only, their actions are loaded when they run. */
export const tasks: TaskDefinition[] = [
  migrationTask("dao:migrate-base", "Deploy the universal contracts of Arc")
    .setAction(() => import("./migrate-base.js"))
    .build(),
  migrationTask(
    "dao:migrate-dao",
    "Make the DAO of a parameters file, on a base that was deployed before",
  )
    .addOption(PARAMS)
    .setAction(() => import("./migrate-dao.js"))
    .build(),
  migrationTask(
    "dao:migrate",
    "Deploy Arc's universal contracts and make the DAO of a parameters file",
  )
    .addOption(PARAMS)
    .setAction(() => import("./migrate.js"))
    .build(),
  migrationTask(
    "dao:demo",
    "Make a test DAO with live proposals, on a base that was deployed before",
  )
    .setAction(() => import("./demo.js"))
    .build(),
  nodeTask().build(),
  task("dao:typechain", "Write TypeChain bindings of a release of Arc")
    .addOption(ARC_VERSION)
    .addOption(OUT_DIR)
    .addOption(CONTRACTS)
    .setAction(() => import("./typechain.js"))
    .build(),
  task("dao:init", "Write what the project lacks to test its DAO: parameters and a first test")
    .setAction(() => import("./init.js"))
    .build(),
  task("dao:artifacts", "Write the build file of each contract of a release of Arc")
    .addOption(ARC_VERSION)
    .addOption({
      name: "outDir",
      description: "Folder for the files, one <Name>.json for each contract",
      defaultValue: "arc-artifacts",
    })
    .setAction(() => import("./artifacts.js"))
    .build(),
  task("dao:contracts", "List the contracts of a release of Arc, or print the ABI of one")
    .addOption(ARC_VERSION)
    .addOption({ ...text, name: "abi", description: "Print the ABI of this contract, as JSON" })
    .setAction(() => import("./contracts.js"))
    .build(),
  task("dao:narrate", "Tell the story of a migrated DAO as a script, and speak it")
    .addOption(OUTPUT_READ)
    .addOption({ ...text, name: "section", description: "Which DAO to tell of: dao or test" })
    .addOption({
      name: "folder",
      description: "Folder that script and audio are written to",
      defaultValue: "narration",
    })
    .addOption({
      ...text,
      name: "script",
      description: "A script written by hand, to speak instead",
    })
    .addOption({
      name: "voice",
      type: ArgumentType.INT,
      defaultValue: -1,
      description: "Id of the voice to speak with; without one only the script is written",
    })
    .addFlag({ name: "join", description: "Write all segments into one file, too" })
    .addFlag({ name: "listVoices", description: "Show the voices there are" })
    .setAction(() => import("./narrate.js"))
    .build(),
  task("dao:verify", "Compiles published sources and compares them with contracts on a network")
    .addPositionalArgument({
      ...text,
      name: "address",
      description: "An avatar, or with --contract any contract; by default all of the result file",
    })
    .addOption({ ...ARC_VERSION, description: "Release of Arc that the contracts are of" })
    .addOption({
      ...text,
      name: "contract",
      description: "What the contract at the address should be, such as Avatar",
    })
    .addOption(OUTPUT_READ)
    .addOption({ ...text, name: "out", description: "Folder for what explorers are given by hand" })
    .addOption({
      ...text,
      name: "submit",
      description: "Explorer to give the sources to: sourcify, etherscan or blockscout",
    })
    .addOption({ ...text, name: "submitUrl", description: "Address of the explorer's API" })
    .addFlag(QUIET)
    .addFlag({ name: "json", description: "Print what was found as JSON" })
    .setAction(() => import("./verify.js"))
    .build(),
  task("dao:inspect", "Reads a DAO from a network: holders, schemes, permissions and votes")
    .addPositionalArgument(AVATAR)
    .addOption(BLOCK)
    .addOption(FROM_BLOCK)
    .addOption({
      ...text,
      name: "section",
      description: "Which DAO of the result file: dao or test",
    })
    .addOption(OUTPUT_READ)
    .addFlag({ ...QUIET, description: "Show no progress" })
    .addFlag({ name: "json", description: "Print what was read as JSON" })
    .addOption({
      ...text,
      name: "since",
      description: "Show what changed since this block, or since the inspection in this file",
    })
    .addOption({
      ...text,
      name: "until",
      description: "With a file in since: until the inspection in this file; no network is asked",
    })
    .addFlag({
      name: "failOnChange",
      description: "With since: end with exit code 1 where anything changed",
    })
    .setAction(() => import("./inspect.js"))
    .build(),
  task("dao:check", "Compares a DAO on a network with its parameters file")
    .addPositionalArgument(AVATAR)
    .addOption(PARAMS)
    .addOption({ ...ARC_VERSION, description: "Release of Arc, where the parameters name none" })
    .addOption(OUTPUT_READ)
    .addOption({ ...text, name: "silenced", description: "JSON list of findings to silence" })
    .addOption({ ...text, name: "sarif", description: "Write the findings as SARIF 2.1.0, too" })
    .addOption({ ...text, name: "junit", description: "Write the rules as JUnit XML, too" })
    .addOption(BLOCK)
    .addOption(FROM_BLOCK)
    .addFlag({ ...QUIET, description: "Show no progress" })
    .addFlag({ name: "json", description: "Print the report as JSON" })
    .setAction(() => import("./check.js"))
    .build(),
];
