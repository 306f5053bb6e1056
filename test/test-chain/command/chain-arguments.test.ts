import { relative } from "node:path";

import { expect } from "chai";

import {
  combine,
  helpText,
  readArguments,
  readEnvironment,
} from "../../../src/test-chain/command/chain-arguments.js";
import { CHAIN_OPTIONS, type ChainOption } from "../../../src/test-chain/command/chain-options.js";
import { chainSettings } from "../../../src/test-chain/command/serve.js";
import { expectRecorded } from "../../recorded.js";

const KEY = `0x${"6c".repeat(32)}`;

/** What arguments, separated by spaces, and variables without their prefix set. */
function settings(args: string, variables: Readonly<Record<string, string>> = {}) {
  const environment = Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [`DAO_TEST_CHAIN_${name}`, value]),
  );
  const raw = combine(readArguments(args.split(" ")), readEnvironment(environment));
  const { chain, output, accountKeys = "", notes, quiet } = chainSettings(raw, { demo: true });
  const paths = [output, accountKeys, chain.db ?? ""].map((path) => relative("", path));
  const initialDate = Number(chain.initialDate);
  return { settings: { ...chain, initialDate, db: undefined, quiet, notes, paths }, environment };
}

describe("the arguments of dao-test-chain", () => {
  it("are all in its help, with what they take", () => {
    const options: readonly ChainOption[] = CHAIN_OPTIONS;
    for (const { name, value } of options) {
      const flags = value === undefined ? `--${name} ` : `--${name} <${value}> `;
      expect(helpText()).to.include(flags);
    }
  });

  it("may be those of ganache-cli", () => {
    const accounts = "-s abc -a 3 --secure -u 1 --unlock 0xabab --acctKeys keys.json";
    const chain = "-p 0 -h :: --time 1893456000000 --mem --no-demo --db_path a/db -i 7 -o out.json";
    const odd = "--keepAliveTimeout 7000 --noVMErrorsOnRPCResponse -l 0xffff -k Paris -b 0.5 -g 5";
    expectRecorded(settings(`${accounts} ${chain} ${odd}`).settings);
    const listed = `--account ${KEY},5 --wallet.accounts ${KEY},0x6 -q -g 2000000000`;
    expectRecorded(settings(listed).settings);
    expect(() => settings(`--seed ${KEY}`)).to.throw("looks like a private key or a mnemonic");
    const derived = "-a 4 -e 1.5 --hd_path m/44'/60'/ --fork http://u:p@127.0.0.1:1@5";
    expectRecorded(settings(derived).settings);
  });

  it("may have the spellings of ganache, anvil and Hardhat", () => {
    const groups =
      "--server.port 0 --wallet.totalAccounts 7 --chain.hardfork London --miner.gasPrice 0";
    expectRecorded(settings(`${groups} --hostname=::1 --chainId 1337 --no-mine`).settings);
    expectRecorded(
      settings("--block_gas_limit 9 --fork-url http://a.b --fork_block_number 5").settings,
    );
  });

  it("may name the result file as dao-migrate does, whose errors do", () => {
    expect(settings("--result a.json").settings).to.deep.equal(settings("-o a.json").settings);
    expect(settings("--result a.json").settings).to.not.deep.equal(settings("-q").settings);
  });

  it("override the environment, which keeps no key, and may have what Kubernetes and compose.yaml set", () => {
    const services = { PORT: "tcp://10.0.0.1:8545", SERVICE_HOST: "10.0.0.1", IMAGE: "x" };
    const set = {
      CHAIN_ID: "5",
      ACCOUNTS: "8",
      NO_DEMO: "true",
      QUIET: "0",
      HOST: "",
      FORK_URL: "http://a.b",
    };
    const keys = { MNEMONIC: `${"test ".repeat(11)}junk` };
    const told = settings("--port 0 --accounts 6", {
      ...{ ...services, ...set, ...keys },
      PORT_8545_TCP_ADDR: "10.0.0.1",
    });
    expectRecorded(told.settings);
    expect(Object.keys(told.environment)).to.not.include("DAO_TEST_CHAIN_MNEMONIC");
  });
});
