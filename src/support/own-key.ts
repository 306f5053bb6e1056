import { randomBytes } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { stateFolder } from "./state-folder.js";

const FILE = "cache-key";
const BYTES = 32;

/**
 * A key that only this user's processes know, created by the first call. It lets them recognise what they wrote
 * themselves in folders that others may write to, such as a cache kept by a CI service.
 * @returns undefined if it can be neither read nor created
 */
export async function ownKey(folder: string = stateFolder()): Promise<Buffer | undefined> {
  const path = join(folder, FILE);
  return (await readKey(path)) ?? (await makeKey(folder, path).catch(() => undefined));
}

async function readKey(path: string): Promise<Buffer | undefined> {
  const key = await readFile(path).catch(() => undefined);
  return key?.length === BYTES ? key : undefined;
}

/** Creates the key completely or not at all. If several processes do so at once, the first key stays. */
async function makeKey(folder: string, path: string): Promise<Buffer | undefined> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const temporary = `${path}.${process.pid}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    await writeFile(temporary, randomBytes(BYTES), { flag: "wx", mode: 0o600 });
    await link(temporary, path).catch(() => {});
  } finally {
    await rm(temporary, { force: true });
  }
  return await readKey(path);
}
