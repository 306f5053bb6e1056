import { spawn } from "node:child_process";
import { readdir } from "node:fs/promises";

import { expect } from "chai";

import { endWithUs } from "../end-with-us.js";
import { inTemporaryFolder } from "../temporary-folder.js";
import { COMMAND, daoMigrate } from "./command.js";
import { openNode } from "./node.js";

describe("dao-migrate and Ctrl-C", () => {
  it("finishes what is sent, keeps the journal, says how to go on, and exits 130", () =>
    inTemporaryFolder(async (folder) => {
      const node = await openNode();
      // A block every 300 ms: time to interrupt between two of them.
      await node.request("evm_setAutomine", [false]);
      await node.request("evm_setIntervalMining", [300]);
      try {
        const child = endWithUs(
          spawn(process.execPath, [COMMAND, "-d", "-p", node.url], {
            cwd: folder,
            stdio: ["ignore", "ignore", "pipe"],
            timeout: 60_000,
          }),
        );
        let output = "";
        child.stderr.on("data", (chunk: Buffer) => {
          // A step is mined: the migration is on its way.
          if (!output.includes("base/DAORegistry") && chunk.includes("base/DAORegistry")) {
            child.kill("SIGINT");
          }
          output += chunk.toString();
        });
        const code = await new Promise((resolve) => child.on("close", resolve));
        expect(code, output).to.equal(130);
        expect(output)
          .to.match(/waiting for the transactions that were sent/)
          .and.match(/same command again/);
        expect(await readdir(folder)).to.deep.equal(["migration.json.journal"]);
        expect(await node.sent()).to.equal(
          Number(
            await node.request("eth_getTransactionCount", [
              "0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1",
              "pending",
            ]),
          ),
        );

        const resumed = await daoMigrate(["-d", "-p", node.url], { cwd: folder });
        expect(resumed.code, resumed.stderr).to.equal(0);
        expect(resumed.stderr).to.match(/Resuming from .*: \d+ steps have been signed/);
        expect(await readdir(folder)).to.deep.equal(["migration.json"]);
        expect(await node.sent()).to.equal(56);
      } finally {
        await node.close();
      }
    }));
});
