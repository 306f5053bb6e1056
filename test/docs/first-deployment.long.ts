import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

import { expect } from "chai";
import { Wallet } from "ethers";

import type { MigrationResult } from "../../src/foundation/result/result.js";
import { endWithUs } from "../end-with-us.js";
import { startPublicChain, type PublicNode } from "../live/public-chain.js";
import { blocksOf, commandsOf } from "./blocks.js";
import { emptyProject, packedForSuite, place, run } from "./project.js";

const PAGE = "docs/first-deployment.md";
const SEPOLIA = 11155111;
const OWN = new Wallet(`0x${"43".repeat(32)}`);
const PASSWORD = "a password";
/** Without a terminal nobody can type a password or a yes. */
const ANSWERS = " --password-file password.txt --yes";

/** What the examples of docs/live.md assume. */
const GIVEN = `
import { Wallet } from "ethers";
import { readFileSync } from "node:fs";
const wallet = new Wallet("${OWN.privateKey}");
globalThis.parameters = { ...JSON.parse(readFileSync("my-dao.json", "utf8")), orgName: "Ours" };
globalThis.keyService = { sign: (transaction) => wallet.signTransaction(transaction) };
`;

describe("a first deployment on a public network, as its page says", function () {
  this.timeout(600_000);

  const workshop = packedForSuite();
  let node: PublicNode;
  let project: string;
  const result = async () =>
    JSON.parse(await readFile(join(project, "migration.json"), "utf8")) as MigrationResult;
  const typed = (text: string) =>
    text
      .replaceAll("https://node.example", node.url)
      .replaceAll(/\bADDRESS\b|0x1{40}|0x90F8\w{36}/g, OWN.address)
      .replace(/^npm install hardhat-dao-migration$/, `npm install ${workshop.tarball}`);

  before(async () => {
    project = await emptyProject(workshop, "first");
    node = await startPublicChain(["--chain-id", String(SEPOLIA), "--block-time", "1"]);
    const params = [OWN.address, `0x${(10n ** 18n).toString(16)}`];
    await node.control.request({ method: "anvil_setBalance", params });
  });

  after(async () => {
    await node?.stop();
  });

  /** Kills the command once it has begun to send. */
  async function interrupt(command: string): Promise<void> {
    const options = { cwd: project, stdio: "ignore", detached: true } as const;
    const child = endWithUs(spawn("/bin/sh", ["-c", command], options));
    const closed = once(child, "close");
    const journal = join(project, "migration.json.journal");
    while (!existsSync(journal) && child.exitCode === null) await setTimeout(100);
    await setTimeout(1_000);
    process.kill(-child.pid!, "SIGKILL");
    await closed;
    expect(existsSync(join(project, "migration.json"))).to.equal(false);
  }

  it("gets from an empty folder to a checked and verified DAO, over a killed process", async () => {
    const outputs = new Map<string, string>();
    for (const block of blocksOf(PAGE)) {
      if (block.file !== "") await place(project, block.file, typed(block.code));
      if (block.language === "sh") {
        const input = `${OWN.privateKey}\n${PASSWORD}\n`;
        execFileSync("bash", ["-c", block.code], { cwd: project, input, stdio: "pipe" });
        await place(project, "password.txt", PASSWORD);
      }
      for (const { text } of commandsOf(block)) {
        const line = typed(text);
        if (!text.includes("--keystore")) outputs.set(text, await run(project, line));
        else {
          await interrupt(`exec ${line}${ANSWERS}`);
          outputs.set(text, await run(project, line + ANSWERS));
        }
      }
    }
    const all = [...outputs.values()].join("\n");
    expect(all)
      .to.match(/Network +sepolia/)
      .and.match(/Confirmations +3/);
    expect(all).to.include("Resuming from").and.include("it is as requested");
    const { network, dao } = await result();
    expect([network, dao?.name]).to.deep.equal(["sepolia", "My First DAO"]);
    expect(existsSync(join(project, "my-dao.html"))).to.equal(true);
    expect(all).to.not.include(OWN.privateKey.slice(2));
  });

  it("is what the library's examples do, too", async () => {
    await place(project, "given.mjs", GIVEN);
    const examples = blocksOf("docs/live.md").filter(({ language }) => language === "js");
    expect(examples).to.have.length(2);
    const before = await result();
    for (const [index, { code }] of examples.entries()) {
      // The first DAO of my-dao.json is there already.
      const own = code.replace('"my-dao.json"', '{ ...parameters, orgName: "By a key service" }');
      await place(project, `example-${index}.mjs`, typed(own));
      await run(
        project,
        `DEPLOYER_KEY=${OWN.privateKey} node --import ./given.mjs example-${index}.mjs`,
      );
    }
    const { base, dao, test, others } = await result();
    expect(base).to.deep.equal(before.base);
    expect(dao?.name).to.equal("By a key service");
    expect(others?.map((entry) => entry.dao?.name)).to.deep.equal(["My First DAO", "Ours"]);
    expect(test).to.equal(undefined);
  });
});
