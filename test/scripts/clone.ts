import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

export const ROOT = path.join(import.meta.dirname, "../..");

export function writeFile(file: string, text: string, mode?: number): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text, { mode });
}

/** A copy of some of this repository's files, in a folder with a space in its name. */
export class Clone {
  /** Also contains what is not part of the clone. */
  readonly folder = mkdtempSync(path.join(os.tmpdir(), "dao migration "));
  readonly root = path.join(this.folder, "the clone");

  constructor(...files: string[]) {
    for (const file of files) {
      cpSync(path.join(ROOT, file), this.path(file), { recursive: true });
    }
  }

  path(file: string): string {
    return path.join(this.root, file);
  }

  write(file: string, text: string): void {
    writeFile(this.path(file), text);
  }

  /** Returns a file's content, or an empty string if it is missing. */
  read(file: string): string {
    try {
      return readFileSync(this.path(file), "utf8");
    } catch {
      return "";
    }
  }

  git(...args: string[]): string {
    return execFileSync("git", args, { cwd: this.root, encoding: "utf8" }).trim();
  }

  /** Makes it a repository with one commit. */
  beginRepository(): void {
    this.git("init", "--quiet", "--initial-branch", "main");
    this.git("config", "user.name", "Test");
    this.git("config", "user.email", "test@example.org");
    this.commit("Begin");
  }

  commit(message: string): void {
    this.git("add", "--all");
    this.git("commit", "--quiet", "--message", message);
  }

  dispose(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
