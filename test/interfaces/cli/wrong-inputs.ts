import { headerLine } from "../../engine/execution/journal/sample-header.js";
import { LineChain } from "../../../src/engine/execution/journal/line-chain.js";

/** Key of the first account of the predecessor's test mnemonic, which is public. */
export const KEY = "0x4f3edf983ac636a65a842ce7c78d9aa706d3b113bce9c46f30d7d21715b23b1d";
const ACCOUNT = "0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1";
const UNFUNDED = `0x${"7".repeat(64)}`;
/** A token's transfer to an account. */
const TRANSFER = `0xa9059cbb${"0".repeat(24)}${ACCOUNT.slice(2)}${"1".padStart(64, "0")}`;
export const MNEMONIC =
  "myth like bonus scare over problem client lizard pioneer submit female collect";
const VALID = { founders: [{ address: ACCOUNT, reputation: 1 }] };

/**
 * What is typed (NODE stands for the node's URL, WEB for that of a web server), what is answered, and the environment
 * and the files of the working directory, by name; null is a folder.
 */
type WrongInput = readonly [
  args: string | readonly string[],
  message: RegExp,
  more?: {
    readonly env?: Readonly<Record<string, string>>;
    readonly files?: Readonly<Record<string, string | null>>;
  },
];

/** Mistakes in what users type: exit code 2. */
export const WRONG_USAGE: Readonly<Record<string, WrongInput>> = {
  "an unknown flag": ["--forse", /Unknown option --forse\. Did you mean --force\?/],
  "an unknown flag of a command": [
    "dao --parms x",
    /Did you mean --params\? See dao-migrate dao --help/,
  ],
  "an unknown command": ["bsae", /Unknown command bsae\. Did you mean base\?/],
  "a command of nothing like ours": [
    "xyzzy",
    /Unknown command xyzzy\. The commands are migrate, base, .*, verify, addresses, /,
  ],
  "a flag with a digit": ["--ipv4", /Unknown option --ipv4\. See dao-migrate --help/],
  "a value given twice": [
    "-p http://a --rpc-url=http://b",
    /--provider is given more than once\. Give it once/,
  ],
  "an avatar given twice": [
    `inspect ${ACCOUNT} --avatar ${ACCOUNT}`,
    /--avatar is given more than once/,
  ],
  "a stream in place of a result file": ["base -o -", /--result is "-"\. It must be a path/],
  "a stream in place of an output": ["export --output -", /--output is "-"\. It must be a path/],
  "two commands": ["base dao", /Unexpected argument: "dao"/],
  "two avatars": [`inspect ${ACCOUNT} ${ACCOUNT}`, new RegExp(`Unexpected argument: "${ACCOUNT}"`)],
  "an avatar with a wrong checksum": [
    `inspect -p NODE ${ACCOUNT.replace("F8", "f8")}`,
    new RegExp(`with a valid checksum.*found "${ACCOUNT.replace("F8", "f8")}"`),
  ],
  "a key in place of an avatar": [
    ["inspect", KEY],
    /The value of --avatar looks like a private key/,
  ],
  "a key in place of a scheme": [
    ["simulate", "--call", KEY],
    /The value of --call looks like a private key/,
  ],
  "a key in place of a call's data": [
    ["simulate", "--call", ACCOUNT, "--data", KEY],
    /The value of --data looks like a private key/,
  ],
  "a call's data, which has as many digits as a key, and a wrong block": [
    ["simulate", "--call", ACCOUNT, "--data", TRANSFER, "--block", "x"],
    /--block is "x"\. It must be a block number/,
  ],
  "a check of somebody's DAO with the example": [
    `check -p NODE ${ACCOUNT}`,
    /No parameters were given.*--params/,
  ],
  "an unsupported shell": ["completion tcsh", /"tcsh"\. It must be bash, zsh, fish or powershell/],
  "a flag without its value": ["--params", /--params needs a value: -i, --params <file>/],
  "an output without its value": ["base -o", /-o needs a value: -o, --result, --output <file>/],
  "a negative price": [["-g", "-1"], /The gas price is "-1"\. It must be a non-negative number/],
  "a switch with a value": ["--force=yes", /--force takes no value/],
  "a chain ID that is no number": [
    "-d --chain-id mainnet",
    /--chain-id is "mainnet"\. It must be a whole number, such as 1 for mainnet/,
  ],
  "no confirmations": [
    "--confirmations 0",
    /--confirmations is "0"\. It must be a whole number, 1 or more/,
  ],
  "key and mnemonic": [
    ["-d", "-s", KEY, "-m", MNEMONIC],
    /Both a private key and a mnemonic were given/,
  ],
  "key and mnemonic in the environment": [
    "-d",
    /Both a private key and a mnemonic/,
    { env: { DAO_MIGRATE_PRIVATE_KEY: KEY, DAO_MIGRATE_MNEMONIC: MNEMONIC } },
  ],
  "an account without a key that would have to sign": [
    ["-d", "-p", "NODE", "--from", ACCOUNT],
    /--from only names an account.*Add --dry-run.*--keystore/,
  ],
  "an account and a key": [
    ["--dry-run", "--from", ACCOUNT, "-s", KEY],
    /--from and --private-key cannot be combined: they name the deploying account/,
  ],
  "an account and a keystore, of propose": [
    ["propose", "--dry-run", "--from", ACCOUNT, "--keystore", "key.json"],
    /--from and --keystore cannot be combined/,
  ],
  "a key as an account": [
    ["--dry-run", "-p", "NODE", "--from", KEY],
    /The value of --from looks like a private key/,
  ],
  "no terminal": ["-p NODE", /no terminal for prompts.*--yes.*--dry-run/s],
  "a key too short": ["-d -s 0x1234", /has 4 hex digits; expected 64/],
  "a bad key in the environment": [
    "-d",
    /has 2 hex digits/,
    { env: { DAO_MIGRATE_PRIVATE_KEY: "0x12" } },
  ],
  "a mnemonic with a wrong word": [
    ["-d", "-m", MNEMONIC.replace("lizard", "lizzard")],
    /mnemonic of 12 words is not valid/,
  ],
  "a gas price that is not a number": [
    "-d -g fast",
    /gas price is "fast"\. It must be a non-negative number of gwei/,
  ],
  "a provider that is no URL": ["-d -p localhost", /not a URL.*http:\/\/localhost:8545/],
  "a provider without a protocol": [
    "-d -p localhost:8545",
    /URL must begin with http:\/\/.*such as http:\/\/localhost:8545/,
  ],
  "a provider whose password is not encoded": [
    "-d -p http://user:%zz@127.0.0.1:1",
    /password in the provider's URL is not valid.*%25/,
  ],
};

/** Mistakes that show later: exit code 1. */
export const FAILURES: Readonly<Record<string, WrongInput>> = {
  "a provider that is not reached": [
    "-d -p CLOSED",
    /127\.0\.0\.1:\d+ gave no answer to eth_chainId.*nothing listens there/,
  ],
  "a provider that is a web page": ["-d -p WEB/page", /its answer is not JSON-RPC/],
  "a provider that is not found": ["-d -p WEB/missing", /no JSON-RPC at .*HTTP 404/],
  "a provider that refuses access": ["-d -p WEB/forbidden", /refuses access \(HTTP 403\)/],
  "a provider that fails": ["-d -p WEB/broken", /HTTP 502/],
  "a parameters file that is missing": [
    "dao -d -p NODE -i none.json",
    /none\.json/,
    { files: { "migration.json": "RESULT" } },
  ],
  "parameters that are no JSON": [
    "-d -p NODE -i p.json",
    /p\.json.*JSON/s,
    { files: { "p.json": '{"orgName": }' } },
  ],
  "parameters with mistakes": [
    "-d -p NODE -i p.json",
    /founders\[0\]\.address.*|unregisterOwner/s,
    {
      files: {
        "p.json": JSON.stringify({
          ...VALID,
          unregisterOwnr: true,
          founders: [{ address: "0x12" }],
        }),
      },
    },
  ],
  "parameters that are a folder": [
    "-d -p NODE -i folder",
    /found: +a folder/,
    { files: { folder: null } },
  ],
  "silences without a reason": [
    "check --silenced s.json",
    /s\.json: silenced\[0\]\.reason: Expected a reason, for readers of the report\. It should/,
    { files: { "s.json": '[{ "rule": "names" }]' } },
  ],
  "a folder of build files that is missing": [
    "-d -p NODE -c none",
    /The folder \S*none for build files does not exist/,
  ],
  "a result file that is missing": [
    "inspect -p NODE",
    /There is no result file \S*migration\.json\. Pass the address of an avatar/,
  ],
  "an output in no folder": [
    "base -d -p NODE -o none/migration.json",
    /none.migration\.json cannot be locked: .* the folder does not exist/,
  ],
  "an output that is a folder": [
    "base -d -p NODE -o folder",
    /folder cannot be read: it is a folder/,
    { files: { folder: null } },
  ],
  "an output that is something else": [
    "base -d -p NODE",
    /not the result of a migration/,
    { files: { "migration.json": '{"name": "x"}' } },
  ],
  "an output that is damaged": [
    "base -d -p NODE",
    /is not JSON/,
    { files: { "migration.json": "{" } },
  ],
  "an output with an invalid base": [
    "base -d -p NODE",
    /not a valid result: base: /,
    { files: { "migration.json": '{"network":"mainnet","chainId":1,"base":null}' } },
  ],
  "a journal of another chain": [
    "base -d -p NODE",
    /belongs to another migration: its chain ID is 1, this chain's is 31337/,
    {
      files: {
        "migration.json.journal": `${new LineChain().add(headerLine({ chainId: 1 }))}\n`,
      },
    },
  ],
  "an empty journal": [
    "base -d -p NODE",
    /journal .* is empty.*Restore it from a copy, or move it away/,
    { files: { "migration.json.journal": "" } },
  ],
  "a DAO without a base": ["dao -d -p NODE", /no base.*dao-migrate base/s],
  "a demo without a base": ["demo -d -p NODE", /no base/],
  "an unknown release": ["base -d -p NODE -a rc.58", /rc\.58.*rc\.57/s],
  "the experimental release": ["base -d -p NODE -a arc-experimental", /experimental/],
  "a DAO of a release that has none": ["-d -p NODE -a alpha.52", /alpha\.5[23]/],
  "no funds": [
    ["base", "-d", "-p", "NODE", "-s", UNFUNDED],
    /Insufficient funds: 0x\w+ has 0\.0 ETH but may need .* Add .* ETH and run again/,
  ],
  "the default key on a live network, with the staking token that is missing, too": [
    "base -d -p LIVE",
    /built-in default key is public.*xdai.*--keystore.*--private-key.*--dry-run --from.*--staking-token deploy/s,
  ],
  "the default key on a live network with a staking token": [
    "base -d -p LIVE --staking-token deploy",
    /^(?=[\s\S]*built-in default key is public)(?![\s\S]*--staking-token)/,
  ],
};
