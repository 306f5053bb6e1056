import { mkdir, open, readdir, readFile, rm, truncate, type FileHandle } from "node:fs/promises";
import { join } from "node:path";

import { MigrationError } from "../../support/errors.js";
import { lock } from "../../support/file-lock.js";
import { syncFile } from "../../support/sync.js";
import { reasonOf } from "../../support/system-error.js";
import {
  decodeEntries,
  encodeEntry,
  FORMAT,
  type Change,
  type Entry,
  type Header,
  type Ready,
} from "./entries.js";

const FILE = "requests.log";
const LOCK = "lock";

/** What a folder must have been created with. */
export type Identity = Pick<Header, "versions" | "configuration">;

/**
 * The folder of a persisted chain: one file, to which every request that changed the chain is
 * appended. Requests that arrive while the disk is busy are synced together.
 */
export class ChainStore {
  readonly header: Header;
  /** What the file had when it was opened; undefined for a new chain. */
  readonly persisted: { readonly ready: Ready; readonly changes: readonly Change[] } | undefined;
  readonly path: string;
  readonly #file: FileHandle;
  readonly #release: () => Promise<void>;
  #waiting: string[] = [];
  #appended = 0;
  #written = 0;
  #syncing: Promise<void> | undefined;
  #failure: Error | undefined;

  /**
   * Opens a folder, and creates it if necessary.
   * @param onNote called with what was dropped
   * @throws MigrationError if the folder is not a database folder, is in use, or damaged
   */
  static async open(
    folder: string,
    identity: Identity,
    onNote: (message: string) => void,
  ): Promise<ChainStore> {
    const path = join(folder, FILE);
    const release = await claim(folder);
    try {
      const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return Buffer.alloc(0);
        throw error;
      });
      const { entries, length } = decodeEntries(bytes, path);
      const [header, ...rest] = entries;
      if (header !== undefined) requireSame(header, identity, folder);
      const ready = rest.find((entry) => entry.kind === "ready");
      if (header?.kind !== "header" || ready === undefined) {
        // The process was killed before the chain was ready, so no request was answered.
        await rm(path, { force: true });
        return await ChainStore.#create(path, identity, release);
      }
      if (length < bytes.length) {
        onNote(
          `Warning: the last entry of ${path} is incomplete (${bytes.length - length} bytes from byte ${length} on): the ` +
            "process was killed while it wrote. The entry is dropped; its request was never answered.",
        );
        await truncate(path, length);
      }
      const changes = rest.filter((entry) => entry.kind === "change");
      return new ChainStore(path, await open(path, "a"), release, header, { ready, changes });
    } catch (error) {
      await release();
      throw readable(error, folder);
    }
  }

  static async #create(
    path: string,
    identity: Identity,
    release: () => Promise<void>,
  ): Promise<ChainStore> {
    const header: Header = {
      kind: "header",
      format: FORMAT,
      ...identity,
      genesisTime: Math.floor(Date.now() / 1000),
    };
    const file = await open(path, "wx");
    const store = new ChainStore(path, file, release, header, undefined);
    store.append(header);
    return store;
  }

  private constructor(
    path: string,
    file: FileHandle,
    release: () => Promise<void>,
    header: Header,
    persisted: ChainStore["persisted"],
  ) {
    this.path = path;
    this.#file = file;
    this.#release = release;
    this.header = header;
    this.persisted = persisted;
  }

  /** Appends an entry; it is on the disk once `synced` resolves. */
  append(entry: Entry): void {
    this.#waiting.push(encodeEntry(entry));
    this.#appended++;
  }

  /**
   * Resolves when everything appended so far is on the disk.
   * @throws MigrationError if it could not be written; the file ends before it
   */
  async synced(): Promise<void> {
    const wanted = this.#appended;
    while (this.#written < wanted) {
      if (this.#failure !== undefined) throw this.#failure;
      await (this.#syncing ??= this.#write());
    }
  }

  /** @throws MigrationError after a failed write: the chain must not change any more */
  checkWritable(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Syncs the rest and unlocks the folder. */
  async close(): Promise<void> {
    try {
      if (this.#failure === undefined) await this.synced();
    } finally {
      await this.#file.close();
      await this.#release();
    }
  }

  async #write(): Promise<void> {
    const lines = this.#waiting.join("");
    const appended = this.#appended;
    this.#waiting = [];
    try {
      await this.#file.appendFile(lines);
      await syncFile(this.#file);
      this.#written = appended;
    } catch (error) {
      this.#failure = new MigrationError(
        `${this.path} cannot be written: ${reasonOf(error)}. The chain has stopped, and its last requests are not ` +
          "persisted. Free some space or fix the problem, then start it again.",
        { cause: error },
      );
      throw this.#failure;
    } finally {
      this.#syncing = undefined;
    }
  }
}

async function claim(folder: string): Promise<() => Promise<void>> {
  try {
    await mkdir(folder, { recursive: true });
    const names = await readdir(folder);
    const others = names.filter((name) => name !== FILE && name !== LOCK);
    if (others.length > 0 && !names.includes(FILE)) {
      throw new MigrationError(
        `${folder} is not a database folder: it contains ${others[0]}. Pass an empty or new folder with --db.`,
      );
    }
    return await lock(join(folder, LOCK), {
      what: `The database folder ${folder}`,
      holder: "another test chain",
      instead: "pass another folder with --db",
    });
  } catch (error) {
    throw readable(error, folder);
  }
}

function readable(error: unknown, folder: string): Error {
  if (error instanceof MigrationError) return error;
  return new MigrationError(
    `The database folder ${folder} cannot be used: ${(error as Error).message}. Pass another folder with --db.`,
    { cause: error },
  );
}

function requireSame(header: Entry, { versions, configuration }: Identity, folder: string): void {
  const advice = `Start the chain as before, pass another folder with --db, or remove ${folder} to start a new chain.`;
  if (header.kind !== "header" || header.format !== FORMAT) {
    throw new MigrationError(`${folder} contains a database of another version. ${advice}`);
  }
  const differences = [
    ...differencesOf(header.versions, versions),
    ...differencesOf(header.configuration, configuration),
  ];
  if (differences.length === 0) return;
  throw new MigrationError(
    `${folder} contains a chain of another version or configuration: ${differences.join("; ")}. ${advice}`,
  );
}

function differencesOf(
  persisted: Readonly<Record<string, string>>,
  requested: Readonly<Record<string, string>>,
): string[] {
  const names = new Set([...Object.keys(persisted), ...Object.keys(requested)]);
  return [...names]
    .filter((name) => persisted[name] !== requested[name])
    .map(
      (name) =>
        `${name} was ${persisted[name] ?? "not set"} and is now ${requested[name] ?? "not set"}`,
    );
}
