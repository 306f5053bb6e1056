import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";
import {
  Contract,
  getAddress,
  id,
  Interface,
  JsonRpcProvider,
  toBeHex,
  ZeroHash,
  type ContractTransactionResponse,
} from "ethers";

import type { Inspection } from "../../../src/engine/inspect/description.js";
import type { DaoResult } from "../../../src/foundation/result/result.js";
import { CHANGING_DAO } from "../../operations/change/change-dao.js";
import { ok } from "../../run-here.js";
import { itInCliFolder as it } from "../cli/command.js";
import { openNodeWithBase } from "../cli/node-with-base.js";
import { useOpened } from "../../use-opened.js";

const REGISTER = ["function proposeScheme(address, address, bytes32, bytes4, string)"];

describe("dao-migrate ci", () => {
  const node = useOpened(openNodeWithBase);
  let dao: DaoResult;

  before(async () => {
    ({ dao } = await node.make(CHANGING_DAO));
  });

  it("reports what an edited file changes: warnings, then a row for each proposal, then the rest", async ({
    folder: cwd,
    cli,
  }) => {
    const file = { ...CHANGING_DAO, UpgradeScheme: [{ voteParams: 1 }], orgName: "Other" };
    await writeFile(join(cwd, "dao.json"), JSON.stringify(file));
    const flags = [dao.Avatar, "-p", node.url, "--params", "dao.json"];
    const { code, stdout, stderr } = await cli("ci", ...flags);
    expect(code, stderr).to.equal(3);
    expect(stdout).to.match(/^## What `dao\.json` changes in A small DAO\n/);
    expect(stdout).to.match(/\n\| 1 \| register UpgradeScheme 0x\w{40} .* \| 1 account with 100/);
    const parts = ["| Proposal |", "### Differences that remain", "### Each proposal"];
    const places = parts.map((part) => stdout.indexOf(part));
    expect(places)
      .to.deep.equal([...places].sort((a, b) => a - b))
      .and.not.include(-1);
    const planned = await cli("plan", ...flags, "--markdown");
    expect(planned.stdout).to.equal(stdout);
    await writeFile(join(cwd, "dao.json"), JSON.stringify(CHANGING_DAO));
    ok(await cli("ci", ...flags));
  });

  it("stays quiet about a stranger's token that says something else in each block, and judges the rest", async ({
    folder: cwd,
    cli,
  }) => {
    const provider = new JsonRpcProvider(node.url);
    const token = `0x${"70".repeat(20)}`;
    // Without call data, it says once that it came to the DAO. It answers everything with the block's number.
    const emits = `73${dao.Avatar.slice(2)}6000 7f${id("Transfer(address,address,uint256)").slice(2)}60206000a300`;
    const code = `0x3615600e57 4360005260206000f3 5b${emits}`.replace(/ /g, "");
    await provider.send("hardhat_setCode", [token, code]);
    const [from] = (await provider.send("eth_accounts", [])) as string[];
    const send = async (to: string, value = "0x0") => {
      await provider.send("eth_sendTransaction", [{ from, to, value }]);
    };
    await send(token);
    await writeFile(join(cwd, "dao.json"), JSON.stringify(CHANGING_DAO));
    const read = ["-p", node.url, dao.Avatar];
    await writeFile(join(cwd, "last.json"), ok(await cli("inspect", ...read, "--json")).stdout);
    const watch = async (since: string) =>
      await cli("ci", ...read, "--params", "dao.json", "--since", since, "--output", "next.json");
    await provider.send("hardhat_mine", ["0x3"]);
    expect(ok(await watch("last.json")).stdout).to.equal("");
    await provider.send("hardhat_mine", ["0x3"]);
    expect(ok(await watch("next.json")).stdout).to.equal("");
    await send(dao.Avatar, "0x7");
    const drift = await watch("next.json");
    expect(drift.code, drift.stderr).to.equal(3);
    expect(drift.stdout).to.match(/gained 0\.0+7 ether/);
    expect(drift.stdout).to.match(/0x(70){20}.*none of its events names the DAO/);
    await send(token);
    expect((await watch("next.json")).stdout).to.include(getAddress(token));
  });

  it("reports drift once: what happened, who did it, and what can be done", async ({
    folder: cwd,
    cli,
  }) => {
    await writeFile(join(cwd, "dao.json"), JSON.stringify(CHANGING_DAO));
    const read = ["-p", node.url, dao.Avatar];
    await writeFile(join(cwd, "last.json"), ok(await cli("inspect", ...read, "--json")).stdout);
    const watch = async (since: string) =>
      await cli("ci", ...read, "--params", "dao.json", "--since", since, "--output", "next.json");
    const quiet = ok(await watch("last.json"));
    expect(quiet.stdout).to.equal("");

    const stranger = await proposeScheme(node.url, dao);
    const drift = await watch("last.json");
    expect(drift.code, drift.stderr).to.equal(3);
    expect(drift.stdout).to.match(/^## What happened to A small DAO\n\n### Look at this first\n/);
    expect(drift.stdout).to.include(`made by ${stranger}, registers a contract`);
    expect(drift.stdout).to.match(
      new RegExp(`### Who did it\n\n- \`${stranger}\` called SchemeRegistrar \`0x\\w{40}\``),
    );
    expect(drift.stdout).to.match(/### What can be done\n\n- The DAO matches its file\. Look at/);
    expect(ok(await watch("next.json")).stdout).to.equal("");

    // What the DAO changes in other contracts is no difference of its own.
    const elsewhere = getAddress(`0x${"71".repeat(20)}`);
    await callAsDao(node.url, dao, elsewhere, 100);
    const called = await watch("next.json");
    expect(called.code, called.stderr).to.equal(3);
    expect(called.stdout).to.include(`; the DAO called \`${elsewhere}\``);
    expect(ok(await watch("next.json")).stdout).to.equal("");
  });

  it("plans from all events, even if the earlier state has only the latest", async ({
    folder: cwd,
    cli,
  }) => {
    await writeFile(join(cwd, "dao.json"), JSON.stringify(CHANGING_DAO));
    const read = ["-p", node.url, dao.Avatar];
    const all = JSON.parse(ok(await cli("inspect", ...read, "--json")).stdout) as Inspection;
    const late = ["inspect", ...read, "--json", "--from-block", String(all.block.number)];
    await writeFile(join(cwd, "late.json"), ok(await cli(...late)).stdout);
    await proposeScheme(node.url, dao);
    const drift = await cli("ci", ...read, "--params", "dao.json", "--since", "late.json");
    expect(drift.stdout, drift.stderr).to.include(
      "### What can be done\n\n- The DAO matches its file.",
    );
  });

  it("does not move on where something was not read, so that nothing is missed", async ({
    folder: cwd,
    cli,
  }) => {
    await writeFile(join(cwd, "dao.json"), JSON.stringify(CHANGING_DAO));
    const read = ["-p", node.url, dao.Avatar];
    const { stdout } = ok(await cli("inspect", ...read, "--json"));
    const inspection = JSON.parse(stdout) as Inspection;
    const unread = { ...inspection, treasury: { notRead: "the node gave no answer" } };
    await writeFile(join(cwd, "last.json"), JSON.stringify(unread));
    const since = ["--since", "last.json", "--output", "next.json"];
    const { code, stdout: text } = await cli("ci", ...read, "--params", "dao.json", ...since);
    expect(code).to.equal(4);
    expect(text).to.include("Not everything was read").and.include("the node gave no answer");
    expect(existsSync(join(cwd, "next.json"))).to.equal(false);
  });

  it("reports that the DAO was handed to an account", async ({ folder: cwd, cli }) => {
    await writeFile(join(cwd, "dao.json"), JSON.stringify(CHANGING_DAO));
    const read = ["-p", node.url, dao.Avatar, "--params", "dao.json"];
    const { stdout } = ok(await cli("inspect", ...read.slice(0, 3), "--json"));
    await writeFile(join(cwd, "last.json"), stdout);
    const provider = new JsonRpcProvider(node.url);
    const [taker, owner] = [`0x${"ab".repeat(20)}`, toBeHex(0, 32)];
    const was = await provider.getStorage(dao.Avatar, 0);
    const taken = [dao.Avatar, owner, toBeHex(taker, 32)];
    await provider.send("hardhat_setStorageAt", taken);
    const since = ["--since", "last.json", "--output", "next.json"];
    const lost = await cli("ci", ...read, ...since);
    await provider.send("hardhat_setStorageAt", [dao.Avatar, owner, was]);
    expect(lost.code, lost.stderr).to.equal(4);
    expect(lost.stdout).to.match(
      /^## The DAO cannot be read any more\n\nThe avatar .* belongs to `?0x[aA][bB].*anyone with its key controls/,
    );
    expect(existsSync(join(cwd, "next.json"))).to.equal(false);
  });

  it("needs a file to start from, and the DAO's own parameters", async ({ folder: cwd, cli }) => {
    await writeFile(join(cwd, "dao.json"), JSON.stringify(CHANGING_DAO));
    const read = [dao.Avatar, "-p", node.url];
    const block = await cli("ci", ...read, "--params", "dao.json", "--since", "1");
    expect(block.code).to.equal(2);
    expect(block.stderr).to.include("--since needs a file here");
    const none = await cli("ci", ...read);
    expect(none.code).to.equal(2);
    expect(none.stderr).to.include("--params");
    expect(await readFile(join(cwd, "dao.json"), "utf8")).to.equal(JSON.stringify(CHANGING_DAO));
  });
});

/** A stranger proposes that the DAO registers his account with all permissions. */
async function proposeScheme(url: string, { Avatar, Schemes }: DaoResult): Promise<string> {
  const provider = new JsonRpcProvider(url, undefined, { cacheTimeout: -1 });
  try {
    const signer = await provider.getSigner(7);
    const { address } = Schemes.find(({ name }) => name === "SchemeRegistrar")!;
    const registrar = new Contract(address, REGISTER, signer);
    const propose = registrar.getFunction("proposeScheme");
    const sent: unknown = await propose(Avatar, signer.address, ZeroHash, "0x0000001f", "me");
    await (sent as ContractTransactionResponse).wait();
    return signer.address;
  } finally {
    provider.destroy();
  }
}

/** Lets a DAO's registrar call a contract in its name, after it transferred none of the DAO's tokens many times. */
async function callAsDao(url: string, dao: DaoResult, to: string, before: number): Promise<void> {
  const provider = new JsonRpcProvider(url);
  const registrar = dao.Schemes.find(({ name }) => name === "SchemeRegistrar")!.address;
  await provider.send("hardhat_setBalance", [registrar, toBeHex(10n ** 18n)]);
  await provider.send("hardhat_impersonateAccount", [registrar]);
  const abi = new Interface([
    "function genericCall(address, bytes, address, uint256)",
    "function transfer(address, uint256)",
  ]);
  const nothing = abi.encodeFunctionData("transfer", [to, 0n]);
  for (let count = 0; count < before; count++)
    await provider.send("eth_sendTransaction", [
      { from: registrar, to: dao.NativeToken, data: nothing },
    ]);
  const data = abi.encodeFunctionData("genericCall", [to, "0x12345678", dao.Avatar, 0n]);
  await provider.send("eth_sendTransaction", [{ from: registrar, to: dao.Controller, data }]);
}
