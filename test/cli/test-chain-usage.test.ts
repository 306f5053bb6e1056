import { createServer, type AddressInfo } from "node:net";

import { expect } from "chai";

import { inTemporaryFolder } from "../temporary-folder.js";
import { ChainProcess } from "./chain-process.js";

const OTHER_MNEMONIC = "test test test test test test test test test test test junk";

/** Starts it with arguments that it refuses. */
async function refused(args: readonly string[], env: Record<string, string> = {}) {
  return await inTemporaryFolder(async (folder) => {
    const chain = new ChainProcess(folder, args, env);
    const { code } = await chain.ended();
    expect(chain.stdout).not.to.contain("Listening");
    return { code, text: chain.stderr };
  });
}

describe("dao-test-chain with wrong input", () => {
  const wrong: [string, string[], RegExp][] = [
    [
      "an option that there is not",
      ["--acounts", "5"],
      /no option --acounts\. Did you mean --accounts\?/,
    ],
    ["a short one that there is not", ["-z"], /no option -z/],
    ["an option of another chain", ["--steps-tracing"], /no option --steps-tracing/],
    ["a word that belongs to nothing", ["start"], /"start" belongs to no option/],
    ["an option without its value", ["--port"], /--port wants a value: --port <number>/],
    [
      "an option whose value is the next option",
      ["--mnemonic", "--quiet"],
      /--mnemonic wants a value/,
    ],
    ["a flag with a value", ["--quiet=yes"], /--quiet takes no value/],
    ["an option given twice", ["-p", "1", "--port", "2"], /--port is given twice/],
    ["a port that is none", ["-p", "65536"], /--port is "65536"; a whole number from 0 to 65535/],
    [
      "a number that is none",
      ["--chain-id", "1e3"],
      /--chain-id is "1e3"; a whole number of 1 or more/,
    ],
    ["no accounts", ["-a", "0"], /--accounts is "0"/],
    ["a balance below zero", ["--balance=-5"], /--balance is "-5"; an amount of ether/],
    ["a block time of zero", ["-b", "0"], /--block-time is "0"; a number of seconds above zero/],
    ["a gas price in GWei", ["-g", "1.5"], /--gas-price is "1\.5"; a whole number of wei/],
    ["a hardfork that there is not", ["-k", "cancum"], /Did you mean cancun\?/],
    ["a mnemonic with a wrong word", ["-m", "myth like bonus"], /--mnemonic is not valid/],
    [
      "two kinds of accounts",
      ["-d", "-m", OTHER_MNEMONIC],
      /--mnemonic and --deterministic contradict/,
    ],
    ["two kinds of mining", ["--no-mining", "-b", "1"], /--block-time and --no-mining contradict/],
    ["quiet and verbose", ["-q", "-v"], /--quiet and --verbose contradict/],
    [
      "a block to fork without a node",
      ["--fork-block", "1"],
      /--fork-block says .* Add --fork-url/,
    ],
    [
      "two blocks to fork at",
      ["-f", "http://127.0.0.1:1@5", "--fork-block", "6"],
      /Name one block/,
    ],
    [
      "a fork that is kept",
      ["-f", "http://127.0.0.1:1", "--db", "x"],
      /--db and --fork-url contradict/,
    ],
    ["a node that is no address", ["-f", "mainnet"], /--fork-url is no address of a node/],
  ];
  for (const [what, args, message] of wrong) {
    it(`ends with 2 for ${what}`, async () => {
      const { code, text } = await refused(args);
      expect(text).to.match(message);
      expect(code).to.equal(2);
      expect(text).not.to.match(/\n\s+at /);
    });
  }

  it("ends with 2 for an unknown name or a flag that is neither on nor off in the environment", async () => {
    const unknown = await refused([], { DAO_TEST_CHAIN_ACCOUNT: "3" });
    expect(unknown.text).to.match(
      /DAO_TEST_CHAIN_ACCOUNT, .* Did you mean DAO_TEST_CHAIN_ACCOUNTS\?/,
    );
    const neither = await refused([], { DAO_TEST_CHAIN_NO_DEMO: "maybe" });
    expect(neither.text).to.match(/DAO_TEST_CHAIN_NO_DEMO is "maybe".*true or false is wanted/);
    expect([unknown.code, neither.code]).to.deep.equal([2, 2]);
  });

  it("ends with 1 where the chain cannot be made or served", async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
    try {
      const { port } = taken.address() as AddressInfo;
      for (const [args, message] of [
        [["-p", String(port), "--no-demo"], /another program uses the port/],
        [["-p", "0", "--host", "203.0.113.1", "--no-demo"], /does not have that address/],
        [["--arc-version", "rc.99"], /no Arc release "rc\.99"/],
        [["--params", "missing.json"], /missing\.json: .*there is no such file/s],
        [["-a", "2"], /A demo test takes 6 accounts/],
        [["-f", "http://127.0.0.1:1"], /127\.0\.0\.1:1/],
      ] as [string[], RegExp][]) {
        const { code, text } = await refused(args);
        expect(text).to.match(message);
        expect(code, text).to.equal(1);
        expect(text).not.to.match(/\n\s+at /);
      }
    } finally {
      taken.close();
    }
  });
});
