import { expect } from "chai";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { INFRA_PACKAGE, REGISTRY_PACKAGE } from "../../../../src/foundation/arc/source/packages.js";
import type { OpenOptions } from "../../../../src/foundation/arc/source/open-options.js";
import { ReleaseSource } from "../../../../src/foundation/arc/source/release-source.js";
import { rejection } from "../../../rejection.js";
import { useNpmEnvironment } from "../support/npm-environment.js";
import { contents, makePackages, VOTING } from "../support/packages.js";
import type { TestRegistry } from "../support/registry.js";
import { expectedArtifact, truffleBuild, truffleFiles } from "../support/tarballs.js";

describe("an installed Arc", () => {
  const environment = useNpmEnvironment("quick");
  let tarballs: ReadonlyMap<string, Buffer>;
  let registry: TestRegistry;
  let pins: Record<string, string>;
  let projectRoot: string;
  let cacheDir: string;

  before(async () => {
    tarballs = await makePackages();
  });
  beforeEach(() => {
    ({ registry, projectRoot, cacheDir } = environment());
    pins = {};
    for (const [spec, tarball] of tarballs) pins[spec] = registry.publish(spec, tarball);
  });

  const newSource = (): ReleaseSource => new ReleaseSource({ tarballs: pins, contents });
  const options = (more: OpenOptions = {}): OpenOptions => ({ cacheDir, projectRoot, ...more });

  async function install(
    version: string,
    files: Record<string, string>,
    root = projectRoot,
  ): Promise<string> {
    const folder = join(root, "node_modules", "@daostack", "arc");
    const manifest = JSON.stringify({ name: "@daostack/arc", version });
    for (const [path, text] of Object.entries({ ...files, "package.json": manifest })) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    return folder;
  }

  const nested = (names: readonly string[], mark: string): Record<string, string> =>
    Object.fromEntries(
      names.flatMap((name) => [
        [
          `build/contracts/@daostack/infra/contracts/${name}.sol/${name}.json`,
          JSON.stringify(truffleBuild(name, mark)),
        ],
        [`build/contracts/@daostack/infra/contracts/${name}.sol/${name}.dbg.json`, "{}"],
      ]),
    );

  it("is used if it is in the project, has exactly the right version, and is as published", async () => {
    await install("0.0.1-rc.57", {
      ...truffleFiles(["Avatar", "Controller"], "57"),
      ...nested([...VOTING, "SafeMath"], "aa"),
    });
    const release = await newSource().open("rc.57", options());
    expect(release.version).to.equal("0.0.1-rc.57");
    expect(release.artifact("Avatar")).to.deep.equal(expectedArtifact("Avatar", "57"));
    expect(release.artifact("GenesisProtocol")).to.deep.equal(
      expectedArtifact("GenesisProtocol", "1f"),
    );
    const relativeRoot = relative(process.cwd(), projectRoot);
    const again = await newSource().open("rc.57", options({ projectRoot: relativeRoot }));
    expect(again.contractNames).to.deep.equal(release.contractNames);
    expect(registry.sentTarballs).to.have.members([INFRA_PACKAGE, REGISTRY_PACKAGE]);
  });

  it("has its own voting machines if they are flat", async () => {
    await install("0.0.1-rc.47", truffleFiles(["Avatar", ...VOTING], "47"));
    const release = await newSource().open("rc.47", options());
    expect(release.artifact("Reputation")).to.deep.equal(expectedArtifact("Reputation", "47"));
    expect(registry.sentTarballs).to.deep.equal([REGISTRY_PACKAGE]);
  });

  it("is refused if anything in it was altered, naming the contract", async () => {
    const published = truffleFiles(["Avatar", ...VOTING], "47");
    const attacks: [string, Record<string, string>, string][] = [
      ["code", truffleFiles(["Avatar"], "ff"), "Avatar differs"],
      [
        "code of several",
        truffleFiles(["Avatar", "QuorumVote"], "ff"),
        "Avatar, QuorumVote differ",
      ],
      [
        "an ABI",
        {
          "build/contracts/Avatar.json": JSON.stringify({
            ...truffleBuild("Avatar", "47"),
            abi: [],
          }),
        },
        "Avatar differs",
      ],
      ["a contract more", truffleFiles(["Extra"], "47"), "Extra differs"],
      ["a contract below", nested(["SafeMath"], "47"), "SafeMath differs"],
      [
        "a contract under another's file name",
        { "build/contracts/Zz.json": JSON.stringify(truffleBuild("Avatar", "ff")) },
        "Avatar differs",
      ],
      [
        "a path for a name",
        { "build/contracts/Zz.json": JSON.stringify(truffleBuild("../../evil", "ff")) },
        '"../../evil" is not a contract name',
      ],
      ["no build file", { "build/contracts/Zz.json": "{" }, "Zz.json is not JSON"],
    ];
    for (const [what, files, message] of attacks) {
      const folder = await install("0.0.1-rc.47", { ...published, ...files });
      const error = await rejection(newSource().open("rc.47", options()));
      expect(error.name, what).to.equal("ArcError");
      expect(error.message, what).to.include(folder).and.include(message);
      await rm(folder, { recursive: true });
    }
  });

  it("is refused without a network, too", async () => {
    await newSource().open("rc.51", options());
    const folder = await install("0.0.1-rc.47", truffleFiles(["Avatar", ...VOTING], "ff"));
    const error = await rejection(newSource().open("rc.47", options({ offline: true })));
    expect(error.message).to.include(folder).and.include("is not what was published.");
  });

  it("is ignored in a folder above the project, with a message", async () => {
    const member = join(projectRoot, "packages", "member");
    await mkdir(member, { recursive: true });
    const above = await install("0.0.1-rc.57", truffleFiles(["Avatar"], "ff"));
    const messages: string[] = [];
    const release = await newSource().open(
      "rc.57",
      options({ projectRoot: member, onFetch: (message) => messages.push(message) }),
    );
    expect(release.artifact("Avatar")).to.deep.equal(expectedArtifact("Avatar", "57"));
    expect(messages[0]).to.include(above).and.include(join(member, "node_modules"));
  });

  it("is ignored if it has another version or was not built", async () => {
    const folder = await install("0.0.1-rc.55", truffleFiles(["Avatar"], "99"));
    const other = await newSource().open("rc.57", options());
    expect(other.artifact("Avatar")).to.deep.equal(expectedArtifact("Avatar", "57"));

    await rm(folder, { recursive: true });
    await install("0.0.1-rc.57", { "contracts/Avatar.sol": "contract Avatar {}" });
    const source = await newSource().open("rc.57", options());
    expect(source.artifact("Avatar")).to.deep.equal(expectedArtifact("Avatar", "57"));
  });
});
