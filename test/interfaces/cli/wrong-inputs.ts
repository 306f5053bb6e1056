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
 * What is typed (NODE stands for the node's URL, WEB for that of a web server), and the environment and the files of the
 * working directory, by name; null is a folder. `golden/wrong-input.txt` has what is answered.
 */
type WrongInput = readonly [
  args: string | readonly string[],
  more?: {
    readonly env?: Readonly<Record<string, string>>;
    readonly files?: Readonly<Record<string, string | null>>;
  },
];

/** Mistakes in what users type: exit code 2. */
export const WRONG_USAGE: Readonly<Record<string, WrongInput>> = {
  "an unknown flag": ["--forse"],
  "an unknown flag of a command": ["dao --parms x"],
  "an unknown command": ["bsae"],
  "an unknown command with arguments": [`inspct ${ACCOUNT} --since 5`],
  "help for an unknown command": ["help inspct"],
  "a command of nothing like ours": ["xyzzy"],
  "a flag with a digit": ["--ipv4"],
  "a value given twice": ["-p http://a --rpc-url=http://b"],
  "an avatar given twice": [`inspect ${ACCOUNT} --avatar ${ACCOUNT}`],
  "a stream in place of a result file": ["base -o -"],
  "a stream in place of an output": ["export --output -"],
  "two commands": ["base dao"],
  "two avatars": [`inspect ${ACCOUNT} ${ACCOUNT}`],
  "an avatar with a wrong checksum": [`inspect -p NODE ${ACCOUNT.replace("F8", "f8")}`],
  "a key in place of an avatar": [["inspect", KEY]],
  "a key in place of a scheme": [["simulate", "--call", KEY]],
  "a key in place of a call's data": [["simulate", "--call", ACCOUNT, "--data", KEY]],
  "a call's data, which has as many digits as a key, and a wrong block": [
    ["simulate", "--call", ACCOUNT, "--data", TRANSFER, "--block", "x"],
  ],
  "a check of somebody's DAO with the example": [`check -p NODE ${ACCOUNT}`],
  "an unsupported shell": ["completion tcsh"],
  "a flag without its value": ["--params"],
  "an output without its value": ["base -o"],
  "a negative price": [["-g", "-1"]],
  "a switch with a value": ["--force=yes"],
  "a chain ID that is no number": ["-d --chain-id mainnet"],
  "no confirmations": ["--confirmations 0"],
  "key and mnemonic": [["-d", "-s", KEY, "-m", MNEMONIC]],
  "key and mnemonic in the environment": [
    "-d",
    { env: { DAO_MIGRATE_PRIVATE_KEY: KEY, DAO_MIGRATE_MNEMONIC: MNEMONIC } },
  ],
  "an account without a key that would have to sign": [["-d", "-p", "NODE", "--from", ACCOUNT]],
  "an account and a key": [["--dry-run", "--from", ACCOUNT, "-s", KEY]],
  "a key as an account": [["--dry-run", "-p", "NODE", "--from", KEY]],
  "no terminal": ["-p NODE"],
  "a key too short": ["-d -s 0x1234"],
  "a bad key in the environment": ["-d", { env: { DAO_MIGRATE_PRIVATE_KEY: "0x12" } }],
  "a mnemonic with a wrong word": [["-d", "-m", MNEMONIC.replace("lizard", "lizzard")]],
  "a gas price that is not a number": ["-d -g fast"],
  "a gas price of 0": ["base -d -g 0 -p NODE"],
  "a provider that is no URL": ["-d -p localhost"],
  "a provider without a protocol": ["-d -p localhost:8545"],
  "a provider whose password is not encoded": ["-d -p http://user:%zz@127.0.0.1:1"],
};

/** Mistakes that show later: exit code 1. */
export const FAILURES: Readonly<Record<string, WrongInput>> = {
  "a provider that is not reached": ["-d -p CLOSED"],
  "a provider that is a web page": ["-d -p WEB/page"],
  "a provider that is not found": ["-d -p WEB/missing"],
  "a provider that refuses access": ["-d -p WEB/forbidden"],
  "a provider that fails": ["-d -p WEB/broken"],
  "a parameters file that is missing": [
    "dao -d -p NODE -i none.json",
    { files: { "migration.json": "RESULT" } },
  ],
  "parameters that are no JSON": ["-d -p NODE -i p.json", { files: { "p.json": '{"orgName": }' } }],
  "parameters with mistakes": [
    "-d -p NODE -i p.json",
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
  "parameters that are a folder": ["-d -p NODE -i folder", { files: { folder: null } }],
  "silences without a reason": [
    "check --silenced s.json",
    { files: { "s.json": '[{ "rule": "names" }]' } },
  ],
  "a folder of build files that is missing": ["-d -p NODE -c none"],
  "a result file that is missing": ["inspect -p NODE"],
  "an output in no folder": ["base -d -p NODE -o none/migration.json"],
  "an output that is a folder": ["base -d -p NODE -o folder", { files: { folder: null } }],
  "an output that is something else": [
    "base -d -p NODE",
    { files: { "migration.json": '{"name": "x"}' } },
  ],
  "an output that is damaged": ["base -d -p NODE", { files: { "migration.json": "{" } }],
  "an output with an invalid base": [
    "base -d -p NODE",
    { files: { "migration.json": '{"network":"mainnet","chainId":1,"base":null}' } },
  ],
  "a journal of another chain": [
    "base -d -p NODE",
    {
      files: {
        "migration.json.journal": `${new LineChain().add(headerLine({ chainId: 1 }))}\n`,
      },
    },
  ],
  "an empty journal": ["base -d -p NODE", { files: { "migration.json.journal": "" } }],
  "a DAO without a base": ["dao -d -p NODE"],
  "a demo without a base": ["demo -d -p NODE"],
  "an unknown release": ["base -d -p NODE -a rc.58"],
  "the experimental release": ["base -d -p NODE -a arc-experimental"],
  "a DAO of a release that has none": ["-d -p NODE -a alpha.52"],
  "a gas price below the base fee": ["base -d -g 0.000000001 -p NODE"],
  "no funds": [["base", "-d", "-p", "NODE", "-s", UNFUNDED]],
  "the default key on a live network, with the staking token that is missing, too": [
    "base -d -p LIVE",
  ],
  "the default key on a live network with a staking token": [
    "base -d -p LIVE --staking-token deploy",
  ],
};
