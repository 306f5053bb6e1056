import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

import { launch, type Browser } from "puppeteer-core";

const CHROMIUM = "/usr/bin/chromium";

/** Opens a real headless browser: `$CHROMIUM`, or Debian's, which is installed if missing. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = process.env["CHROMIUM"] ?? CHROMIUM;
  if (!existsSync(executablePath)) install();
  return await launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
}

function install(): void {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  for (const args of [
    ["update"],
    ["install", "-y", "--no-install-recommends", "chromium", "fonts-dejavu-core"],
  ]) {
    const { status, stderr, error } = spawnSync("apt-get", args, {
      env,
      encoding: "utf8",
      timeout: 600_000,
    });
    if (status === 0) continue;
    const reason = error?.message ?? stderr.trim();
    throw new Error(
      `These tests need Chromium, and apt-get ${args[0]} failed: ${reason}. Install it, or name it in CHROMIUM.`,
    );
  }
}
