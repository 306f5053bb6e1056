import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";

import { expectGoldenCases } from "../../golden.js";
import { startPublicChain, type PublicNode } from "../../live/public-chain.js";
import { openAnswering, type OpenServer } from "../../open-server.js";
import { itInFolder as it } from "../../temporary-folder.js";
import { daoMigrate, daoMigrateHere } from "./command.js";
import { openNode } from "./node.js";
import { FAILURES, KEY, MNEMONIC, WRONG_USAGE } from "./wrong-inputs.js";

/** Inputs that run in a separate process, one for each exit code. */
const IN_A_PROCESS = new Set(["an unknown flag", "no funds"]);

async function openWeb(): Promise<OpenServer> {
  const statuses: Readonly<Record<string, number>> = {
    "/missing": 404,
    "/forbidden": 403,
    "/broken": 502,
  };
  return await openAnswering((_body, { url = "" }) => ({
    status: statuses[url],
    body: "<!doctype html><title>Not a node</title>",
  }));
}

/** Where nothing ever listens; the port of a server that has stopped soon is another test's. */
const CLOSED = "http://127.0.0.1:2";

describe("dao-migrate with wrong input", function () {
  let node: Awaited<ReturnType<typeof openNode>>;
  let live: PublicNode;
  let web: OpenServer;

  before(async () => {
    [node, live, web] = await Promise.all([
      openNode(),
      startPublicChain(["--chain-id", "100"]),
      openWeb(),
    ]);
  });

  after(async () => {
    await Promise.all([node.close(), live.stop(), web.close()]);
  });

  const inputs = [
    ...Object.entries(WRONG_USAGE).map(([name, input]) => [name, 2, ...input] as const),
    ...Object.entries(FAILURES).map(([name, input]) => [name, 1, ...input] as const),
  ];
  const said: Record<string, string> = {};
  for (const [name, code, typed, { env, files = {} } = {}] of inputs) {
    it(`says what is wrong with ${name}, sends nothing and loses nothing`, async (folder) => {
      for (const [file, content] of Object.entries(files)) {
        if (content === null) await mkdir(join(folder, file));
        else
          await writeFile(join(folder, file), content === "RESULT" ? await baseOf(node) : content);
      }
      const before = await contentsOf(folder);
      const places = { NODE: node.url, LIVE: live.url, WEB: web.url, CLOSED };
      const args = (typeof typed === "string" ? typed.split(" ") : typed).map((arg) =>
        arg.replace(/NODE|LIVE|WEB|CLOSED/, (place) => places[place as "NODE"]),
      );

      const migrate = IN_A_PROCESS.has(name) ? daoMigrate : daoMigrateHere;
      const run = await migrate(args, { cwd: folder, env });

      let text = run.stderr.replaceAll(folder, "FOLDER").replace(/\d[\d.]* ETH/g, "N ETH");
      for (const [place, url] of Object.entries(places)) {
        text = text.replaceAll(url, place).replaceAll(new URL(url).host, place);
      }
      said[name] = text.trimEnd();
      expect(run.code).to.equal(code);
      expect(run.stdout).to.equal("");
      expect(run.stderr).to.not.match(/\n\s+at /, "a stack");
      for (const secret of [KEY.slice(2), MNEMONIC, "lizzard"]) {
        expect(run.stderr).to.not.include(secret);
      }
      expect(await node.sent()).to.equal(0);
      expect(Number(await live.control.request({ method: "eth_blockNumber" }))).to.equal(0);
      expect(await contentsOf(folder)).to.deep.equal(before);
    });
  }

  // Last, as it has what the tests above collected.
  it("says so in these words", () => {
    expectGoldenCases(import.meta.dirname, "wrong-input.txt", said);
  });
});

/** Returns a result file for the node's chain, with a base just complete enough for these tests. */
async function baseOf(node: Awaited<ReturnType<typeof openNode>>): Promise<string> {
  const chainId = Number(await node.request("eth_chainId"));
  const block = (await node.request("eth_getBlockByNumber", ["0x0", false])) as { hash: string };
  const base = { arcVersion: "0.0.1-rc.57", DaoCreator: "0x01", GenesisProtocol: "0x02" };
  return JSON.stringify({ network: "private", chainId, genesis: block.hash, base });
}

async function contentsOf(folder: string): Promise<Record<string, string>> {
  const contents: Record<string, string> = {};
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    contents[entry.name] = entry.isFile() ? await readFile(join(folder, entry.name), "utf8") : "";
  }
  return contents;
}
