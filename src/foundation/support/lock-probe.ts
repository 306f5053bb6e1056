import { execFile } from "node:child_process";
import { statfsSync } from "node:fs";
import { dirname } from "node:path";

/**
 * File systems on a local disk or in memory, by their numbers in Linux (statfs(2)). The kernel manages
 * their locks, so they need no probe.
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

/** Exits with 0 if it gets the lock. */
const TAKE = `
const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
new DatabaseSync(process.argv[1]).exec("BEGIN EXCLUSIVE");
`;
/** For the other process, in milliseconds. */
const TIMEOUT = 10_000;

/**
 * Whether a lock that this process holds keeps other processes out. Some network and container
 * mounts grant every lock, so on those another process tries to take it. Only Linux needs this:
 * Windows enforces locks, and on macOS SQLite itself checks which locks a file system supports.
 * @param fileSystem its number in Linux, if it is not that of the file's folder
 */
export async function keepsOthersOut(path: string, fileSystem?: number): Promise<boolean> {
  if (process.platform !== "linux") return true;
  if (LOCAL.has(fileSystem ?? statfsSync(dirname(path)).type)) return true;
  return await isRefusedToAnother(path);
}

/** Whether another process is refused the lock on a file; also true if it cannot be started. */
export async function isRefusedToAnother(path: string): Promise<boolean> {
  return await new Promise((resolve) => {
    const args = ["--no-warnings", "--eval", TAKE, path];
    // Only what Node needs to start, without options and keys.
    const env = { LD_LIBRARY_PATH: process.env.LD_LIBRARY_PATH };
    execFile(process.execPath, args, { timeout: TIMEOUT, env }, (error) => {
      resolve(error !== null);
    });
  });
}
