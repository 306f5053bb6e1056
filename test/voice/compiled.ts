import { copyFile, mkdir, mkdtemp, glob, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import ts from "typescript";
import { root } from "./helpers.js";

/**
 * Creates a project with the package installed: its node_modules holds the voice module as JavaScript,
 * as users run it, with the package's own `exports`. (Loading TypeScript would add tens of megabytes
 * that are not the module's.)
 */
export async function installVoice(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "voice-js-"));
  const installed = join(folder, "node_modules/hardhat-dao-migration");
  const { module, target } = { module: ts.ModuleKind.Node16, target: ts.ScriptTarget.ES2023 };
  for await (const name of glob(["src/support/errors.ts", "src/voice/**/*.ts"], { cwd: root })) {
    const source = await readFile(join(root, name), "utf8");
    const compilerOptions = { module, target, verbatimModuleSyntax: true };
    const { outputText } = ts.transpileModule(source, { compilerOptions, fileName: "a.mts" });
    const file = join(installed, "dist", name.replace(/\.ts$/, ".js"));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, outputText);
  }
  await copyFile(join(root, "package.json"), join(installed, "package.json"));
  await symlink(join(root, "node_modules/ws"), join(folder, "node_modules/ws"));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
