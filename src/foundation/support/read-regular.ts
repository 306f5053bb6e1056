import { type PathLike } from "node:fs";
import { readFile, stat } from "node:fs/promises";

/** What this process was handed, such as standard input or the shell's `<(command)`, ends by itself. */
const HANDED_OVER = /^\/(dev\/(stdin|fd\/\d+)|proc\/self\/fd\/\d+)$/;

/**
 * Reads a regular file. Nothing else is opened, because a named pipe or a device may never end, and a read that waits
 * for it keeps the process alive after a signal.
 * @throws the system's error, with the code `ENOTREG` for what is neither a regular file nor a folder
 */
export async function readRegular(path: PathLike): Promise<Buffer>;
export async function readRegular(path: PathLike, encoding: "utf8"): Promise<string>;
export async function readRegular(path: PathLike, encoding?: "utf8"): Promise<Buffer | string> {
  const stats = await stat(path);
  if (!stats.isFile() && !stats.isDirectory() && !HANDED_OVER.test(String(path))) {
    throw Object.assign(new Error("it is not a regular file"), { code: "ENOTREG" });
  }
  return await readFile(path, encoding);
}
