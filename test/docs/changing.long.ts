import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";

import { RpcClient } from "../../src/foundation/chain/rpc-client.js";
import { inspectDao } from "../../src/engine/inspect/inspect-dao.js";
import { isNotRead } from "../../src/engine/inspect/reading/attempt.js";
import { readResultOf } from "../../src/foundation/result/file.js";
import { freePort } from "../free-port.js";
import { blocksOf } from "./blocks.js";
import { linkedProject, packedForSuite, place, run, runInstalled, started } from "./project.js";

describe("docs/changing.md and docs/recipes.md, from a chain to passed proposals", function () {
  this.timeout(1_800_000);
  const workshop = packedForSuite();

  it("work as they are written", async () => {
    const blocks = blocksOf("docs/changing.md");
    const port = await freePort();
    const here = (text: string): string => text.replaceAll("localhost:8545", `127.0.0.1:${port}`);
    const project = await linkedProject(workshop, "changing");
    for (const { file, code } of blocks) {
      if (file.endsWith(".mjs")) await place(project, file, here(code));
    }
    const program = "node_modules/.bin/dao-test-chain";
    const chain = await started(project, [program, "--port", String(port)], "Listening on");
    const said: Record<string, string> = {};
    try {
      for (const { language, file, code } of blocks) {
        if (language !== "sh" || file === "chain") continue;
        for (const line of code.trim().split("\n")) {
          const node = `DAO_MIGRATE_PROVIDER=http://127.0.0.1:${port}`;
          said[line] = await runInstalled(project, `export ${node}; ${line}`);
        }
      }
      expect(said["npx dao-migrate plan --params new.json || test $? = 3"]).to.match(
        /to pass it at once: 4 accounts with .*\n[^]*1 proposal after 1 transaction/,
      );
      expect(said["npx dao-migrate plan --params new.json"]).to.match(/Nothing to do\./);
      const result = await readResultOf(join(project, "migration.json"), "private");
      const provider = new RpcClient(`http://127.0.0.1:${port}`);
      const { schemes } = await inspectDao(provider, result!.dao!.Avatar);
      const reward = schemes.find(({ contract }) => contract.name === "ContributionReward");
      const { parameters } = reward!;
      if (parameters === undefined || isNotRead(parameters)) throw new Error("not read");
      expect(JSON.stringify(parameters.votes)).to.contain('"queuedVoteRequiredPercentage":60');
      await followRecipes(project, `export DAO_MIGRATE_PROVIDER=http://127.0.0.1:${port}`);
    } finally {
      await chain.stop();
    }
  });
});

/**
 * Changes the DAO of a project by the recipes that add something, then by those that set something, with the votes of
 * docs/changing.md.
 */
async function followRecipes(project: string, node: string): Promise<void> {
  const blocks = blocksOf("docs/recipes.md");
  const type = async (name: string): Promise<string> => {
    const { code } = blocks.find(({ language, file }) => language === "sh" && file === name)!;
    return await runInstalled(project, `${node}; ${code.trim().replaceAll("\n", " && ")}`);
  };
  const recipes = blocks.filter(({ language }) => language === "json");
  expect(recipes.length).to.be.at.least(4);
  await type("first");
  for (const kind of ["add", "set"]) {
    const path = join(project, "my-dao.json");
    const params = JSON.parse(await readFile(path, "utf8")) as Record<string, unknown>;
    const own = recipes.filter(({ file }) => file === kind);
    for (const [field, value] of own.flatMap(({ code }) =>
      Object.entries(JSON.parse(code) as Record<string, unknown[]>),
    )) {
      params[field] = kind === "add" ? [...(params[field] as unknown[]), ...value] : value;
    }
    await place(project, "my-dao.json", JSON.stringify(params));
    expect(await type("propose"), kind).to.match(/[2-9] proposals/);
    await run(project, "node vote.mjs");
    // What one proposal makes possible is proposed next.
    for (let round = 0; round < 3; round++) {
      const left = await type("after").catch((error: Error) => error.message);
      if (left.includes("Nothing to do.")) break;
      expect(round, `${kind}: ${left}`).to.be.below(2);
      await type("propose");
      await run(project, "node vote.mjs");
    }
  }
}
