import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { create } from "tar";
import type { Artifact } from "../../../../src/foundation/arc/artifact.js";

/** A build file in the format of truffle 5, with extra fields. `mark` tells copies apart. */
export function truffleBuild(contractName: string, mark = "00"): Record<string, unknown> {
  return {
    ...expectedArtifact(contractName, mark),
    abi: [
      {
        constant: true,
        payable: false,
        inputs: [{ internalType: "address", name: "_to", type: "address" }],
        name: "probe",
        outputs: [{ internalType: "bool", name: "", type: "bool" }],
        stateMutability: "view",
        type: "function",
        signature: "0x12345678",
      },
    ],
    metadata: "{}",
    source: "contract of a test ".repeat(50),
    ast: { nodes: [] },
    networks: {},
    schemaVersion: "3.0.5",
  };
}

/** The artifact that is expected from `truffleBuild`. */
export function expectedArtifact(contractName: string, mark = "00"): Artifact {
  const code = Buffer.from(contractName).toString("hex") + mark;
  return {
    contractName,
    abi: [
      {
        type: "function",
        name: "probe",
        inputs: [{ name: "_to", type: "address" }],
        outputs: [{ name: "", type: "bool" }],
        stateMutability: "view",
      },
    ],
    bytecode: `0x60${code}`,
    deployedBytecode: `0x${code}`,
  };
}

/** Returns `build/contracts/<Name>.json` for each contract. */
export function truffleFiles(names: readonly string[], mark = "00"): Record<string, string> {
  return Object.fromEntries(
    names.map((name) => [`build/contracts/${name}.json`, JSON.stringify(truffleBuild(name, mark))]),
  );
}

/** Packs a tarball as npm does: every file is below `package/`. */
export async function makeTarball(
  name: string,
  version: string,
  files: Record<string, string>,
): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), "arc-tarball-"));
  try {
    const all = { "package.json": JSON.stringify({ name, version }), ...files };
    for (const [path, text] of Object.entries(all)) {
      const file = join(folder, "package", path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    }
    const tarball = join(folder, "package.tgz");
    await create({ gzip: true, file: tarball, cwd: folder, portable: true }, ["package"]);
    return await readFile(tarball);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
