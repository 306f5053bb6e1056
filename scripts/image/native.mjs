// @ts-check
// Runs last in the build stage of the Dockerfile: replaces the native module if the image is for another platform than
// the build's, and writes the bill of materials.
import { execFileSync } from "node:child_process";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

import { fetchTool } from "../fetch-tool.mjs";
import { manifests, strip } from "./installed.mjs";

/** Node's name for each platform that Docker builds for. */
const ARCHITECTURES = /** @type {const} */ ({ amd64: "x64", arm64: "arm64" });

const [target = ""] = process.argv.slice(2);
const arch = ARCHITECTURES[/** @type {keyof typeof ARCHITECTURES} */ (target)];
if (arch === undefined) {
  throw new Error(
    `There is no image for ${target || "an unnamed platform"}, only for ${Object.keys(ARCHITECTURES).join(" and ")}.`,
  );
}
if (arch !== process.arch) await replaceNative(arch);
writeFileSync("sbom.cdx.json", `${JSON.stringify(billOfMaterials(), null, 2)}\n`);

/** @param {string} wanted */
async function replaceNative(wanted) {
  const folder = (/** @type {string} */ name) =>
    `node_modules/@nomicfoundation/edr-linux-${name}-gnu`;
  const to = folder(wanted);
  const { version, integrity } = JSON.parse(readFileSync("package-lock.json", "utf8")).packages[to];
  const spec = `${to.slice("node_modules/".length)}@${version}`;
  const npm = () => ({ command: "npm", args: [] });
  const fetched = await fetchTool({ spec, integrity }, npm, { root: ".", env: process.env });
  for (const file of ["package.json", `edr.linux-${wanted}-gnu.node`]) {
    cpSync(path.join(fetched, file), path.join(to, file));
  }
  rmSync(folder(process.arch), { recursive: true });
  strip(path.join(to, `edr.linux-${wanted}-gnu.node`));
}

/** CycloneDX, from npm, for the packages in package-lock.json that the image contains. */
function billOfMaterials() {
  const args = ["sbom", "--package-lock-only", "--omit", "dev", "--sbom-format", "cyclonedx"];
  const bill = JSON.parse(execFileSync("npm", args, { encoding: "utf8", maxBuffer: 2 ** 26 }));
  /** @type {{ "bom-ref": string }[]} */
  const all = bill.components;
  /** @type {{ ref: string, dependsOn: string[] }[]} */
  const edges = bill.dependencies;
  const { name } = JSON.parse(readFileSync("package.json", "utf8"));
  const itself = { ...bill.metadata.component, name };
  const there = installed();
  const isThere = (/** @type {string} */ ref) => ref === itself["bom-ref"] || there.has(ref);
  return {
    ...bill,
    metadata: { ...bill.metadata, component: itself },
    components: all.filter((component) => isThere(component["bom-ref"])),
    dependencies: edges
      .filter(({ ref }) => isThere(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isThere) })),
  };
}

/** Names and versions of the packages in node_modules. */
function installed() {
  return new Set(
    manifests().map((file) => {
      const { name, version } = JSON.parse(readFileSync(file, "utf8"));
      return `${name}@${version}`;
    }),
  );
}
