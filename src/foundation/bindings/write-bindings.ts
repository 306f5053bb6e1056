import { cp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";

import type * as TypeChain from "typechain";
import type * as Transformers from "typechain/dist/codegen/outputTransformers/index.js";

import type { ArcRelease } from "../arc/artifact.js";
import { MigrationError } from "../support/errors.js";
import { makeFolder } from "../support/make-folder.js";
import { reporting } from "../support/write-file.js";
import { inWorkFolder } from "../support/work-folder.js";
import { MARK } from "./write-abis.js";
import { BOUND_CONTRACTS, isDeployable } from "./bound-contracts.js";
import { installCommand } from "../support/peers.js";
import { readRegular } from "../support/read-regular.js";

export interface BindingsOptions {
  readonly release: ArcRelease;
  /** Names of contracts. Default: those of {@link BOUND_CONTRACTS} that the release has. */
  readonly contracts?: readonly string[];
  /** Absolute path. Its contents are replaced; a folder with anything but bindings is refused. */
  readonly outDir: string;
  /** TypeChain is looked up from here. */
  readonly projectRoot: string;
}

/**
 * Writes TypeChain bindings of a release (ethers 6, ESM): types and factories, with an `index.ts`.
 * @returns the names of the contracts
 * @throws MigrationError if TypeChain is not installed or the folder contains something else
 */
export async function generateBindings(options: BindingsOptions): Promise<readonly string[]> {
  const { release, outDir, projectRoot } = options;
  const names = options.contracts ?? BOUND_CONTRACTS.filter((name) => release.has(name));
  const artifacts = names.map((name) => release.artifact(name));
  await requireOwn(outDir);
  const { runTypeChain } = loadTypeChain(projectRoot);

  await inWorkFolder("bindings", async (folder) => {
    const files: string[] = [];
    for (const { contractName, abi, bytecode } of artifacts) {
      const file = join(folder, `${contractName}.json`).replaceAll("\\", "/");
      const code = isDeployable(contractName) ? bytecode : "0x";
      await writeFile(file, JSON.stringify({ contractName, abi, bytecode: code }));
      files.push(file);
    }
    const made = join(folder, "bindings");
    await runTypeChain({
      cwd: projectRoot,
      filesToProcess: files,
      allFiles: files,
      outDir: made,
      target: "ethers-v6",
      flags: {
        alwaysGenerateOverloads: false,
        discriminateTypes: false,
        environment: undefined,
        node16Modules: true,
        // TypeChain's code does not compile under strict compiler options.
        tsNocheck: true,
      },
    });
    await widenBytecode(join(made, "factories"));
    await reporting(outDir, "Pass another folder with --out-dir.", async () => {
      await rm(outDir, { recursive: true, force: true });
      makeFolder(outDir);
      await cp(made, outDir, { recursive: true });
    });
  });
  return names;
}

/** Refuses to replace what is not ours. */
async function requireOwn(outDir: string): Promise<void> {
  const entries = await readdir(outDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw new MigrationError(`${outDir} cannot be read: ${error.message}.`, { cause: error });
  });
  if (entries.length === 0) return;
  const index = await readRegular(join(outDir, "index.ts"), "utf8").catch(() => "");
  if (index.startsWith(MARK)) return;
  throw new MigrationError(
    `${outDir} contains files that are not bindings and would be deleted. Choose another folder with --out-dir.`,
  );
}

function loadTypeChain(projectRoot: string): typeof TypeChain {
  const require = createRequire(join(projectRoot, "package.json"));
  try {
    require.resolve("@typechain/ethers-v6");
    const { outputTransformers } =
      require("typechain/dist/codegen/outputTransformers/index.js") as typeof Transformers;
    // Formatting takes most of the time, and nobody reads these files.
    const formatter = outputTransformers.findIndex(({ name }) => name.startsWith("prettier"));
    if (formatter !== -1) outputTransformers.splice(formatter, 1);
    return require("typechain") as typeof TypeChain;
  } catch (error) {
    throw new MigrationError(
      "Bindings need TypeChain, which this project does not have. Install it with: " +
        `${installCommand()} typechain @typechain/ethers-v6`,
      { cause: error },
    );
  }
}

/** The declarations would repeat the bytecode as a literal type that nobody can use. */
async function widenBytecode(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const text = await readFile(path, "utf8");
    await writeFile(path, text.replace("const _bytecode =", "const _bytecode: string ="));
  }
}
