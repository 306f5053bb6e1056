import { DEFAULTS } from "../run/defaults.js";
import { flag, LIBRARY, SHOWN } from "./flag.js";

/** Every option, once. A command picks from these, and adapts the words where it means something more special. */
export const flags = {
  avatar: flag("address", "address of the DAO's avatar (default: the DAO of the result file)"),
  provider: flag("provider", "URL of a node: http, https, ws or wss", {
    short: "p",
    value: "url",
    also: ["rpc-url", "url"],
    default: DEFAULTS.provider,
    env: "DAO_MIGRATE_PROVIDER",
    doors: ["command", "library"],
  }),
  result: flag("file", "result file to read", { default: DEFAULTS.output, configured: "output" }),
  section: flag(
    "section",
    "which DAO of the result file: dao or test (default: dao, otherwise test)",
    { value: "name", choices: ["dao", "test"] },
  ),
  block: flag("block", "read everything at this block (default: the latest)"),
  fromBlock: flag(
    "block",
    "read events from this block on, for example the avatar's; earlier ones are missing",
  ),
  chainId: flag("chainId", "fail on any other chain"),
  params: flag("params", `migration parameters (default: ./${DEFAULTS.params}, or an example)`, {
    short: "i",
  }),
  arcVersion: flag(
    "release",
    "Arc release, if the parameters do not set it (default: from the result file, or the code)",
    { short: "a", configured: "arcVersion" },
  ),
  customAbis: flag(
    "folder",
    `build files of contracts that are not Arc's (default: ${DEFAULTS.customAbis})`,
    { short: "c", also: ["custom-abis-location"], configured: "customAbis" },
  ),
  silenced: flag("silences", "JSON list of findings to silence: { rule, where, reason }"),
  quiet: flag("switch", "print only what was requested, and errors: no progress and no summary", {
    short: "q",
    doors: SHOWN,
  }),
  json: flag("switch", "print the result as JSON", { doors: SHOWN }),
  sarif: flag("written", "also write the findings as SARIF 2.1.0", { doors: SHOWN }),
  junit: flag("written", "also write the rules as JUnit XML", { doors: SHOWN }),
  since: flag(
    "text",
    "show what changed since this block, or since the inspection in this file (output of --json)",
    { value: "block or file", doors: SHOWN },
  ),
  until: flag(
    "file",
    "with a file in --since: show what changed until the inspection in this file, without a node",
    { doors: SHOWN },
  ),
  failOnChange: flag("switch", "with --since: exit with 1 if anything changed", { doors: SHOWN }),
  // What to simulate.
  proposal: flag(
    "hash",
    "id of the proposal, or its first digits (default: all pending proposals)",
    {
      value: "id",
    },
  ),
  file: flag("file", "JSON of a proposal that does not exist yet", { doors: SHOWN }),
  draft: flag(
    "draft",
    "a proposal that does not exist yet; amounts are in whole units, as decimal text",
    { doors: LIBRARY },
  ),
  reward: flag("address", "simulate a reward to this address", { doors: SHOWN }),
  ether: flag("amount", "ether to pay, with --reward or --call", { doors: SHOWN }),
  tokens: flag("amount", "whole tokens of the DAO to pay, with --reward", { doors: SHOWN }),
  reputation: flag("amount", "whole units of reputation, with --reward; negative to take it away", {
    doors: SHOWN,
  }),
  externalToken: flag("address", "another token to pay, with --reward", { doors: SHOWN }),
  externalTokens: flag("amount", "amount of --external-token to pay, in whole tokens", {
    doors: SHOWN,
  }),
  call: flag("address", "simulate a call of this contract", { doors: SHOWN }),
  data: flag("hex", "data of the call, with --call", { doors: SHOWN }),
  registerScheme: flag("address", "simulate registering this scheme", { doors: SHOWN }),
  permissions: flag("hex", "permissions of --register-scheme: 4 bytes, such as 0x00000010", {
    doors: SHOWN,
  }),
  paramsHash: flag("hash", "parameters hash of --register-scheme or --add-constraint", {
    doors: SHOWN,
  }),
  unregisterScheme: flag("address", "simulate unregistering this scheme", { doors: SHOWN }),
  addConstraint: flag("address", "simulate adding this global constraint", { doors: SHOWN }),
  removeConstraint: flag("address", "simulate removing this global constraint", { doors: SHOWN }),
  upgradeController: flag("address", "simulate upgrading to this controller", { doors: SHOWN }),
  through: flag("address", "the scheme to propose it through, if several can", { doors: SHOWN }),
  description: flag("file", "text of the proposal: warns if its hash differs", { doors: SHOWN }),
  descriptionText: flag(
    "bytes",
    "the text that the proposal's description should contain, or be the hash of",
    { doors: LIBRARY },
  ),
  expect: flag("expectations", "JSON list of expectations before and after; see docs/simulate.md"),
  alone: flag("switch", "don't combine it with other pending proposals"),
  verify: flag("file", "repeat the simulation in this output of --json, and compare", {
    doors: SHOWN,
  }),
  calldata: flag("written", "write the simulated transactions as JSON", { doors: SHOWN }),
  safe: flag("written", "write those that anyone may send, for Safe's Transaction Builder", {
    doors: SHOWN,
  }),
  markdown: flag("switch", "print the result as Markdown", { doors: SHOWN }),
  failOnWarning: flag("switch", "also exit with 1 if there is a warning", { doors: SHOWN }),
  // What to write.
  output: flag("written", "file to write", { short: "o", doors: SHOWN }),
  overwrite: flag("switch", "replace an existing file", { doors: SHOWN }),
  now: flag("switch", "use today's holders as founders (default: the original founders)"),
  simulate: flag("switch", "pass every pending proposal on a fork, and show what it does"),
  simulations: flag(
    "simulations",
    "output of simulate --json, to show instead of simulating; repeat it for more files",
    { value: "file", repeats: true },
  ),
  // What to verify.
  address: flag(
    "address",
    "an avatar, or with --contract any contract (default: all in the result file)",
  ),
  contract: flag("text", "expected name of the contract at the address, such as Avatar", {
    value: "name",
  }),
  out: flag("folder", "write files to submit to explorers by hand: compiler input, arguments"),
  submit: flag("text", "submit the sources to sourcify, etherscan or blockscout", {
    value: "explorer",
    choices: ["sourcify", "etherscan", "blockscout"],
  }),
  submitUrl: flag("text", "URL of the explorer's API, if it is not the public one", {
    value: "url",
  }),
  apiKey: flag("secret", "Etherscan's key (default: ETHERSCAN_API_KEY of the environment)", {
    doors: LIBRARY,
    env: "ETHERSCAN_API_KEY",
  }),
  offline: flag("switch", "fetch nothing", { doors: LIBRARY }),
  // Of a release, and of a result file.
  abi: flag("text", "print the ABI of this contract, as JSON", { value: "contract", doors: SHOWN }),
  outDir: flag("folder", "folder for the bindings; replaces earlier ones", {
    default: "types/arc",
    doors: SHOWN,
  }),
  outFile: flag("file", "file for the ABIs; replaces an earlier one", {
    default: "types/arc-abis.ts",
    doors: SHOWN,
  }),
  contracts: flag(
    "names",
    "names of the contracts, separated by commas (default: those that DAOs and their tests use)",
    { doors: SHOWN },
  ),
  format: flag("text", "daostack: like @daostack/migration's migration.json", {
    default: "daostack",
    choices: ["daostack"],
    doors: SHOWN,
  }),
  into: flag("file", "file to merge them into (default: print them)", { doors: SHOWN }),
  // What to narrate.
  folder: flag("folder", "folder for the script and audio", { default: "narration", doors: SHOWN }),
  script: flag("file", "your own script, to speak instead", { doors: SHOWN }),
  voice: flag(
    "id",
    "id of the voice to speak with (default: the script is only written, and nothing spoken)",
    { doors: SHOWN },
  ),
  join: flag("switch", "also write all segments into one file", { doors: SHOWN }),
  listVoices: flag("switch", "list the available voices", { doors: SHOWN }),
  // How to send.
  privateKey: flag("secret", "private key of the deploying account (default: a public one)", {
    short: "s",
    value: "key",
    env: "DAO_MIGRATE_PRIVATE_KEY",
  }),
  mnemonic: flag("secret", "mnemonic of the deploying account, m/44'/60'/0'/0/0", {
    short: "m",
    value: "words",
    env: "DAO_MIGRATE_MNEMONIC",
  }),
  keystore: flag("file", "encrypted JSON keystore of the deploying account, in geth's format", {
    env: "DAO_MIGRATE_KEYSTORE",
    doors: SHOWN,
  }),
  passwordFile: flag("file", "file with the keystore's password (default: prompt for it)", {
    env: "DAO_MIGRATE_PASSWORD_FILE",
    doors: SHOWN,
  }),
  signer: flag(
    "signer",
    "signs for the deploying account: an ethers Signer, or an object with address and signTransaction",
    { doors: LIBRARY },
  ),
  gasPrice: flag(
    "gwei",
    "gas price in GWei, fractions allowed (default: what the chain asks for)",
    { short: "g" },
  ),
  maxGasPrice: flag(
    "gwei",
    "the most that any transaction may pay, in GWei (default: --gas-price, or twice what the first one offers)",
  ),
  private: flag("switch", "treat the chain as a development chain, whatever its node reports"),
  confirmations: flag("count", "confirmations to wait for", {
    value: "blocks",
    default: DEFAULTS.confirmations,
  }),
  yes: flag("switch", "don't prompt; reuse deployed contracts", {
    short: "d",
    also: ["disable-confs"],
    doors: SHOWN,
  }),
  redeploy: flag("switch", "redeploy everything, even contracts in the result file"),
  force: flag("switch", "the same as --redeploy --yes", { short: "f" }),
  restart: flag("switch", "start over: ignore the journal and earlier results of this chain", {
    short: "t",
  }),
  dryRun: flag("switch", "rehearse, show every step and its cost, send nothing", { doors: SHOWN }),
  allowUnrehearsed: flag("switch", "send even if the chain cannot be rehearsed, at unknown cost", {
    configured: "allowUnrehearsed",
  }),
  trustBase: flag("switch", "use a base that another account deployed on a public chain"),
  noCheck: flag("switch", "don't compare the DAO on the chain with its parameters at the end"),
  stakingToken: flag("address", "token to stake on proposals, or: deploy", { value: "address" }),
  registryOwner: flag(
    "address",
    "owner of DAORegistry and DAOTracker (default: the deploying account)",
  ),
  // How to change a DAO.
  newController: flag("switch", "also change to a controller of the file's release"),
  allowLockout: flag("switch", "go on even if the DAO could not register schemes afterwards"),
  again: flag("switch", "repeat proposals that were rejected or expired"),
  deployOnly: flag("switch", "deploy and set parameters, but propose nothing"),
  descriptionHash: flag(
    "text",
    "description of the proposals, such as the hash of a file on IPFS",
    {
      doors: LIBRARY,
    },
  ),
  // Of the library.
  confirm: flag(
    "onPreview",
    "called once before anything is sent; nothing is sent unless it returns true",
    { doors: LIBRARY },
  ),
  onStep: flag("onStep", "called for each mined step", { doors: LIBRARY }),
  onCheck: flag("onCheck", "called with the check of each DAO that was made", { doors: LIBRARY }),
  signal: flag("signal", "stops it; what was sent is waited for", { doors: LIBRARY }),
  onProgress: flag("onMessage", "called with what is being done, as a phrase", { doors: LIBRARY }),
  onNote: flag("onMessage", "called with notes, such as that a release is fetched", {
    doors: LIBRARY,
  }),
  cacheDir: flag(
    "folder",
    "folder that caches the logs of final blocks (default: the user's cache folder)",
    { doors: LIBRARY },
  ),
  abis: flag("abis", "ABIs of contracts that proposals call, by address, to decode their calls", {
    doors: LIBRARY,
  }),
};

const { avatar, provider, result, section, block, fromBlock, chainId } = flags;
const { signal, onProgress, onNote, cacheDir, quiet, json } = flags;

/** Of every command that talks to a chain. */
export const connecting = { provider, chainId, quiet, json, signal, onProgress, onNote };

/** Of every command that reads a DAO. */
export const reading = {
  ...{ avatar, result, section, block, fromBlock },
  ...connecting,
  cacheDir,
};

/** Of a proposal that does not exist yet. */
export const DRAFT = {
  file: flags.file,
  draft: flags.draft,
  reward: flags.reward,
  ether: flags.ether,
  tokens: flags.tokens,
  reputation: flags.reputation,
  externalToken: flags.externalToken,
  externalTokens: flags.externalTokens,
  call: flags.call,
  data: flags.data,
  registerScheme: flags.registerScheme,
  permissions: flags.permissions,
  paramsHash: flags.paramsHash,
  unregisterScheme: flags.unregisterScheme,
  addConstraint: flags.addConstraint,
  removeConstraint: flags.removeConstraint,
  upgradeController: flags.upgradeController,
  through: flags.through,
};
