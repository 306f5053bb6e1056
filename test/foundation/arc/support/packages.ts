import { archiveContent, contentPin } from "../../../../src/foundation/arc/source/archive.js";
import type { Artifact } from "../../../../src/foundation/arc/artifact.js";
import {
  arcPackage,
  INFRA_PACKAGE,
  type Pins,
  PREDECESSOR_PACKAGE,
  REGISTRY_PACKAGE,
} from "../../../../src/foundation/arc/source/packages.js";
import { expectedArtifact, makeTarball, truffleBuild, truffleFiles } from "./tarballs.js";

export const VOTING = ["AbsoluteVote", "GenesisProtocol", "QuorumVote", "Reputation"];

/** The contents of the test packages: each build file's mark, by contract name. */
export const CONTENTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  [arcPackage("0.0.1-rc.43")]: { Avatar: "43", ...marked(VOTING, "43"), DAORegistry: "1e" },
  [arcPackage("0.0.1-rc.47")]: { Avatar: "47", ...marked(VOTING, "47"), DAORegistry: "1e" },
  [arcPackage("0.0.1-rc.51")]: { Avatar: "51", ...marked(VOTING, "51"), DAORegistry: "1e" },
  [arcPackage("0.0.1-rc.57")]: {
    ...marked(["Avatar", "Controller"], "57"),
    ...marked(VOTING, "1f"),
    SafeMath: "aa",
    DAORegistry: "1e",
  },
  [INFRA_PACKAGE]: marked([...VOTING, "SafeMath"], "1f"),
  [REGISTRY_PACKAGE]: marked(["DAORegistry", "Migrations"], "1e"),
};

/** The pins of `CONTENTS`. */
export const contents: Pins = Object.fromEntries(
  Object.entries(CONTENTS).map(([spec, marks]) => [
    spec,
    contentPin(archiveContent(spec, artifactsOf(marks))),
  ]),
);

function marked(names: readonly string[], mark: string): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, mark]));
}

export function artifactsOf(marks: Readonly<Record<string, string>>): Artifact[] {
  return Object.entries(marks).map(([name, mark]) => expectedArtifact(name, mark));
}

/** Creates small packages with the layouts of the real ones; returns their tarballs by package. */
export async function makePackages(): Promise<ReadonlyMap<string, Buffer>> {
  const tarballs = new Map<string, Buffer>();
  const nested = "build/contracts/@daostack/infra/contracts";
  const packages: Record<string, Record<string, string>> = {
    [arcPackage("0.0.1-rc.47")]: truffleFiles(["Avatar", ...VOTING], "47"),
    [arcPackage("0.0.1-rc.57")]: {
      ...truffleFiles(["Avatar", "Controller"], "57"),
      ...Object.fromEntries(
        [...VOTING, "SafeMath"].flatMap((name) => [
          [`${nested}/${name}.sol/${name}.json`, JSON.stringify(truffleBuild(name, "aa"))],
          [`${nested}/${name}.sol/${name}.dbg.json`, '{"buildInfo":"../x.json"}'],
        ]),
      ),
      "build/contracts/build-info/0123.json": '{"solcVersion":"0.5.17"}',
      "contracts/Avatar.json": "not a build file",
    },
    [PREDECESSOR_PACKAGE]: Object.fromEntries(
      ["0.0.1-rc.43", "0.0.1-rc.47", "0.0.1-rc.51"].flatMap((version) =>
        ["Avatar", "DAORegistry", ...VOTING].map((name) => [
          `contracts/${version}/${name}.json`,
          JSON.stringify(truffleBuild(name, version.slice(-2))),
        ]),
      ),
    ),
    [INFRA_PACKAGE]: truffleFiles([...VOTING, "SafeMath"], "1f"),
    [REGISTRY_PACKAGE]: truffleFiles(["DAORegistry", "Migrations"], "1e"),
  };
  for (const [spec, files] of Object.entries(packages)) {
    const at = spec.lastIndexOf("@");
    tarballs.set(spec, await makeTarball(spec.slice(0, at), spec.slice(at + 1), files));
  }
  return tarballs;
}
