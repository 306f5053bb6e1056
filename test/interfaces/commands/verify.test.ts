import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";

import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import { inCliFolder, itInCliFolder as it } from "../cli/command.js";
import { expectRecorded } from "../../recorded.js";
import { ok } from "../../run-here.js";
import { openNode } from "../cli/node.js";
import { useOpened } from "../../use-opened.js";

const REGISTRY = `0x${"d".repeat(40)}`;

describe("dao-migrate verify", () => {
  const node = useOpened(openNode);

  before(async () => {
    const { deployedBytecode } = (await openArcRelease("rc.57")).artifact("DAORegistry");
    await node.request("hardhat_setCode", [REGISTRY, deployedBytecode]);
  });

  const verify = async (...args: string[]) =>
    await inCliFolder(async ({ cli }) => cli("verify", "-p", node.url, ...args));

  it("verifies one contract, and writes what explorers need, including constructor arguments", async ({
    folder: cwd,
    cli,
  }) => {
    const { bytecode } = (await openArcRelease("rc.57")).artifact("DAORegistry");
    const owner = `${"00".repeat(12)}${"ab".repeat(20)}`;
    const [account] = (await node.request("eth_accounts")) as string[];
    const sent = { from: account, data: bytecode + owner };
    const transaction = String(await node.request("eth_sendTransaction", [sent]));
    await node.request("hardhat_mine", ["0x5"]);
    const { contractAddress } = (await node.request("eth_getTransactionReceipt", [
      transaction,
    ])) as { contractAddress: string };
    const asked = ["verify", contractAddress, "--contract", "DAORegistry", "-p", node.url];
    const run = ok(await cli(...asked, "--out", "o", "--quiet", "--json"));
    expect(run.stderr).to.equal("");
    expectRecorded(JSON.parse(run.stdout));

    const files = (await readdir(join(cwd, "o"))).sort();
    expect(files).to.have.length(3);
    const texts = await Promise.all(
      files.map(async (name) => await readFile(join(cwd, "o", name), "utf8")),
    );
    expect(texts.join("\n"))
      .to.include(owner)
      .and.include(transaction)
      .and.include("v0.5.4+commit.9549d8ff");
    const input = texts[files.findIndex((name) => name.endsWith(".input.json"))]!;
    const { settings } = JSON.parse(input) as { settings: unknown };
    expect(settings).to.deep.include({ optimizer: { enabled: true, runs: 200 } });

    const before = await cli(...asked, "--block", "0");
    expect(before.code, before.stderr).to.equal(1);
    expect(before.stdout).to.match(/There is no contract at this address/);
  });

  it("says what it needs if nothing is known", async () => {
    const nothing = await verify();
    expect(nothing).to.deep.include({ code: 1, stdout: "" });
    expect(nothing.stderr).to.match(
      /There is no result file \S*migration\.json\. So there is nothing to verify.*--contract/s,
    );
    const none = await verify(REGISTRY);
    expect(none.code).to.equal(1);
    expect(none.stderr).to.match(/0xD+ is Arc.s DAORegistry; expected an avatar.*--contract/is);
  });

  it("refuses a contract without an address, and another chain", async () => {
    const contract = await verify("--contract", "Avatar");
    expect(contract).to.deep.include({ code: 2 });
    expect(contract.stderr).to.match(/Pass the address, too/);
    const chain = await verify(REGISTRY, "--contract", "Avatar", "--chain-id", "1");
    expect(chain).to.deep.include({ code: 2 });
    expect(chain.stderr).to.match(/--chain-id, .* requires 1/);
  });
});
