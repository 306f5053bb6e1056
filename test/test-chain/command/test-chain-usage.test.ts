import { expect } from "chai";

import { ChainProcess, refused } from "./chain-process.js";
import { expectGoldenCases } from "../../golden.js";

const OTHER_MNEMONIC = "test test test test test test test test test test test junk";

describe("dao-test-chain with wrong input", () => {
  const wrong: Readonly<Record<string, readonly string[]>> = {
    "an unknown option": ["--acounts", "5"],
    "an unknown short option": ["-z"],
    "an unknown option with a digit": ["--ipv4"],
    "an unknown option with underscores": ["--total_acounts", "5"],
    "an option that may be a key": [`--${"a1".repeat(32)}`],
    "an option of another node": ["--steps-tracing"],
    "an option of ganache that cannot be had": ["--callGasLimit", "9"],
    "an option of ganache 7 that cannot be had": ["--wallet.passphrase", "x"],
    "an account without a balance": ["--account", "0x12"],
    "a seed beside a mnemonic": ["-s", "x", "-m", OTHER_MNEMONIC],
    "a time that is none": ["--time", "soon"],
    "an unexpected argument": ["start"],
    "an option without its value": ["--port"],
    "a negative balance by its short name": ["-e", "-5"],
    "an option whose value is the next option": ["--mnemonic", "--quiet"],
    "a flag with a value": ["--quiet=yes"],
    "a repeated option": ["-p", "1", "--port", "2"],
    "an invalid port": ["-p", "65536"],
    "an invalid number": ["--chain-id", "1e3"],
    "no accounts": ["-a", "0"],
    "a negative balance": ["--balance=-5"],
    "a block time that is no time": ["-b", "soon"],
    "a gas price in gwei": ["-g", "1.5"],
    "an unknown hardfork": ["-k", "cancum"],
    "a mnemonic with a wrong word": ["-m", "myth like bonus"],
    "two kinds of accounts": ["-d", "-m", OTHER_MNEMONIC],
    "two kinds of mining": ["--no-mining", "-b", "1"],
    "quiet and verbose": ["-q", "-v"],
    "a fork block without a node": ["--fork-block", "1"],
    "two fork blocks": ["-f", "http://127.0.0.1:1@5", "--fork-block", "6"],
    "a persisted fork": ["-f", "http://127.0.0.1:1", "--db", "x"],
    "a fork URL that is not a URL": ["-f", "mainnet"],
  };
  const said: Record<string, string> = {};
  for (const [what, args] of Object.entries(wrong)) {
    it(`exits with 2 for ${what}`, async () => {
      const { code, text } = await refused(args);
      said[what] = text.trimEnd();
      expect(code).to.equal(2);
      expect(text).not.to.match(/\n\s+at /);
    });
  }

  // Last, as it has what the tests above collected.
  it("says so in these words", () => {
    expectGoldenCases(import.meta.dirname, "test-chain-usage.txt", said);
  });

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
