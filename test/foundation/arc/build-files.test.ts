import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import { expect } from "chai";

import { BuildFiles } from "../../../src/foundation/arc/build-files.js";
import { shownPath } from "../../../src/foundation/support/shown-path.js";
import { rejection } from "../../rejection.js";
import { inTemporaryFolder } from "../../temporary-folder.js";
import { expectRecorded } from "../../recorded.js";

/** The metadata hash of a compiler, which differs between builds of one source. */
const METADATA = (digit: string) => `a265627a7a72315820${digit.repeat(64)}`;

const code = (body: string) => ({ abi: [], bytecode: `0x${body}`, deployedBytecode: `0x${body}` });

/** Runs with build files: by path, below `artifacts/` or `custom-abis/`. */
async function withBuilds<Result>(
  files: Readonly<Record<string, unknown>>,
  run: (builds: BuildFiles, folder: string) => Promise<Result>,
): Promise<Result> {
  return await inTemporaryFolder(async (folder) => {
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), JSON.stringify(content));
    }
    const [artifacts, customAbis] = [join(folder, "artifacts"), join(folder, "custom-abis")];
    return await run(new BuildFiles({ artifacts, customAbis }), folder);
  });
}

const GRANTS = "artifacts/contracts/Grants.sol/Grants.json";

describe("a project's own contracts", () => {
  it("are found in its artifacts before custom-abis, by name and with their source", async () => {
    const files = {
      [GRANTS]: code(`01${METADATA("1")}`),
      "custom-abis/Grants.json": code(`01${METADATA("2")}`),
      "custom-abis/Vault.json": code("02"),
    };
    await withBuilds(files, async (builds, folder) => {
      expect((await builds.find("Grants"))?.file).to.equal(join(folder, GRANTS));
      expect((await builds.find("contracts/Grants.sol:Grants"))?.file).to.equal(
        join(folder, GRANTS),
      );
      expect((await builds.find("Vault"))?.artifact.bytecode).to.equal("0x02");
      expect(await builds.find("Lid")).to.equal(undefined);
      expect(await builds.find("contracts/Vault.sol:Vault")).to.equal(undefined);
    });
  });

  it("are refused if custom-abis has another contract of the name, and named with their source", async () => {
    const files = { [GRANTS]: code("01"), "custom-abis/Grants.json": code("02") };
    await withBuilds(files, async (builds, folder) => {
      const { message } = await rejection(builds.find("Grants"));
      expect(message).to.include(
        `${shownPath(join(folder, GRANTS))} and ${shownPath(join(folder, "custom-abis/Grants.json"))} are`,
      );
      expectRecorded((await builds.find("contracts/Grants.sol:Grants"))?.artifact.bytecode);
      expectRecorded([...(await builds.all())].map(([name, { bytecode }]) => [name, bytecode]));
    });
  });

  it("are refused if two sources have the name", async () => {
    const files = {
      [GRANTS]: code("01"),
      "artifacts/contracts/old/Grants.sol/Grants.json": code("02"),
    };
    await withBuilds(files, async (builds) => {
      const { message } = await rejection(builds.find("Grants"));
      expect(message).to.include("contracts/Grants.sol:Grants, contracts/old/Grants.sol:Grants");
      expectRecorded((await builds.find("contracts/old/Grants.sol:Grants"))?.artifact.bytecode);
    });
  });

  it("are none in a folder artifacts that Hardhat did not write", async () => {
    const files = { "artifacts/Grants.json": code("01"), "artifacts/build-info/Grants.json": {} };
    await withBuilds(files, async (builds) => {
      expect(await builds.find("Grants")).to.equal(undefined);
      expect([...(await builds.all())]).to.deep.equal([]);
    });
  });

  it("do not include contracts without code, or that need a library, to recognize code", async () => {
    const unlinked = code(`__$${"a".repeat(34)}$__`);
    const files = {
      "artifacts/contracts/A.sol/IA.json": code(""),
      "artifacts/contracts/A.sol/A.json": unlinked,
      [GRANTS]: code("01"),
    };
    await withBuilds(files, async (builds) => {
      expect([...(await builds.all()).keys()]).to.deep.equal(["Grants"]);
      expect((await rejection(builds.find("A"))).message).to.include("to be linked");
    });
  });

  it("are linked as in custom-abis, if only the addresses of libraries are different there", async () => {
    const libraries = ["a".repeat(34), "b".repeat(34)].map((hash) => `__$${hash}$__`);
    const addresses = ["1".repeat(40), "2".repeat(40)];
    const built = ([one, other]: readonly string[]) => code(`6001${one}02${other}`);
    for (const [custom, found] of [
      [built(addresses), `0x6001${addresses[0]}02${addresses[1]}`],
      [built([...addresses].reverse()), `0x6001${addresses[1]}02${addresses[0]}`],
    ] as const) {
      const files = { [GRANTS]: built(libraries), "custom-abis/Grants.json": custom };
      await withBuilds(files, async (builds) => {
        const { artifact, origin } = (await builds.find("Grants"))!;
        expect([artifact.bytecode, origin]).to.deep.equal([found, "the project"]);
        expect([...(await builds.all()).keys()]).to.deep.equal(["Grants"]);
      });
    }
    for (const [custom, wrong] of [
      [code(`6002${addresses[0]}02${addresses[1]}`), "are different contracts"],
      [code("6001"), "to be linked"],
      [built(libraries), "custom-abis/Grants.json: the bytecode still needs"],
    ] as const) {
      const files = { [GRANTS]: built(libraries), "custom-abis/Grants.json": custom };
      await withBuilds(files, async (builds) => {
        expect((await rejection(builds.find("Grants"))).message).to.include(wrong);
      });
    }
  });

  it("that parameters name are among the files to watch, with all of custom-abis", async () => {
    const files = {
      [GRANTS]: code("01"),
      "artifacts/c/B.sol/B.json": code("02"),
      "custom-abis/C.json": code("03"),
    };
    await withBuilds(files, async (builds, folder) => {
      expect(await builds.files('{"name":"Grants"}')).to.deep.equal(
        ["custom-abis/C.json", GRANTS].map((path) => join(folder, path)),
      );
    });
  });

  it("are read once, however often somebody asks for them", async () => {
    await withBuilds({ [GRANTS]: code("01") }, async (builds, folder) => {
      expect([...(await builds.all()).keys()]).to.deep.equal(["Grants"]);
      await rm(join(folder, GRANTS));
      expect([...(await builds.all()).keys()]).to.deep.equal(["Grants"]);
      expect((await builds.find("Grants"))?.artifact.bytecode).to.equal("0x01");
    });
  });

  describe("of a project that nobody compiles", () => {
    /** By name in the build info: where each is, and what it says. */
    const SOURCES: Readonly<Record<string, readonly [path: string, content: string]>> = {
      "project/contracts/Grants.sol": ["app/contracts/Grants.sol", "// can't hide '../base/B.sol'"],
      "project/base/B.sol": ["app/base/B.sol", "import {L} from '@team/lib/src/L.sol'"],
      "npm/@team/lib@local/src/L.sol": ["node_modules/@team/lib/src/L.sol", "import './M.sol'"],
      "npm/@team/lib@local/src/M.sol": ["node_modules/@team/lib/src/M.sol", "now"],
    };
    const BUILT = {
      [`app/${GRANTS}`]: {
        ...code("01"),
        buildInfoId: "solc-1",
        inputSourceName: "project/contracts/Grants.sol",
      },
      "app/artifacts/build-info/solc-1.json": {
        input: {
          sources: {
            "project/contracts/Other.sol": { content: "of another contract" },
            ...Object.fromEntries(
              Object.entries(SOURCES).map(([name, [, text]]) => [
                name,
                { content: JSON.stringify(text) },
              ]),
            ),
          },
          settings: { remappings: ["project/:@team/lib/=npm/@team/lib@local/"] },
        },
      },
      "app/contracts/Other.sol": "has changed, and was compiled without Grants",
    };
    const NOW = Object.fromEntries(Object.values(SOURCES));

    it("are refused if Hardhat 2 compiled them, and their source or one that it imports has changed", async () => {
      const sources = {
        "contracts/Grants.sol": { content: "import './B.sol'; import '@team/lib/L.sol'" },
        "contracts/B.sol": { content: "now" },
        "@team/lib/L.sol": { content: "is not looked for" },
      };
      const files = {
        [`app/${GRANTS}`]: { ...code("01"), sourceName: "contracts/Grants.sol" },
        [`app/${GRANTS.replace("json", "dbg.json")}`]: { buildInfo: "../../build-info/7.json" },
        "app/artifacts/build-info/7.json": { input: { sources } },
      };
      await withBuilds(files, async (_builds, folder) => {
        const [root, artifacts] = [join(folder, "app"), join(folder, "app/artifacts")];
        await mkdir(join(root, "contracts"));
        for (const [name, { content }] of Object.entries(sources).slice(0, 2))
          await writeFile(join(root, name), content);
        const find = async () =>
          await new BuildFiles({ artifacts, uncompiled: root }).find("Grants");
        expect((await find())?.artifact.bytecode).to.equal("0x01");
        await writeFile(join(root, "contracts/B.sol"), "then");
        expect((await rejection(find())).message).to.match(
          /contracts.B\.sol is not what .*Grants\.json was compiled from: .* Run `npx hardhat compile` first\.$/,
        );
      });
    });

    it("are refused if a source that they import has changed since, also as files to watch", async () => {
      for (const changed of Object.keys(NOW)) {
        await withBuilds({ ...BUILT, ...NOW, [changed]: "then" }, async (_builds, folder) => {
          const [root, artifacts] = [join(folder, "app"), join(folder, "app/artifacts")];
          const find = new BuildFiles({ artifacts, uncompiled: root });
          for (const ask of [() => find.find("Grants"), () => find.files("Grants")]) {
            expect((await rejection(ask())).message).to.equal(
              `${shownPath(join(folder, changed))} is not what ${shownPath(join(root, GRANTS))} was compiled from: it has changed, ` +
                "or a plugin changed it, as --coverage does. Run `npx hardhat build` first.",
            );
          }
          // To recognize code on a chain, and where Hardhat has compiled, what is there is taken.
          expect([...(await find.all()).keys()]).to.deep.equal(["Grants"]);
          expect(await new BuildFiles({ artifacts }).find("Grants")).not.to.equal(undefined);
        });
      }
    });

    it("are refused if their source is gone, but not its folder", async () => {
      const { "app/contracts/Grants.sol": source, ...others } = NOW;
      expect(source).to.not.equal(undefined);
      await withBuilds({ ...BUILT, ...others }, async (_builds, folder) => {
        const root = join(folder, "app");
        const find = new BuildFiles({ artifacts: join(root, "artifacts"), uncompiled: root });
        expect((await rejection(find.find("Grants"))).message).to.match(
          /contracts\/Grants\.sol cannot be read any more, or has been removed, since .*Grants\.json was compiled/,
        );
      });
    });

    it("are found if none has, without sources, and without build info", async () => {
      const { [`app/${GRANTS}`]: artifact, "app/contracts/Other.sol": _other, ...info } = BUILT;
      const builds = [
        { ...BUILT, ...NOW },
        { [`app/${GRANTS}`]: artifact, ...info },
        { [`app/${GRANTS}`]: artifact, "app/contracts/Grants.sol": "then" },
      ];
      for (const files of builds) {
        await withBuilds(files, async (_builds, folder) => {
          const root = join(folder, "app");
          const found = new BuildFiles({ artifacts: join(root, "artifacts"), uncompiled: root });
          expect((await found.find("Grants"))?.artifact.bytecode).to.equal("0x01");
        });
      }
    });
  });

  it("are compiled once before they are looked for", async () => {
    await withBuilds({ [GRANTS]: code("01") }, async (_builds, folder) => {
      let compiled = 0;
      const builds = new BuildFiles({
        artifacts: join(folder, "artifacts"),
        compile: async () => {
          compiled += 1;
          await rm(join(folder, GRANTS));
        },
      });
      expect(await builds.find("Grants")).to.equal(undefined);
      await builds.all();
      expect(compiled).to.equal(1);
    });
  });
});
