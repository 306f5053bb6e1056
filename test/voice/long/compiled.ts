import { mkdir, mkdtemp, glob, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import ts from "typescript";
import { root } from "../helpers.js";

/**
 * The voice module as JavaScript in a folder of its own, as users run it: loading TypeScript takes
 * tens of megabytes that are not the module's.
 */
export async function compileVoice(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "voice-js-"));
  const { module, target } = { module: ts.ModuleKind.Node16, target: ts.ScriptTarget.ES2023 };
  for await (const name of glob(["src/errors.ts", "src/voice/**/*.ts"], { cwd: root })) {
    const source = await readFile(join(root, name), "utf8");
    const compilerOptions = { module, target, verbatimModuleSyntax: true };
    const { outputText } = ts.transpileModule(source, { compilerOptions, fileName: "a.mts" });
    const file = join(folder, name.replace(/\.ts$/, ".js"));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, outputText);
  }
  await writeFile(join(folder, "package.json"), '{"type":"module"}');
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
