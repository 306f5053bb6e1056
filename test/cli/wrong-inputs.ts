import { headerLine } from "../execution/journal/sample-header.js";
import { LineChain } from "../../src/execution/journal/line-chain.js";

/** Key of the first account of the predecessor's test mnemonic, which is public. */
export const KEY = "0x4f3edf983ac636a65a842ce7c78d9aa706d3b113bce9c46f30d7d21715b23b1d";
const UNFUNDED = `0x${"7".repeat(64)}`;
export const MNEMONIC =
  "myth like bonus scare over problem client lizard pioneer submit female collect";
const VALID = {
  founders: [{ address: "0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1", reputation: 1 }],
};

interface WrongInput {
  /** NODE stands for the node's URL, WEB for that of a web server. */
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Files of the working directory, by name; null creates a folder. */
  readonly files?: Readonly<Record<string, string | null>>;
  readonly code: number;
  readonly message: RegExp;
}

const USAGE = 2;
const FAILED = 1;

/** Mistakes that users make, with the command's message and exit code. */
export const WRONG_INPUTS: Readonly<Record<string, WrongInput>> = {
  "an unknown flag": {
    args: ["--forse"],
    code: USAGE,
    message: /Unknown option --forse\. Did you mean --force\?/,
  },
  "an unknown flag of a command": {
    args: ["dao", "--parms", "x"],
    code: USAGE,
    message: /Did you mean --params\? See dao-migrate dao --help/,
  },
  "an unknown command": {
    args: ["bsae"],
    code: USAGE,
    message: /Unknown command bsae\. Did you mean base\?/,
  },
  "a command of nothing like ours": {
    args: ["xyzzy"],
    code: USAGE,
    message: /Unknown command xyzzy\. The commands are migrate, base, .*, verify, addresses, /,
  },
  "two commands": { args: ["base", "dao"], code: USAGE, message: /Unexpected argument "dao"/ },
  "a flag without its value": {
    args: ["--params"],
    code: USAGE,
    message: /--params needs a value: -i, --params <file>/,
  },
  "an output without its value": {
    args: ["base", "-o"],
    code: USAGE,
    message: /-o needs a value: -o, --result, --output <file>/,
  },
  "a flag that swallows the next": {
    args: ["-o", "--quiet"],
    code: USAGE,
    message: /-o needs a value/,
  },
  "a switch with a value": {
    args: ["--force=yes"],
    code: USAGE,
    message: /--force takes no value/,
  },
  "a chain ID that is no number": {
    args: ["-d", "--chain-id", "mainnet"],
    code: USAGE,
    message: /--chain-id is "mainnet"\. It must be a whole number, such as 1 for mainnet/,
  },
  "no confirmations": {
    args: ["--confirmations", "0"],
    code: USAGE,
    message: /--confirmations is "0"\. It must be a whole number, 1 or more/,
  },
  "half a confirmation": {
    args: ["--confirmations", "1.5"],
    code: USAGE,
    message: /--confirmations is "1\.5"\. It must be a whole number, 1 or more/,
  },
  "key and mnemonic": {
    args: ["-d", "-s", KEY, "-m", MNEMONIC],
    code: USAGE,
    message: /Both a private key and a mnemonic were given/,
  },
  "key and mnemonic in the environment": {
    args: ["-d"],
    env: { DAO_MIGRATE_PRIVATE_KEY: KEY, DAO_MIGRATE_MNEMONIC: MNEMONIC },
    code: USAGE,
    message: /Both a private key and a mnemonic/,
  },
  "no terminal": {
    args: ["-p", "NODE"],
    code: USAGE,
    message: /no terminal for prompts.*--yes.*--dry-run/s,
  },
  "a key too short": {
    args: ["-d", "-s", "0x1234"],
    code: USAGE,
    message: /has 4 hex digits; expected 64/,
  },
  "a key too long": { args: ["-d", "-s", `${KEY}00`], code: USAGE, message: /has 66 hex digits/ },
  "a key that is not hex": {
    args: ["-d", "-s", `0x${"z".repeat(64)}`],
    code: USAGE,
    message: /not hexadecimal/,
  },
  "a key of zero": {
    args: ["-d", "-s", `0x${"0".repeat(64)}`],
    code: USAGE,
    message: /not valid for secp256k1/,
  },
  "a key beyond the curve": {
    args: ["-d", "-s", `0x${"f".repeat(64)}`],
    code: USAGE,
    message: /not valid for secp256k1/,
  },
  "an empty key": { args: ["-d", "-s", ""], code: USAGE, message: /has 0 hex digits/ },
  "a bad key in the environment": {
    args: ["-d"],
    env: { DAO_MIGRATE_PRIVATE_KEY: "0x12" },
    code: USAGE,
    message: /has 2 hex digits/,
  },
  "a mnemonic with a wrong word": {
    args: ["-d", "-m", MNEMONIC.replace("lizard", "lizzard")],
    code: USAGE,
    message: /mnemonic of 12 words is not valid/,
  },
  "a mnemonic with a wrong checksum": {
    args: ["-d", "-m", MNEMONIC.replace("collect", "myth")],
    code: USAGE,
    message: /not valid.*checksum/s,
  },
  "a mnemonic too short": {
    args: ["-d", "-m", "myth like bonus"],
    code: USAGE,
    message: /mnemonic of 3 words/,
  },
  "a negative gas price": {
    args: ["-d", "--gas-price=-1"],
    code: USAGE,
    message: /gas price is "-1"\. It must be a non-negative number of GWei/,
  },
  "a gas price that is not a number": {
    args: ["-d", "-g", "fast"],
    code: USAGE,
    message: /gas price is "fast"\. It must be a non-negative number of GWei/,
  },
  "a gas price finer than a wei": {
    args: ["-d", "--gasPrice", "1.0000000001"],
    code: USAGE,
    message: /gas price is "1\.0000000001"/,
  },
  "a provider that is no URL": {
    args: ["-d", "-p", "localhost"],
    code: USAGE,
    message: /not a URL.*http:\/\/localhost:8545/,
  },
  "a provider of another protocol": {
    args: ["-d", "-p", "ftp://localhost:8545"],
    code: USAGE,
    message: /begins with ftp:\/\/; expected http:\/\/, https:\/\/, ws:\/\/ or wss:\/\//,
  },
  "a provider whose password is not encoded": {
    args: ["-d", "-p", "http://user:%zz@127.0.0.1:1"],
    code: USAGE,
    message: /password in the provider's URL is not valid.*%25/,
  },
  "a provider that is not reached": {
    args: ["-d", "-p", "CLOSED"],
    code: FAILED,
    message: /127\.0\.0\.1:\d+ gave no answer to eth_chainId.*ECONNREFUSED/,
  },
  "a provider that is a web page": {
    args: ["-d", "-p", "WEB/page"],
    code: FAILED,
    message: /its answer is not JSON-RPC/,
  },
  "a provider that is not found": {
    args: ["-d", "-p", "WEB/missing"],
    code: FAILED,
    message: /no JSON-RPC at .*HTTP 404/,
  },
  "a provider that refuses access": {
    args: ["-d", "-p", "WEB/forbidden"],
    code: FAILED,
    message: /refuses access \(HTTP 403\)/,
  },
  "a provider that fails": { args: ["-d", "-p", "WEB/broken"], code: FAILED, message: /HTTP 502/ },
  "a parameters file that is missing": {
    args: ["dao", "-d", "-p", "NODE", "-i", "none.json"],
    files: { "migration.json": "RESULT" },
    code: FAILED,
    message: /none\.json/,
  },
  "parameters that are no JSON": {
    args: ["-d", "-p", "NODE", "-i", "p.json"],
    files: { "p.json": '{"orgName": }' },
    code: FAILED,
    message: /p\.json.*JSON/s,
  },
  "parameters that are a list": {
    args: ["-d", "-p", "NODE", "-i", "p.json"],
    files: { "p.json": "[]" },
    code: FAILED,
    message: /p\.json/,
  },
  "parameters with mistakes": {
    args: ["-d", "-p", "NODE", "-i", "p.json"],
    files: {
      "p.json": JSON.stringify({ ...VALID, unregisterOwnr: true, founders: [{ address: "0x12" }] }),
    },
    code: FAILED,
    message: /founders\[0\]\.address.*|unregisterOwner/s,
  },
  "parameters that are a folder": {
    args: ["-d", "-p", "NODE", "-i", "folder"],
    files: { folder: null },
    code: FAILED,
    message: /folder/,
  },
  "a folder of build files that is missing": {
    args: ["-d", "-p", "NODE", "-c", "none"],
    code: FAILED,
    message: /The folder \S*none for build files does not exist/,
  },
  "an output in no folder": {
    args: ["base", "-d", "-p", "NODE", "-o", "none/migration.json"],
    code: FAILED,
    message: /none.migration\.json cannot be locked: .* the folder does not exist/,
  },
  "an output that is a folder": {
    args: ["base", "-d", "-p", "NODE", "-o", "folder"],
    files: { folder: null },
    code: FAILED,
    message: /folder cannot be read: EISDIR/,
  },
  "an output that is something else": {
    args: ["base", "-d", "-p", "NODE"],
    files: { "migration.json": '{"name": "x"}' },
    code: FAILED,
    message: /not the result of a migration/,
  },
  "an output that is damaged": {
    args: ["base", "-d", "-p", "NODE"],
    files: { "migration.json": "{" },
    code: FAILED,
    message: /is not JSON/,
  },
  "an output with an invalid base": {
    args: ["base", "-d", "-p", "NODE"],
    files: { "migration.json": '{"network":"mainnet","chainId":1,"base":null}' },
    code: FAILED,
    message: /not a valid result: base: /,
  },
  "a journal of another chain": {
    args: ["base", "-d", "-p", "NODE"],
    files: {
      "migration.json.journal": `${new LineChain().add(headerLine({ chainId: 1 }))}\n`,
    },
    code: FAILED,
    message: /belongs to another migration: its chain ID is 1, this chain's is 31337/,
  },
  "an empty journal": {
    args: ["base", "-d", "-p", "NODE"],
    files: { "migration.json.journal": "" },
    code: FAILED,
    message: /journal .* is empty.*Restore it from a copy, or pass --restart/,
  },
  "a DAO without a base": {
    args: ["dao", "-d", "-p", "NODE"],
    code: FAILED,
    message: /no base.*dao-migrate base/s,
  },
  "a demo without a base": { args: ["demo", "-d", "-p", "NODE"], code: FAILED, message: /no base/ },
  "an unknown release": {
    args: ["base", "-d", "-p", "NODE", "-a", "rc.58"],
    code: FAILED,
    message: /rc\.58.*rc\.57/s,
  },
  "the experimental release": {
    args: ["base", "-d", "-p", "NODE", "-a", "arc-experimental"],
    code: FAILED,
    message: /experimental/,
  },
  "a DAO of a release that has none": {
    args: ["-d", "-p", "NODE", "-a", "alpha.52"],
    code: FAILED,
    message: /alpha\.5[23]/,
  },
  "no funds": {
    args: ["base", "-d", "-p", "NODE", "-s", UNFUNDED],
    code: FAILED,
    message: /Insufficient funds: 0x\w+ has 0\.0 ETH but may need .* Add .* ETH and run again/,
  },
  "the default key on a live network": {
    args: ["base", "-d", "-p", "LIVE"],
    code: FAILED,
    message: /built-in default key is public.*xdai/,
  },
};
