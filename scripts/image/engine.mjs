// @ts-check
// A container engine for the check of the image: a private daemon if this process is root (with its own socket and
// folder, ended by its process ID), otherwise the machine's.
import { execFileSync, spawn } from "node:child_process";
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** Debian's client and daemon: another client on PATH may lack what the build needs. */
const DEBIAN_DOCKER = "/usr/bin/docker";
const DAEMON = "/usr/sbin/dockerd";

/**
 * @typedef {{ docker: string, env: NodeJS.ProcessEnv, folder: string | undefined, stop: () => Promise<void> }} Engine
 *   `folder` belongs to a private daemon, which cannot pull images
 */

/** The machine has no engine, and none can be installed. */
export class NoEngine extends Error {}

/**
 * @returns {Promise<Engine>}
 */
export async function openEngine() {
  const isRoot = process.platform === "linux" && process.getuid?.() === 0;
  if (isRoot && process.env["DAO_IMAGE_ENGINE"] !== "existing") {
    installPackages({ "docker.io": DAEMON, debootstrap: "/usr/sbin/debootstrap" });
    return await startDaemon();
  }
  try {
    execFileSync("docker", ["info"], { stdio: ["ignore", "ignore", "pipe"], timeout: 30_000 });
  } catch (error) {
    throw new NoEngine(
      `no container engine answers here (docker info: ${/** @type {Error} */ (error).message.trim()}), and only ` +
        "root on Debian can start its own",
    );
  }
  return { docker: "docker", env: process.env, folder: undefined, stop: async () => {} };
}

/** While another process updates Debian's lists or installs packages, apt-get fails at once, so ours wait here. */
const APT_LOCK = "/var/cache/apt/hardhat-dao-migration.lock";

/**
 * Installs the Debian packages of missing programs.
 *
 * @param {Record<string, string>} programs by package
 */
export function installPackages(programs) {
  const missing = Object.keys(programs).filter((name) => !existsSync(programs[name] ?? ""));
  if (missing.length === 0) return;
  if (!existsSync("/usr/bin/apt-get")) {
    throw new NoEngine(`${missing.join(" and ")} must be installed, but there is no apt-get`);
  }
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const apt = (/** @type {string[]} */ ...args) =>
    execFileSync("flock", ["--timeout", "600", APT_LOCK, "apt-get", ...args], {
      env,
      stdio: ["ignore", "ignore", "inherit"],
      timeout: 1_200_000,
    });
  try {
    apt("update", "-q");
    apt("install", "-q", "-y", "--no-install-recommends", ...missing);
  } catch (error) {
    throw new NoEngine(
      `${missing.join(" and ")} cannot be installed: ${/** @type {Error} */ (error).message}`,
    );
  }
}

/** @returns {Promise<Engine>} */
async function startDaemon() {
  const folder = mkdtempSync(path.join(tmpdir(), "dao-image-"));
  const at = (/** @type {string} */ name) => path.join(folder, name);
  for (const name of ["data", "exec"]) mkdirSync(at(name));
  const log = openSync(at("log"), "w");
  const daemon = spawn(
    DAEMON,
    [
      ...["--data-root", at("data"), "--exec-root", at("exec"), "--pidfile", at("pid")],
      ...["-H", `unix://${at("d.sock")}`, "--storage-driver", "overlay2"],
      // Does not touch the machine's network; a proxy program serves published ports.
      ...["--iptables=false", "--ip6tables=false", "--ip-forward=false", "--ip-masq=false"],
    ],
    { stdio: ["ignore", log, log] },
  );
  closeSync(log);
  let ended = false;
  const end = new Promise((resolve) => {
    daemon.once("exit", resolve);
    daemon.once("error", resolve);
  }).then(() => (ended = true));
  const env = { ...process.env, DOCKER_HOST: `unix://${at("d.sock")}`, DOCKER_BUILDKIT: "1" };
  const stop = async () => {
    if (!ended) daemon.kill("SIGTERM");
    await Promise.race([end, sleep(20_000, undefined, { ref: false })]);
    if (!ended) daemon.kill("SIGKILL");
    removeFolder(folder);
  };
  for (let attempt = 0; attempt < 150 && !ended; attempt++) {
    try {
      execFileSync(DEBIAN_DOCKER, ["info"], { env, stdio: "ignore", timeout: 10_000 });
      return { docker: DEBIAN_DOCKER, env, folder, stop };
    } catch {
      await sleep(200);
    }
  }
  const said = readFileSync(at("log"), "utf8").trim().split("\n").slice(-5).join("\n");
  await stop();
  throw new NoEngine(`the daemon does not start:\n${said}`);
}

/** @param {string} folder of a daemon that has ended */
function removeFolder(folder) {
  // Each container's network namespace is a mount.
  const networks = path.join(folder, "exec/netns");
  for (const name of existsSync(networks) ? readdirSync(networks) : []) {
    try {
      execFileSync("umount", [path.join(networks, name)], { stdio: "ignore" });
    } catch {
      // It was not a mount.
    }
  }
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  } catch (error) {
    console.error(`${folder} could not be deleted: ${/** @type {Error} */ (error).message}`);
  }
}
