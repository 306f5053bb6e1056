import { readdir } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";

import { startPublicChain, type PublicNode } from "../../live/public-chain.js";
import { ok } from "../../run-here.js";
import { itInFolder as it } from "../../temporary-folder.js";
import { daoMigrateHere } from "./command.js";
import { KEY } from "./wrong-inputs.js";

const ACCOUNT = "0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1";
const STRANGER = "0x3333333333333333333333333333333333333333";

interface DryRun {
  readonly preview: { readonly account: string; readonly steps: readonly { from: string }[] };
}

describe("a rehearsal on a public chain without a key", () => {
  let live: PublicNode;

  before(async () => {
    live = await startPublicChain(["--chain-id", "100"]);
  });
  after(async () => await live.stop());

  const dryRun = ["--dry-run", "--staking-token", "deploy"];

  it("shows the steps and the cost for an account without money, and leaves nothing", async (folder) => {
    // A dry run needs no folder that it can write to.
    const output = join(folder, "missing", "migration.json");
    const args = [...dryRun, "--from", STRANGER, "-p", live.url, "-o", output];
    const run = ok(await daoMigrateHere(args, { cwd: folder }));
    expect(run.stdout)
      .to.match(/ 1 {2}base\/DAOToken .* 0x[0-9a-f]{40}/i)
      .and.match(/dao\/setSchemes/)
      .and.match(new RegExp(`Account +${STRANGER}`));
    expect(await readdir(folder)).to.deep.equal([]);
    expect(Number(await live.control.request({ method: "eth_blockNumber" }))).to.equal(0);
  });

  it("is that of the key, whatever key the environment has", async (folder) => {
    const of = async (args: readonly string[], env = {}) => {
      const all = ["base", ...dryRun, "--json", "-q", "-p", live.url, ...args];
      return JSON.parse(ok(await daoMigrateHere(all, { cwd: folder, env })).stdout) as DryRun;
    };
    const withKey = await of(["-s", KEY]);
    expect(await of(["--from", ACCOUNT])).to.deep.equal(withKey);
    const other = await of(["--from", STRANGER], { DAO_MIGRATE_PRIVATE_KEY: KEY });
    expect(other.preview.account).to.equal(STRANGER);
    expect(new Set(other.preview.steps.map(({ from }) => from))).to.deep.equal(new Set([STRANGER]));
  });
});
