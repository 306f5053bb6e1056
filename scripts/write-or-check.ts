import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/**
 * Writes generated files. With --check, as in `npm run lint`, it changes nothing and fails if one is not up to date.
 * @param files their paths in the repository, and their contents
 * @param script the script that writes them
 */
export function writeOrCheck(
  files: Iterable<readonly [path: string, text: string]>,
  script: string,
): void {
  const stale = [...files].filter(
    ([name, text]) =>
      !existsSync(`${ROOT}${name}`) || readFileSync(`${ROOT}${name}`, "utf8") !== text,
  );
  if (!process.argv.includes("--check")) {
    for (const [name, text] of stale) writeFileSync(`${ROOT}${name}`, text);
  } else if (stale.length > 0) {
    const names = stale.map(([name]) => name).join(", ");
    console.error(
      `Not up to date: ${names}. Run: node --import ./scripts/typescript.mjs scripts/${script}`,
    );
    process.exitCode = 1;
  }
}
