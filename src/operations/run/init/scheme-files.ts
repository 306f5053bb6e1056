import { readdir } from "node:fs/promises";
import { join } from "node:path";

import { packageFile } from "../../../foundation/support/package.js";
import type { ProjectKind } from "./project-kind.js";
import { readRegular } from "../../../foundation/support/read-regular.js";

/** The compiler of the example's contracts. */
export const SOLIDITY = "0.8.28";

type WantedFile = readonly [path: string, what: string, content: () => Promise<string>];

/** The example projects have a test for each library, with its usual runner. */
export function schemeKind({ library }: ProjectKind): ProjectKind {
  return { library, runner: library === "viem" ? "node:test" : "mocha" };
}

/**
 * The files of the example project, which this package contains: contracts of a scheme, parameters of a DAO that
 * registers it, and tests.
 */
export async function schemeFiles(
  { library }: ProjectKind,
  to: { readonly params: string; readonly folder: string; readonly contracts: string },
): Promise<readonly WantedFile[]> {
  const contracts = packageFile("contracts");
  const example = packageFile(`examples/${library === "viem" ? "viem" : "dao"}-project/test`);
  const copy = (to: string, what: string, from: string): WantedFile => [
    to,
    what,
    async () => await readRegular(from, "utf8"),
  ];
  const names = (await readdir(contracts)).filter((name) => name.endsWith(".sol"));
  return [
    ...names.map((name) =>
      copy(join(to.contracts, name), "of the scheme, to edit", join(contracts, name)),
    ),
    copy(
      to.params,
      "a DAO that registers it, to edit",
      packageFile("examples/dao-project/migration-params.json"),
    ),
    ...["grants-dao.ts", "grant-scheme.test.ts"].map((name) =>
      copy(join(to.folder, name), "its tests", join(example, name)),
    ),
  ];
}
