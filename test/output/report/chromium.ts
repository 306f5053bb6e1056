import { existsSync } from "node:fs";

import { launch, type Browser } from "puppeteer-core";

import { installPackages } from "../../../scripts/image/engine.mjs";

const CHROMIUM = "/usr/bin/chromium";

/** Opens a real headless browser: `$CHROMIUM`, or Debian's, which is installed if missing. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = process.env["CHROMIUM"] ?? CHROMIUM;
  if (!existsSync(executablePath)) install(executablePath);
  return await launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
}

function install(program: string): void {
  try {
    installPackages({ chromium: program, "fonts-dejavu-core": "/usr/share/fonts/truetype/dejavu" });
  } catch (cause) {
    throw new Error(
      `These tests need Chromium: ${(cause as Error).message}. Install it, or name it in CHROMIUM.`,
      { cause },
    );
  }
}
