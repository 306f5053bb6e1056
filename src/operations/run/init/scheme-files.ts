import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import type { Artifact } from "../../../foundation/arc/artifact.js";
import { abiModule } from "../../../foundation/bindings/write-abis.js";
import { MigrationError } from "../../../foundation/support/errors.js";
import { packageFile } from "../../../foundation/support/package.js";
import type { ProjectKind } from "./project-kind.js";
import { readRegular } from "../../../foundation/support/read-regular.js";

/** The compiler of the example's contracts. */
export const SOLIDITY = "0.8.28";

/** What the tests of the example need in the parameters. */
const SCHEME = "GrantScheme";

type WantedFile = readonly [path: string, what: string, content: () => Promise<string>];

/** The example projects have a test for each library, with its usual runner. */
export function schemeKind({ library }: ProjectKind): ProjectKind {
  return { library, runner: library === "viem" ? "node:test" : "mocha" };
}

/**
 * Checks that existing parameters have the scheme that the tests use, or may be replaced. A file that cannot be read is
 * kept, too.
 * @param unedited what `dao:init` writes without a scheme
 * @returns whether the file is still that
 * @throws MigrationError if neither, so that nothing is written that could not work
 */
export async function requireScheme(
  params: string,
  unedited: () => Promise<string>,
): Promise<boolean> {
  const text = await readRegular(params, "utf8").catch(() => SCHEME);
  if (text.includes(SCHEME)) return false;
  if (text === (await unedited())) return true;
  throw new MigrationError(
    `${params} already exists and describes a DAO without ${SCHEME}, so the tests of that scheme would fail. ` +
      "Nothing was written. Move that file away, or run dao:init --scheme in a new project.",
  );
}

/** From the ABI of this scheme, viem infers the types of its test. */
function schemeAbi(folder: string): WantedFile {
  const path = join(folder, "../types/grant-scheme-abi.ts");
  return [
    path,
    "the scheme's ABI, for its tests",
    async () => {
      const text = await readFile(packageFile(`custom-abis/${SCHEME}.json`), "utf8");
      return abiModule([JSON.parse(text) as Artifact], () => "of this project");
    },
  ];
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
    async () => await readFile(from, "utf8"),
  ];
  const names = (await readdir(contracts)).filter((name) => name.endsWith(".sol"));
  return [
    ...names.map((name) =>
      copy(
        join(to.contracts, name),
        name === `${SCHEME}.sol` ? "the scheme, to edit" : "a part of the scheme",
        join(contracts, name),
      ),
    ),
    copy(
      to.params,
      "a DAO that registers it, to edit",
      packageFile("examples/dao-project/migration-params.json"),
    ),
    ...["grants-dao.ts", "grant-scheme.test.ts"].map((name) =>
      copy(join(to.folder, name), "its tests", join(example, name)),
    ),
    ...(library === "viem" ? [schemeAbi(to.folder)] : []),
  ];
}
