import { fdatasync } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import { promisify } from "node:util";

const syncDescriptor = promisify(fdatasync);

/** Resolves when the content of a file is on disk. */
export async function syncFile({ fd }: FileHandle): Promise<void> {
  // Yarn's Plug'n'Play does not implement `handle.sync()`.
  await syncDescriptor(fd);
}

/** Resolves when all new, removed and replaced names in a folder are on disk. */
export async function syncFolder(path: string): Promise<void> {
  let folder: FileHandle;
  try {
    folder = await open(path, "r");
  } catch {
    // Windows cannot open folders, and does not need this.
    return;
  }
  try {
    await syncFile(folder);
  } finally {
    await folder.close();
  }
}
