/** The options of the tasks, with the names of the commands' flags. */

import { DEFAULTS } from "../src/run/defaults.js";
import { ARGUMENT } from "./task.js";

export const text = { type: ARGUMENT.stringWithoutDefault, defaultValue: undefined } as const;

export const ARC_VERSION = {
  ...text,
  name: "arcVersion",
  shortName: "a",
  description: "Arc release, such as 0.0.1-rc.57 or rc.57",
} as const;
export const GAS_PRICE = {
  ...text,
  name: "gasPrice",
  shortName: "g",
  description: "Gas price in GWei (dao:node takes wei); by default the network's",
} as const;
export const MAX_GAS_PRICE = {
  ...text,
  name: "maxGasPrice",
  description:
    "The most that any transaction may pay, in GWei; by default the gas price, or twice what the first one offers",
} as const;
export const OUTPUT = {
  ...text,
  name: "output",
  shortName: "o",
  description: "Result file to write",
} as const;
export const OUTPUT_READ = { ...OUTPUT, description: "Result file to read" } as const;
export const PARAMS = {
  ...text,
  name: "params",
  shortName: "i",
  description: "Migration parameters",
} as const;
export const PRIVATE_KEY = {
  ...text,
  name: "privateKey",
  shortName: "s",
  description: "Private key of the deploying account; by default the network's first account",
} as const;
export const MNEMONIC = {
  ...text,
  name: "mnemonic",
  shortName: "m",
  description: "Mnemonic of the deploying account; cannot be combined with a private key",
} as const;
export const OUT_DIR = {
  name: "outDir",
  type: ARGUMENT.string,
  defaultValue: "types/arc",
  description: "Folder for the bindings; replaces earlier ones",
} as const;
export const OUT_FILE = {
  name: "outFile",
  type: ARGUMENT.string,
  defaultValue: "types/arc-abis.ts",
  description: "File for the ABIs; replaces an earlier one",
} as const;
export const CONTRACTS = {
  ...text,
  name: "contracts",
  description:
    "Names of the contracts, separated by commas; by default those that DAOs and their tests use",
} as const;
export const QUIET = { name: "quiet", shortName: "q", description: "Print errors only" } as const;
export const FORCE = {
  name: "force",
  shortName: "f",
  description: "Redeploy everything, even contracts in the result file",
} as const;
export const RESTART = {
  name: "restart",
  shortName: "t",
  description: "Start over: ignore the journal and earlier results of this chain",
} as const;

export const DISABLE_CONFS = {
  name: "disableConfs",
  shortName: "d",
  description: "Don't prompt; reuse deployed contracts",
} as const;
export const DRY_RUN = {
  name: "dryRun",
  description: "On a live network, rehearse, show every step and its cost, send nothing",
} as const;
export const ALLOW_UNREHEARSED = {
  name: "allowUnrehearsed",
  description: "Send even if a live chain cannot be rehearsed, at unknown cost",
} as const;
export const TRUST_BASE = {
  name: "trustBase",
  description: "Use a base that another account deployed on a public chain",
} as const;
export const NO_CHECK = {
  name: "noCheck",
  description: "Don't compare the DAO on a live network with its parameters at the end",
} as const;
export const CONFIRMATIONS = {
  name: "confirmations",
  type: ARGUMENT.string,
  defaultValue: String(DEFAULTS.confirmations),
  description: "On a live network, confirmations to wait for",
} as const;

export const PRIVATE = {
  name: "private",
  description: "Treat the chain as a development chain, whatever its node reports",
} as const;
export const KEYSTORE = {
  ...text,
  name: "keystore",
  description: "Encrypted JSON keystore of the deploying account, in geth's format",
} as const;
export const PASSWORD_FILE = {
  ...text,
  name: "passwordFile",
  description: "File with the keystore's password; by default prompt for it",
} as const;
export const CHAIN_ID = {
  ...text,
  name: "chainId",
  description: "Fail on any other chain",
} as const;
export const STAKING_TOKEN = {
  ...text,
  name: "stakingToken",
  description: "Address of the token to stake on proposals, or deploy for a new one",
} as const;
export const REGISTRY_OWNER = {
  ...text,
  name: "registryOwner",
  description: "Owner of DAORegistry and DAOTracker; by default the deploying account",
} as const;

export const AVATAR = {
  ...text,
  name: "avatar",
  description: "Address of the DAO's avatar; by default the DAO of the result file",
} as const;
export const BLOCK = {
  ...text,
  name: "block",
  description: "Read everything at this block",
} as const;
export const FROM_BLOCK = {
  ...text,
  name: "fromBlock",
  description: "Read events from this block on",
} as const;
export const SECTION = {
  ...text,
  name: "section",
  description: "Which DAO of the result file: dao or test",
} as const;
