import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { crc32 } from "node:zlib";

import { MigrationError } from "../../support/errors.js";
import { lock } from "../../support/file-lock.js";
import type { Change, Header, Ready, Reverted, Standing } from "./change.js";
import { FORMER_FILE, FORMER_LOCK } from "./database.js";
import { snapshotNumber } from "./snapshots.js";

/** A chain that was persisted in format 1, as lines of text. */
export interface Former {
  readonly header: Header;
  readonly ready: Ready;
  readonly standing: Standing;
  readonly changes: readonly (Change | Reverted)[];
  /** Removes its file once it is no longer needed. */
  remove(): Promise<void>;
  release(): Promise<void>;
}

/** A line of format 1. */
type Line =
  | ({ readonly kind: "header"; readonly format: number } & Header)
  | ({ readonly kind: "ready" } & Ready)
  | ({ readonly kind: "change" } & FormerChange);

interface FormerChange extends Pick<Change, "method" | "params"> {
  readonly failed?: true;
  readonly time?: number;
  readonly head?: readonly [number, string];
  readonly clock?: number;
}

/**
 * Reads a chain that an earlier version persisted in a folder, and locks it against that version.
 * @returns undefined if there is none
 * @throws MigrationError if it is damaged, or if an earlier version is using it
 */
export async function openFormer(folder: string): Promise<Former | undefined> {
  const path = join(folder, FORMER_FILE);
  const read = async () =>
    await readFile(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return undefined;
      throw error;
    });
  if ((await read()) === undefined) return undefined;
  const release = await lock(join(folder, FORMER_LOCK), {
    what: `The database folder ${folder}`,
    holder: "a test chain of an earlier version",
    instead: "pass another folder with --db",
  });
  const remove = async () => await rm(path, { force: true });
  try {
    const lines = linesOf((await read()) ?? Buffer.alloc(0), path);
    const [header] = lines;
    const ready = lines.find((line) => line.kind === "ready");
    if (header?.kind === "header" && header.format !== 1) {
      throw new MigrationError(
        `${path} has format ${header.format}, which this version cannot read. Pass another folder with --db.`,
      );
    }
    if (header?.kind === "header" && ready !== undefined) {
      const { versions, configuration, genesisTime } = header;
      const { result, params } = ready;
      return {
        header: { versions, configuration, genesisTime },
        ready: { result, params },
        ...converted(lines.filter((line) => line.kind === "change")),
        remove,
        release,
      };
    }
    // It was killed before it was ready, so it answered no requests.
    await remove();
    await release();
    return undefined;
  } catch (error) {
    await release();
    throw error;
  }
}

function converted(lines: readonly FormerChange[]): Pick<Former, "changes" | "standing"> {
  let snapshots = 0;
  let clock: number | undefined;
  const changes: (Change | Reverted)[] = [];
  for (const { method, params, failed, time, head, clock: own } of lines) {
    clock = own ?? clock;
    if (method === "evm_revert") {
      const number = snapshotNumber(params[0]);
      if (number !== undefined) changes.push({ reverted: number });
      continue;
    }
    const isSnapshot = method === "evm_snapshot";
    if (isSnapshot) snapshots++;
    const [number, hash] = head ?? [];
    changes.push({
      ...{ method, params, failed },
      ...(isSnapshot && { snapshot: snapshots, clock }),
      ...(time !== undefined && number !== undefined && { mined: { time, number, hash: hash! } }),
    });
  }
  return { changes, standing: { clock, snapshots } };
}

/** Each line starts with its checksum. An incomplete last line belongs to a request that was never answered. */
function linesOf(bytes: Buffer, path: string): readonly Line[] {
  const texts = bytes
    .subarray(0, bytes.lastIndexOf(0x0a) + 1)
    .toString("utf8")
    .split("\n");
  return texts.slice(0, -1).map((line, index) => {
    const text = line.slice(9);
    const sum = crc32(text).toString(16).padStart(8, "0");
    if (line.slice(0, 9) === `${sum} `) return JSON.parse(text) as Line;
    throw new MigrationError(
      `${path} is damaged at line ${index + 1}: its checksum is wrong. It was not changed. Restore the folder from a ` +
        "copy, or remove it to start a new chain.",
    );
  });
}
