import { expect } from "chai";

import { ChainProcess, refused } from "./chain-process.js";

const OTHER_MNEMONIC = "test test test test test test test test test test test junk";

describe("dao-test-chain with wrong input", () => {
  const wrong: [string, string[], RegExp][] = [
    [
      "an unknown option",
      ["--acounts", "5"],
      /Unknown option --acounts\. Did you mean --accounts\?/,
    ],
    ["an unknown short option", ["-z"], /Unknown option -z/],
    ["an unknown option with a digit", ["--ipv4"], /Unknown option --ipv4/],
    [
      "an unknown option with underscores",
      ["--total_acounts", "5"],
      /Unknown option --total_acounts\. Did you mean --total_accounts\?/,
    ],
    [
      "an option that may be a key",
      [`--${"a1".repeat(32)}`],
      /Unknown option\. It is not shown here because it could be a secret\. See/,
    ],
    ["an option of another node", ["--steps-tracing"], /Unknown option --steps-tracing/],
    [
      "an option of ganache that cannot be had",
      ["--callGasLimit", "9"],
      /no option --callGasLimit: a call gets the block gas limit/,
    ],
    [
      "an option of ganache 7 that cannot be had",
      ["--wallet.passphrase", "x"],
      /no option --wallet\.passphrase: accounts have no passphrase/,
    ],
    ["an account without a balance", ["--account", "0x12"], /--account is not a private key and/],
    ["a seed beside a mnemonic", ["-s", "x", "-m", OTHER_MNEMONIC], /each makes the accounts/],
    ["a time that is none", ["--time", "soon"], /--time is "soon"\. It must be a date/],
    ["an unexpected argument", ["start"], /Unexpected argument: "start"/],
    ["an option without its value", ["--port"], /--port needs a value: --port <number>/],
    ["a negative balance", ["-e", "-5"], /--balance is "-5"\. It must be an amount of ether/],
    [
      "an option whose value is the next option",
      ["--mnemonic", "--quiet"],
      /--mnemonic needs a value/,
    ],
    ["a flag with a value", ["--quiet=yes"], /--quiet takes no value/],
    ["a repeated option", ["-p", "1", "--port", "2"], /--port is given more than once/],
    [
      "an invalid port",
      ["-p", "65536"],
      /--port is "65536"\. It must be a whole number from 0 to 65535/,
    ],
    [
      "an invalid number",
      ["--chain-id", "1e3"],
      /--chain-id is "1e3"\. It must be a whole number of 1 or more/,
    ],
    ["no accounts", ["-a", "0"], /--accounts is "0"/],
    ["a negative balance", ["--balance=-5"], /--balance is "-5"\. It must be an amount of ether/],
    [
      "a block time that is no time",
      ["-b", "soon"],
      /--block-time is "soon"\. It must be a number of seconds/,
    ],
    [
      "a gas price in gwei",
      ["-g", "1.5"],
      /--gas-price is "1\.5"\. It must be a whole number of wei/,
    ],
    ["an unknown hardfork", ["-k", "cancum"], /Did you mean cancun\?/],
    [
      "a mnemonic with a wrong word",
      ["-m", "myth like bonus"],
      /mnemonic is not valid.*--mnemonic/,
    ],
    [
      "two kinds of accounts",
      ["-d", "-m", OTHER_MNEMONIC],
      /--mnemonic and --deterministic cannot be combined/,
    ],
    [
      "two kinds of mining",
      ["--no-mining", "-b", "1"],
      /--block-time and --no-mining cannot be combined/,
    ],
    ["quiet and verbose", ["-q", "-v"], /--quiet and --verbose cannot be combined/],
    [
      "a fork block without a node",
      ["--fork-block", "1"],
      /--fork-block needs a chain to fork\. Add --fork-url/,
    ],
    [
      "two fork blocks",
      ["-f", "http://127.0.0.1:1@5", "--fork-block", "6"],
      /--fork-block contradicts another option/,
    ],
    [
      "a persisted fork",
      ["-f", "http://127.0.0.1:1", "--db", "x"],
      /--db and --fork-url cannot be combined/,
    ],
    ["a fork URL that is not a URL", ["-f", "mainnet"], /--fork-url is not the URL of a node/],
  ];
  for (const [what, args, message] of wrong) {
    it(`exits with 2 for ${what}`, async () => {
      const { code, text } = await refused(args);
      expect(text).to.match(message);
      expect(code).to.equal(2);
      expect(text).not.to.match(/\n\s+at /);
    });
  }

  it("exits with 2 for an unknown option or an invalid flag in the environment", async () => {
    const unknown = await refused([], { DAO_TEST_CHAIN_BALANCES: "3" });
    expect(unknown.text).to.match(
      /Unknown option DAO_TEST_CHAIN_BALANCES in the environment\. Did you mean DAO_TEST_CHAIN_BALANCE\?/,
    );
    const neither = await refused([], { DAO_TEST_CHAIN_NO_DEMO: "maybe" });
    expect(neither.text).to.match(
      /DAO_TEST_CHAIN_NO_DEMO in the environment is "maybe"\. It must be true or false/,
    );
    expect([unknown.code, neither.code]).to.deep.equal([2, 2]);
  });

  it("ends its process with 2, too", async () => {
    const chain = new ChainProcess(process.cwd(), ["--acounts", "5"]);
    expect((await chain.ended()).code).to.equal(2);
    expect(chain.stderr).to.match(/Unknown option --acounts/);
  });
});
