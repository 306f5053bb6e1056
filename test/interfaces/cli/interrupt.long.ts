import { spawn } from "node:child_process";
import { readdir } from "node:fs/promises";
import { text } from "node:stream/consumers";

import { expect } from "chai";

import { endWithUs } from "../../end-with-us.js";
import { openAnswering } from "../../open-server.js";
import { itInFolder as it } from "../../temporary-folder.js";
import { COMMAND, daoMigrate } from "./command.js";
import { ok } from "../../run-here.js";
import { openNode } from "./node.js";
import { useOpenedEach } from "../../use-opened.js";
import { closing } from "../../closing.js";

interface Interrupted {
  readonly code: number | null;
  readonly stderr: string;
}

/** Whether to send the signal now, given what the command has printed so far. */
type Moment = (stderr: string) => boolean | Promise<boolean>;

/** Runs dao-migrate and sends it signals, one after the other. */
async function interrupted(
  args: readonly string[],
  cwd: string,
  ...signals: readonly (readonly [Moment, NodeJS.Signals])[]
): Promise<Interrupted> {
  const child = endWithUs(
    spawn(process.execPath, [COMMAND, ...args], {
      cwd,
      stdio: ["ignore", "ignore", "pipe"],
      timeout: 120_000,
    }),
  );
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (stderr += chunk));
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  for (const [moment, signal] of signals) {
    while (child.exitCode === null && child.signalCode === null && !(await moment(stderr))) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    child.kill(signal);
  }
  return { code: await ended, stderr };
}

describe("an interrupted dao-migrate", () => {
  const node = useOpenedEach(() => openNode(["--no-mining"]));

  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    it(`by ${signal} finishes what was sent, keeps the journal, says how to resume, and exits with 130`, async (folder) => {
      const args = ["-d", "-p", node.url];
      // A step has been mined, so the migration is under way; then no block comes before the signal.
      const { code, stderr } = await interrupted(args, folder, [
        async (printed) => {
          const isUnderWay = printed.includes("base/DAORegistry");
          await (isUnderWay
            ? node.request("evm_setIntervalMining", [1])
            : node.request("evm_mine"));
          return isUnderWay;
        },
        signal,
      ]);
      expect(code, stderr).to.equal(130);
      expect(stderr)
        .to.match(/those already sent are waited for/)
        .and.match(/signed steps are in migration\.json\.journal\. Run the same command again/);
      expect(await readdir(folder)).to.deep.equal(["migration.json.journal"]);
      const params = ["0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1", "pending"];
      const pending = Number(await node.request("eth_getTransactionCount", params));
      expect(await node.sent())
        .to.equal(pending)
        .and.be.above(0)
        .and.below(56);

      const resumed = ok(await daoMigrate(args, { cwd: folder }));
      expect(resumed.stderr).to.match(/Resuming from .*: \d+ steps have been signed/);
      expect(await readdir(folder)).to.deep.equal(["migration.json"]);
      expect(await node.sent()).to.equal(56);
    });
  }

  for (const [where, silent] of [
    ["while it waits for a node that says nothing", /eth_chainId/],
    // The fork's requests for an account, in one batch.
    [
      "during the rehearsal",
      /eth_getTransactionCount[^]*eth_getCode|eth_getCode[^]*eth_getTransactionCount/,
    ],
  ] as const) {
    it(`${where} exits at once with 130, and leaves nothing behind`, async (folder) => {
      let stopped = false;
      await using half = await openAnswering(async (body) => {
        if (silent.test(body)) {
          stopped = true;
          await new Promise(() => {});
        }
        const headers = { "content-type": "application/json" };
        return { body: await (await fetch(node.url, { method: "POST", headers, body })).text() };
      });
      let since = 0;
      const { code, stderr } = await interrupted(["base", "-d", "-p", half.url], folder, [
        () => {
          since = performance.now();
          return stopped;
        },
        "SIGINT",
      ]);
      expect(code, stderr).to.equal(130);
      // It would wait ten seconds for the answer.
      expect(performance.now() - since).to.be.below(8_000);
      expect(stderr)
        .to.match(/Interrupted\. No step is pending, so there is nothing to resume\.\n$/)
        .and.not.match(/\n\s+at /);
      expect(await readdir(folder)).to.deep.equal([]);
    });
  }
});

describe("dao-migrate with closed output", () => {
  const piped = async (command: string, cwd: string) => {
    const shell = endWithUs(
      spawn("bash", ["-c", `set -o pipefail; ${command}`], {
        cwd,
        stdio: ["ignore", "pipe", "pipe"],
      }),
    );
    const stderr = text(shell.stderr);
    const code = await new Promise<number | null>((resolve) => shell.on("close", resolve));
    return { code, stderr: await stderr };
  };

  it("finishes a migration, and leaves no lock behind", async (folder) => {
    await using node = closing(await openNode());
    const command = `'${process.execPath}' '${COMMAND}' base -d -p ${node.url} 2>&1 | head -3`;
    expect(await piped(command, folder)).to.deep.equal({ code: 0, stderr: "" });
    expect(await readdir(folder)).to.deep.equal(["migration.json"]);
    expect(await node.sent()).to.equal(29);
  });
});
