// @ts-check
// Builds a substitute for the base image if none can be pulled: Debian, node and npm, under the base image's name. Only
// for the check; the published image is built on the real one.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";

/** The name in the Dockerfile. */
export const BASE = /^ARG BASE=(\S+)$/m.exec(
  readFileSync(new URL("../../Dockerfile", import.meta.url), "utf8"),
)?.[1];

const CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt";

/** @param {{ docker: string, env: NodeJS.ProcessEnv, folder: string | undefined }} engine a private one */
export function makeBaseImage({ docker, env, folder }) {
  if (BASE === undefined) throw new Error("The Dockerfile names no base image (ARG BASE=...).");
  if (folder === undefined) throw new Error("Only a private daemon gets a base image.");
  const root = path.join(folder, "root");
  /** @type {import("node:child_process").ExecFileSyncOptions} */
  const quiet = { env, stdio: ["ignore", "ignore", "inherit"] };
  execFileSync(
    "debootstrap",
    ["--variant=minbase", "--include=ca-certificates", "bookworm", root],
    { ...quiet, timeout: 1_200_000 },
  );
  addNode(root, folder);
  const users = ["groupadd --gid 1000 node", "useradd --uid 1000 --gid node --create-home node"];
  for (const line of users) execFileSync("chroot", [root, ...line.split(" ")], quiet);
  for (const name of [
    "var/cache/apt/archives",
    "var/lib/apt/lists",
    "usr/share/doc",
    "usr/share/man",
    "usr/share/locale",
  ]) {
    rmSync(path.join(root, name), { recursive: true, force: true });
    mkdirSync(path.join(root, name));
  }
  // Certificate authorities of this machine's network.
  if (existsSync(CERTIFICATES)) cpSync(CERTIFICATES, path.join(root, CERTIFICATES));
  const archive = path.join(folder, "root.tar");
  execFileSync("tar", ["-C", root, "-cf", archive, "."], quiet);
  const setting = `ENV NODE_EXTRA_CA_CERTS=${CERTIFICATES}`;
  execFileSync(docker, ["import", "--change", setting, archive, BASE], quiet);
  rmSync(root, { recursive: true, force: true });
  rmSync(archive);
}

/**
 * @param {string} root
 * @param {string} folder for downloads
 */
function addNode(root, folder) {
  const wanted = /^node:(\d+)/.exec(BASE ?? "")?.[1];
  const arch = process.arch === "arm64" ? "arm64" : "x64";
  const local = path.join(root, "usr/local");
  const unpacked = (/** @type {string} */ spec) => {
    const to = path.join(folder, "unpacked");
    rmSync(to, { recursive: true, force: true });
    mkdirSync(to);
    const [packed] = JSON.parse(
      execFileSync("npm", ["pack", spec, "--json", "--pack-destination", to], { encoding: "utf8" }),
    );
    execFileSync("tar", ["-C", to, "-xzf", path.join(to, packed.filename)]);
    return path.join(to, "package");
  };
  cpSync(path.join(unpacked(`node-linux-${arch}@${wanted}`), "bin"), path.join(local, "bin"), {
    recursive: true,
  });
  cpSync(unpacked("npm@11"), path.join(local, "lib/node_modules/npm"), { recursive: true });
  for (const name of ["npm", "npx"]) {
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, path.join(local, "bin", name));
  }
  execFileSync("chmod", ["-R", "a+rX", local]);
  execFileSync("chmod", [
    "a+x",
    ...["npm", "npx"].map((name) => path.join(local, `lib/node_modules/npm/bin/${name}-cli.js`)),
  ]);
}
