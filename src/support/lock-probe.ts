import { execFile } from "node:child_process";
import { statfsSync } from "node:fs";
import { dirname } from "node:path";

/**
 * File systems on a machine's own disk or memory, by their numbers in Linux (statfs(2)). The kernel
 * itself keeps their locks, so there is nothing to try out.
 */
const LOCAL: ReadonlySet<number> = new Set([
  0xef53, // ext2, ext3, ext4
  0x58465342, // xfs
  0x9123683e, // btrfs
  0x2fc12fc1, // zfs
  0xf2f52010, // f2fs
  0xca451a4e, // bcachefs
  0x794c7630, // overlayfs
  0x01021994, // tmpfs
  0x858458f6, // ramfs
]);

/** Exits with 0 where it gets the lock. */
const TAKE = `
const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
new DatabaseSync(process.argv[1]).exec("BEGIN EXCLUSIVE");
`;
/** Of the other process, in milliseconds. */
const TIMEOUT = 10_000;

/**
 * Whether a lock that this process holds keeps other processes out. Some network and container
 * mounts grant every lock that they are asked for, so there another process tries to take it. Only
 * Linux needs this: Windows' locks are mandatory, and on macOS SQLite itself finds out which locks a
 * file system has.
 */
export async function keepsOthersOut(path: string): Promise<boolean> {
  if (process.platform !== "linux" || LOCAL.has(statfsSync(dirname(path)).type)) return true;
  return await isRefusedToAnother(path);
}

/** Whether another process is refused the lock on a file. One that cannot be started proves nothing. */
export async function isRefusedToAnother(path: string): Promise<boolean> {
  return await new Promise((resolve) => {
    const args = ["--no-warnings", "--eval", TAKE, path];
    // Of the environment only what starts Node: no options, and no keys.
    const env = { LD_LIBRARY_PATH: process.env.LD_LIBRARY_PATH };
    execFile(process.execPath, args, { timeout: TIMEOUT, env }, (error) => {
      resolve(error !== null);
    });
  });
}
