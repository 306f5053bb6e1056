import { cp, mkdir, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { npm, openWorkshop, type Workshop } from "../../test/docs/project.js";

const PROJECTS = join(import.meta.dirname, "projects");

/** A tool in a folder of its own, installed like its users install it. */
interface Installed {
  readonly name: string;
  readonly folder: string;
  readonly packages: number;
  readonly megabytes: number;
  readonly seconds: number;
}

export interface Peers {
  readonly workshop: Workshop;
  readonly ours: Installed;
  readonly ignition: Installed;
  readonly hardhatDeploy: Installed;
  readonly predecessor: Installed;
  readonly ganache: Installed;
}

/** Packs this package, and installs it and each peer in the folder of `workshop`. */
export async function installAll(): Promise<Peers> {
  const workshop = await openWorkshop();
  const folder = join(workshop.folder, "ours");
  await mkdir(folder);
  await writeFile(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
  const wanted = [workshop.tarball, "hardhat", "@nomicfoundation/hardhat-ethers", "ethers"];
  const peer = async (name: string, project: string, ...flags: string[]) => {
    const to = join(workshop.folder, project);
    await cp(join(PROJECTS, project), to, { recursive: true });
    return await install(name, to, ...flags);
  };
  return {
    workshop,
    ours: await install("hardhat-dao-migration", folder, ...wanted),
    ignition: await peer("Hardhat Ignition 3.1", "ignition"),
    hardhatDeploy: await peer("hardhat-deploy 1.0", "hardhat-deploy"),
    // The install scripts of its dependencies need versions of Node that are no longer available.
    predecessor: await peer("@daostack/migration", "predecessor", "--legacy-peer-deps"),
    ganache: await peer("ganache 7.9", "ganache"),
  };
}

async function install(name: string, folder: string, ...args: string[]): Promise<Installed> {
  const start = performance.now();
  await npm(folder, "install", "--ignore-scripts", "--no-audit", "--no-fund", ...args);
  const seconds = (performance.now() - start) / 1000;
  const files = await readdir(join(folder, "node_modules"), {
    recursive: true,
    withFileTypes: true,
  });
  let bytes = 0;
  let packages = 0;
  for (const file of files.filter((each) => each.isFile())) {
    const path = join(file.parentPath, file.name);
    bytes += (await stat(path)).size;
    if (/node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(path)) packages++;
  }
  return { name, folder, packages, megabytes: bytes / 1e6, seconds };
}
