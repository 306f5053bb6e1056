// @ts-check
// Runs in the build stage of the Dockerfile, in a built copy of the package: keeps what a container needs
// to run, in the versions of package-lock.json. If it removes too much, the next step fails, because it migrates.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

const manifest = JSON.parse(readFileSync("package.json", "utf8"));
// A project that uses the package installs these; here nobody else does. The optional ones are for tests.
for (const name of Object.keys(manifest.peerDependencies)) {
  if (manifest.peerDependenciesMeta?.[name]?.optional === true) continue;
  manifest.dependencies[name] = manifest.devDependencies[name];
}
for (const key of [
  "devDependencies",
  "peerDependencies",
  "peerDependenciesMeta",
  "scripts",
  "files",
]) {
  delete manifest[key];
}
writeFileSync("package.json", `${JSON.stringify(manifest, null, 2)}\n`);
execFileSync("npm", ["prune", "--ignore-scripts", "--no-audit", "--no-fund"], { stdio: "inherit" });

// Hardhat compiles with these, and nothing is compiled here.
for (const name of ["tsx", "esbuild", "@esbuild", "ethers/dist", "ethers/src.ts"]) {
  rmSync(path.join("node_modules", name), { recursive: true, force: true });
}
const scope = "node_modules/@nomicfoundation";
for (const name of readdirSync(scope)) {
  if (name.startsWith("solidity-analyzer-")) rmSync(path.join(scope, name), { recursive: true });
}

const surplus = /\.([cm]?ts|map|tsbuildinfo|md)$/;
for (const folder of ["node_modules", "dist"]) {
  for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (surplus.test(file)) rmSync(path.join(folder, file), { recursive: true, force: true });
  }
}
