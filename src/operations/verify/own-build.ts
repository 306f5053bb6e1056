import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

import type { ImmutablePart } from "../../foundation/arc/artifact.js";
import type { CompiledSource } from "./arc-sources.js";
import { readBuild } from "../../foundation/arc/current-build.js";

/** A contract of the project itself, as its own compiler built it; from a build info, by its path in the project. */
interface OwnBuild extends CompiledSource {
  readonly immutable: readonly ImmutablePart[];
}

interface BuildInfo {
  readonly solcLongVersion: string;
  readonly input: unknown;
  readonly output?: {
    readonly contracts?: Readonly<Record<string, Readonly<Record<string, BuiltContract>>>>;
  };
}

interface BuiltContract {
  readonly evm?: {
    readonly bytecode?: { readonly object?: string };
    readonly deployedBytecode?: {
      readonly object?: string;
      readonly immutableReferences?: Readonly<Record<string, readonly ImmutablePart[]>>;
    };
  };
}

const FOLDERS = ["artifacts/build-info", "build/contracts/build-info"];

/** The builds of a contract in a project's build info, from Hardhat 2 or 3, newest first. */
export async function ownBuilds(
  contractName: string,
  projectRoot: string,
): Promise<readonly OwnBuild[]> {
  const found: (OwnBuild & { readonly time: number })[] = [];
  for (const folder of FOLDERS) {
    const names = await readdir(join(projectRoot, folder)).catch(() => []);
    for (const name of names) {
      if (!name.endsWith(".json") || name.endsWith(".output.json")) continue;
      const path = join(folder, name);
      const { mtimeMs: time } = await stat(join(projectRoot, path));
      for (const build of await buildsIn(path, contractName, projectRoot)) {
        found.push({ ...build, time });
      }
    }
  }
  return found.sort((a, b) => b.time - a.time);
}

async function buildsIn(
  path: string,
  contractName: string,
  projectRoot: string,
): Promise<readonly OwnBuild[]> {
  const info = await readBuild<BuildInfo>(join(projectRoot, path));
  if (typeof info?.solcLongVersion !== "string" || info.input === undefined) return [];
  // Hardhat 3 stores the output in a separate file.
  const beside = join(projectRoot, path.replace(/\.json$/, ".output.json"));
  const { output } = info.output
    ? info
    : ((await readBuild<Pick<BuildInfo, "output">>(beside)) ?? {});
  return Object.entries(output?.contracts ?? {}).flatMap(([file, contracts]) => {
    const { bytecode, deployedBytecode } = contracts[contractName]?.evm ?? {};
    if (!bytecode?.object || !deployedBytecode?.object) return [];
    return [
      {
        from: path,
        file,
        contractName,
        compiler: info.solcLongVersion,
        input: info.input,
        bytecode: `0x${bytecode.object}`,
        deployedBytecode: `0x${deployedBytecode.object}`,
        immutable: Object.values(deployedBytecode.immutableReferences ?? {}).flat(),
      },
    ];
  });
}
