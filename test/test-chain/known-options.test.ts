import { expect } from "chai";

import { DaoMigration } from "../../src/index.js";
import { TestChain } from "../../fixtures/index.js";
import { withSeed } from "../../src/test-chain/accounts.js";
import { knownOptions, type GanacheOptions } from "../../src/test-chain/known-options.js";
import type { TestChainOptions } from "../../src/test-chain/options.js";
import { mnemonicOf } from "../../src/test-chain/seed.js";
import { rejection } from "../rejection.js";
import { withChain } from "./database/with-chain.js";
import { expectRecorded } from "../recorded.js";

const MNEMONIC = "test test test test test test test test test test test junk";
/** The first account of that mnemonic. */
const FIRST = "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266";

type Options = TestChainOptions & GanacheOptions;

describe("options of TestChain", () => {
  const REFUSED: [options: object, message: RegExp][] = [
    [
      { arcVerson: "rc.40" },
      /Unknown option "arcVerson" of the test chain\. Did you mean arcVersion\?/,
    ],
    [{ total_acounts: 3 }, /Unknown option "total_acounts"/],
    [{ gasLimit: "much" }, /gasLimit is "much"\. It must be a whole number/],
    [{ callGasLimit: 1 }, /no option "callGasLimit": a call gets the block gas limit/],
    [
      { wallet: { passphrase: "x" } },
      /no option "wallet\.passphrase": accounts have no passphrase/,
    ],
    [{ ws: true }, /no option "ws": WebSockets are always served/],
    [
      { seed: "a", mnemonic: MNEMONIC },
      /seed and mnemonic cannot be combined: each makes the accounts/,
    ],
    [{ db: "x", fork: "http://127.0.0.1:1" }, /db and fork cannot be combined: a persisted chain/],
    [{ db: "x", loadState: "s" }, /db and loadState cannot be combined: a persisted chain resumes/],
    [{ db: "x", dumpState: "s" }, /db and dumpState cannot be combined: a persisted chain has/],
    [{ fork: "http://127.0.0.1:1", loadState: "s" }, /cannot be combined: each brings the state/],
    [{ fork: "http://127.0.0.1:1", dumpState: "s" }, /cannot be combined: what a chain has/],
    [{ gasLimit: 5, blockGasLimit: 6 }, /blockGasLimit contradicts another option/],
    [
      { total_accounts: 3, accounts: { mnemonic: MNEMONIC, count: 4 } },
      /accounts contradicts another option/,
    ],
    [{ db: "x", forking: { url: "http://127.0.0.1:1" } }, /db and forking cannot be combined/],
    [{ output: "x" }, /Only the command has the option "output"/],
    [{ time: "tomorrow" }, /time is "tomorrow"/],
    [{ mnemonic: 5 }, /mnemonic is not a string/],
    [{ demo: "no" }, /demo is "no"\. It must be true or false/],
    [{ customAbis: true }, /customAbis is "true"\. It must be a string/],
    [{ arcVersion: ["57"] }, /arcVersion is "57"\. It must be a string/],
    [{ mining: { auto: "x" } }, /mining is .*"x".*\. It must be an object such as \{ auto: false/],
    [{ mining: { interval: -1 } }, /mining is .*-1.*\. It must be an object such as/],
    [
      { accounts: [], mnemonic: MNEMONIC },
      /accounts and mnemonic cannot be combined: one lists the accounts/,
    ],
  ];
  for (const [options, message] of REFUSED) {
    it(`refuses ${JSON.stringify(options).slice(0, 40)} at every entry point`, async () => {
      for (const open of [
        async () => await DaoMigration.TestChain.provider(options),
        async () => await DaoMigration.TestChain.server(options),
        async () => await TestChain.create(options),
        async () => Promise.resolve(TestChain.server(options)),
      ]) {
        const error = await rejection(Promise.resolve().then<unknown>(open));
        expect(error.message).to.match(message).and.not.include("junk");
        expect(error.name).to.equal("UsageError");
      }
    });
  }

  it("accepts ganache's names, flat and in groups", () => {
    const flat = knownOptions({
      mnemonic: ` ${MNEMONIC.replaceAll(" ", "  ")} `,
      total_accounts: 3,
      default_balance_ether: "1.5",
      gasLimit: "0x1c9c380",
      network_id: 7,
      blockTime: 2,
      hostname: "::1",
      port: 1234,
      fork: "http://user:a@b@localhost:1@42",
      time: "2030-01-01T00:00:00Z",
      vmErrorsOnRPCResponse: false,
    });
    const inGroups = knownOptions({
      wallet: { mnemonic: MNEMONIC, totalAccounts: 3, deterministic: true },
      chain: { chainId: 5, hardfork: "london" },
      miner: { blockGasLimit: 9 },
      mining: { auto: false, interval: [1, 2] },
      logging: { quiet: true, debug: false },
      database: { dbPath: "folder" },
      vmErrorsOnRPCResponse: true,
      noDemo: true,
    });
    expect(flat).to.have.deep.property("initialDate", new Date("2030-01-01T00:00:00Z"));
    expectRecorded([flat, inGroups]);
  });

  it("makes a chain of them", () =>
    withChain(
      {
        mnemonic: MNEMONIC,
        total_accounts: 6,
        default_balance_ether: 5000,
        network_id: 77,
        _chainId: 1234,
      } as Options,
      async (request) => {
        const accounts = (await request("eth_accounts")) as string[];
        expect([accounts.length, accounts[0]]).to.deep.equal([6, FIRST]);
        expect(await request("net_version")).to.equal("77");
        expect(await request("eth_chainId")).to.equal("0x4d2");
        expect(BigInt((await request("eth_getBalance", accounts[5], "latest")) as string)).to.equal(
          5000n * 10n ** 18n,
        );
      },
    ));

  it("derives the accounts of a seed", async () => {
    const { accounts } = await withSeed({ seed: "abc" });
    expect(accounts).to.deep.equal({ mnemonic: mnemonicOf("abc") });
  });

  it("signs only for the unlocked accounts of a secure chain", () =>
    withChain({ secure: true, unlock: ["1", `0x${"ab".repeat(20)}`] }, async (request) => {
      const [first, second] = (await request("eth_accounts")) as string[];
      const send = async (from: string | undefined) =>
        await request("eth_sendTransaction", { from, to: first, value: "0x0" });
      for (const from of [first, undefined]) {
        expect((await rejection(send(from))).message).to.match(/account .*is locked/);
      }
      expect((await rejection(request("eth_sign", first, "0x12"))).message).to.include("is locked");
      expect(await send(second)).to.match(/^0x[0-9a-f]{64}$/);
      expect(await request("eth_sign", second, "0x12")).to.match(/^0x/);
      const unlocked = [await request("personal_unlockAccount", second, "", 600)];
      expect(unlocked).to.deep.equal([true]);
      const unlocking = rejection(request("personal_unlockAccount", first, "", 600));
      expect((await unlocking).message).to.include("is locked");
      // One that is not of the chain's accounts.
      const stranger = `0x${"ab".repeat(20)}`;
      const given = { from: second, to: stranger, value: "0xde0b6b3a7640000" };
      await request("eth_sendTransaction", given);
      const sent = { from: stranger, to: first, value: "0x1" };
      expect(await request("eth_sendTransaction", sent)).to.match(/^0x/);
    }));

  it("listens at the port of the options, and refuses it for a provider", async () => {
    await using server = await DaoMigration.TestChain.server({
      demo: false,
      port: 0,
      keepAliveTimeout: 1234,
    });
    const { port } = await server.listen();
    expect(port).to.be.above(0).and.not.equal(8545);
    const response = await fetch(`http://127.0.0.1:${port}`, {
      method: "POST",
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_chainId" }),
    });
    expect(response.headers.get("keep-alive")).to.equal("timeout=1");
    await response.text();
    const error = await rejection(DaoMigration.TestChain.provider({ port: 1 }));
    expect(error.message).to.include("A provider does not listen on a port");
  });
});
