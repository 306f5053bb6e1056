import { join } from "node:path";

import { expect } from "chai";

import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import { ARC_VERSIONS, shortName } from "../../../src/foundation/arc/versions.js";
import { DaoMigration } from "../../../src/index.js";
import type { MigrationResult } from "../../../src/foundation/result/result.js";
import { itInCliFolder as it } from "../../interfaces/cli/command.js";
import { openNode } from "../../interfaces/cli/node.js";
import { someOf } from "../../some-of.js";
import { reader } from "../../simulated-chain.js";
import { inProject } from "../../tasks/project.js";
import { resultIn } from "../../result-in.js";
import { inTemporaryFolder } from "../../temporary-folder.js";

/** The first release that can hold a DAO. */
const FIRST = "0.0.0-alpha.53";
const RELEASES = ARC_VERSIONS.slice(ARC_VERSIONS.indexOf(FIRST));

type Node = Awaited<ReturnType<typeof openNode>>;

/** Expects the avatar to have the example's name on the chain, and every scheme to be registered. */
async function expectExample(
  { request }: Node,
  { base, dao }: MigrationResult,
  version: string,
): Promise<void> {
  expect([base?.arcVersion, dao?.arcVersion]).to.deep.equal([version, version]);
  const release = await openArcRelease(version);
  const provider = {
    request: async ({ method, params }: { method: string; params?: unknown }) =>
      await request(method, params as unknown[]),
  };
  const read = reader({ provider }, release);
  const { Avatar = "", Controller = "", Schemes = [] } = dao ?? {};
  // In older releases, a name is bytes32.
  const name = String(await read("Avatar", Avatar, "orgName"));
  expect(name.startsWith("0x") ? Buffer.from(name.slice(2), "hex").toString() : name).to.match(
    /^Harbour Commons\0*$/,
  );
  expect(Schemes).to.have.length.above(3);
  for (const { name, address } of Schemes) {
    const isScheme = await read("Controller", Controller, "isSchemeRegistered", address, Avatar);
    expect(isScheme, name).to.equal(true);
  }
}

describe("base and the example DAO, of every release that can hold a DAO", () => {
  let node: Node;

  beforeEach(async () => {
    node = await openNode();
  });

  afterEach(async () => {
    await node.close();
  });

  // What a release does differently is tried with every release in test/engine/migration; these are its doors.
  for (const version of someOf(RELEASES, 12)) {
    const short = shortName(version);

    it(`of ${short}: by the command in an empty folder`, async ({ folder, cli }) => {
      const { code, stderr } = await cli("-f", "-q", "-a", short, "-p", node.url);
      expect(stderr).to.equal("");
      expect(code).to.equal(0);
      await expectExample(node, await resultIn(folder), version);
    });

    it(`of ${short}: by the library`, () =>
      inTemporaryFolder(async (folder) => {
        const output = join(folder, "migration.json");
        const notes: string[] = [];
        const result = await DaoMigration.migrate({
          provider: node.url,
          arcVersion: short,
          output,
          onNote: (note) => notes.push(note),
        });
        await expectExample(node, result, version);
        expect(notes.filter((note) => !note.includes("proposal"))).to.deep.equal([]);
      }));

    it(`of ${short}: by the task`, () =>
      inProject("", async ({ folder, hardhatHere }) => {
        const args = ["--quiet", "--disable-confs", "--arc-version", version];
        const { code, stderr } = await hardhatHere("dao:migrate", ...args);
        expect(stderr).to.equal("");
        expect(code).to.equal(0);
        const { dao } = await resultIn(folder);
        expect(dao).to.include({ name: "Harbour Commons", arcVersion: version });
      }));
  }
});
