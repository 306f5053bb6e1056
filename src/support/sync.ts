import { fdatasync } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import { promisify } from "node:util";

const syncDescriptor = promisify(fdatasync);

/** Resolves when what was written to a file is on the disk. */
export async function syncFile({ fd }: FileHandle): Promise<void> {
  // Not `handle.sync()`: the handles of Yarn's Plug'n'Play do not implement it.
  await syncDescriptor(fd);
}

/** Resolves when the names of a folder's files, new, removed or replaced, are on the disk. */
export async function syncFolder(path: string): Promise<void> {
  let folder: FileHandle;
  try {
    folder = await open(path, "r");
  } catch {
    // Windows does not open folders; there is nothing to sync then.
    return;
  }
  try {
    await syncFile(folder);
  } finally {
    await folder.close();
  }
}
