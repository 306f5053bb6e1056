import { DEFAULTS } from "../../foundation/support/defaults.js";
import { flag, inLibrary, shown } from "./flag.js";

/** Of a proposal that does not exist yet. */
export const DRAFT = {
  file: shown("file", "JSON of a proposal that does not exist yet"),
  draft: inLibrary(
    "draft",
    "a proposal that does not exist yet; amounts are in whole units, as decimal text",
  ),
  reward: shown("address", "simulate a reward to this address"),
  ether: shown("amount", "ether to pay, with --reward or --call"),
  tokens: shown("amount", "whole tokens of the DAO to pay, with --reward"),
  reputation: shown("amount", "whole units of reputation, with --reward; negative to take it away"),
  externalToken: shown("address", "another token to pay, with --reward"),
  externalTokens: shown("amount", "amount of --external-token to pay, in whole tokens"),
  call: shown("address", "simulate a call of this contract"),
  data: shown("hex", "data of the call, with --call"),
  registerScheme: shown("address", "simulate registering this scheme"),
  permissions: shown("hex", "permissions of --register-scheme: 4 bytes, such as 0x00000010"),
  paramsHash: shown("hash", "parameters hash of --register-scheme or --add-constraint"),
  unregisterScheme: shown("address", "simulate unregistering this scheme"),
  addConstraint: shown("address", "simulate adding this global constraint"),
  removeConstraint: shown("address", "simulate removing this global constraint"),
  upgradeController: shown("address", "simulate upgrading to this controller"),
  through: shown("address", "the scheme to propose through, if more than one can"),
};

/** Every option, once. A command picks from these, and adapts the words where it means something more special. */
export const flags = {
  avatar: flag("address", "address of the DAO's avatar (default: the DAO of the result file)"),
  provider: flag("provider", "URL of a node: http or https", {
    short: "p",
    also: ["rpc-url", "url"],
    default: DEFAULTS.provider,
    env: "DAO_MIGRATE_PROVIDER",
    doors: ["command", "library"],
  }),
  result: flag("file", "result file to read", { default: DEFAULTS.output, configured: "output" }),
  section: flag(
    "section",
    "which DAO of the result file: dao or test (default: dao, otherwise test)",
    { choices: ["dao", "test"] },
  ),
  block: flag("block", "read everything at this block (default: the latest)"),
  blockHash: flag(
    "hash",
    "read at the block with this hash, from a source that you trust: what the node says of state is proven against it",
  ),
  fromBlock: flag(
    "block",
    "read events from this block on (the one in which the avatar was created is safe); earlier ones are not read",
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
  quiet: shown("switch", "print only what was requested, and errors: no progress and no summary", {
    short: "q",
  }),
  json: shown("switch", "print the result as JSON"),
  sarif: shown("written", "also write the findings as SARIF 2.1.0"),
  token: flag(
    "names",
    "tokens of which to read what the treasury has, even if they emit no events, separated by commas",
    { value: "addresses" },
  ),
  since: shown(
    "text",
    "show what changed since this block, or since the inspection in this file (output of --json)",
    { value: "block or file" },
  ),
  until: shown(
    "file",
    "with a file in --since: show what changed until the inspection in this file, without a node",
  ),
  failOnChange: shown("switch", "with --since: exit with 1 if anything changed"),
  threats: shown("switch", "also search on a fork for the cheapest ways to take what the DAO owns"),
  executed: shown(
    "hash",
    "show what this proposal did when it was carried out, and the hash of that",
    { value: "id" },
  ),
  // What to simulate.
  proposal: flag(
    "hash",
    "id of the proposal, or its first digits (default: all pending proposals)",
    {
      value: "id",
    },
  ),
  ...DRAFT,
  description: shown("file", "text of the proposal: warns if its hash differs"),
  descriptionText: inLibrary(
    "bytes",
    "the text that the proposal's description should contain, or be the hash of",
  ),
  expect: flag("expectations", "JSON list of expectations before and after; see docs/simulate.md"),
  hash: shown("switch", "print only the hash of what it does, for others to compare"),
  expectHash: flag("hash", "fail unless what it does has this hash (output of --hash)"),
  alone: flag("switch", "don't combine it with other pending proposals"),
  verify: shown("file", "repeat the simulation in this output of --json, and compare"),
  calldata: shown("written", "write the simulated transactions as JSON"),
  safe: shown(
    "written",
    "write the transactions that anyone may send, for Safe's Transaction Builder",
  ),
  markdown: shown("switch", "print the result as Markdown"),
  failOnWarning: shown("switch", "also exit with 1 if there is a warning"),
  // What to write.
  output: shown("written", "file to write", { short: "o" }),
  overwrite: shown("switch", "replace an existing file"),
  now: flag("switch", "use today's holders as founders (default: the original founders)"),
  simulate: flag("switch", "pass the pending proposals on a fork, and show what they do"),
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
  offline: inLibrary("switch", "fetch nothing"),
  // Of a release, and of a result file.
  abi: shown("text", "print the ABI of this contract, as JSON", { value: "contract" }),
  outDir: shown("folder", "folder for the bindings; replaces earlier ones", {
    default: "types/arc",
  }),
  outFile: shown("file", "file for the ABIs; replaces an earlier one", {
    default: "types/arc-abis.ts",
  }),
  contracts: shown(
    "names",
    "names of the contracts, separated by commas (default: those that DAOs and their tests use)",
  ),
  format: shown("text", "daostack: like @daostack/migration's migration.json", {
    default: "daostack",
    choices: ["daostack"],
  }),
  // What to narrate.
  folder: shown("folder", "folder for the script and audio", { default: "narration" }),
  script: shown("file", "your own script, to speak instead"),
  voice: shown(
    "id",
    "id of the voice to speak with (default: the script is only written, and nothing spoken)",
  ),
  join: shown("switch", "also write all segments into one file"),
  listVoices: shown("switch", "list the available voices"),
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
  keystore: shown("file", "encrypted JSON keystore of the deploying account, in geth's format", {
    env: "DAO_MIGRATE_KEYSTORE",
  }),
  passwordFile: shown("file", "file with the keystore's password (default: prompt for it)", {
    env: "DAO_MIGRATE_PASSWORD_FILE",
  }),
  signer: inLibrary(
    "signer",
    "signs for the deploying account: an ethers Signer, or an object with address and signTransaction",
  ),
  gasPrice: flag(
    "gwei",
    "gas price in gwei, fractions allowed (default: what the chain asks for)",
    { short: "g" },
  ),
  maxGasPrice: flag(
    "gwei",
    "the most that any transaction may pay, in gwei (default: --gas-price, or twice what the first one offers)",
  ),
  private: flag("switch", "treat the chain as a development chain, whatever its node reports"),
  confirmations: flag(
    "count",
    "confirmations to wait for (default: 1 on a development chain, otherwise by chain, such as 12 on mainnet)",
    { value: "blocks" },
  ),
  yes: shown("switch", "don't prompt; reuse deployed contracts", {
    short: "d",
    also: ["disable-confs"],
  }),
  redeploy: flag("switch", "redeploy everything, even contracts in the result file"),
  force: flag("switch", "the same as --redeploy --yes", { short: "f" }),
  restart: flag("switch", "start over: ignore the journal and earlier results of this chain", {
    short: "t",
  }),
  dryRun: shown("switch", "rehearse, show every step and its cost, send nothing"),
  from: shown("address", "with --dry-run: rehearse for this account, without its key"),
  allowUnrehearsed: flag("switch", "send even if the chain cannot be rehearsed, at unknown cost", {
    configured: "allowUnrehearsed",
  }),
  trustBase: flag("switch", "use a base that another account deployed on a public chain"),
  scheme: flag("switch", "write a project with a scheme of its own: contracts, a DAO and tests"),
  noCheck: flag("switch", "don't compare the DAO on the chain with its parameters at the end"),
  stakingToken: flag("address", "staking token: an address, or deploy for a new one"),
  registryOwner: flag(
    "address",
    "owner of DAORegistry and DAOTracker (default: the deploying account)",
  ),
  // How to change a DAO.
  newController: flag("switch", "also change to a controller of the file's release"),
  allowLockout: flag("switch", "go on even if the DAO could not register schemes afterwards"),
  again: flag("switch", "repeat proposals that failed, and propose beside other open ones"),
  deployOnly: flag("switch", "deploy and set parameters, but propose nothing"),
  descriptionHash: inLibrary(
    "text",
    "description of the proposals, such as the hash of a file on IPFS",
  ),
  // Of the library.
  confirm: inLibrary(
    "onPreview",
    "called once before anything is sent; nothing is sent unless it returns true",
  ),
  onStep: inLibrary("onStep", "called for each mined step"),
  onCheck: inLibrary("onCheck", "called with the check of each DAO that was made"),
  signal: inLibrary("signal", "stops it; what was sent is waited for"),
  onProgress: inLibrary("onMessage", "called with what is being done, as a phrase"),
  onNote: inLibrary("onMessage", "called with notes, such as that a release is fetched"),
  cacheDir: inLibrary(
    "folder",
    "folder that caches the logs of final blocks (default: the user's cache folder)",
  ),
  abis: inLibrary(
    "abis",
    "ABIs of contracts that proposals call, by address, to decode their calls",
  ),
};

/** Options by their names, unchanged. */
export function pick<Name extends keyof typeof flags>(
  ...names: readonly Name[]
): Pick<typeof flags, Name> {
  return Object.fromEntries(names.map((name) => [name, flags[name]])) as Pick<typeof flags, Name>;
}

/** Of every command that talks to a chain. */
export const connecting = pick(
  "provider",
  "chainId",
  "quiet",
  "json",
  "signal",
  "onProgress",
  "onNote",
);

/** Of every command that reads a DAO. */
export const reading = {
  ...pick("avatar", "result", "section", "block", "blockHash", "fromBlock", "cacheDir"),
  ...connecting,
};
