import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import path from "node:path";
import sqlite from "node:sqlite";

import { failure, type Disk, type Inode } from "./disk.js";
import { running, type Process } from "./time.js";

/** A process that has a disk. All paths of lives begin with this folder. */
export const HOME = "/lives";

export interface ProcessWithDisk extends Process {
  readonly life: Process["life"] & { readonly disk: Disk; readonly locks: Map<number, Process> };
}

/** File descriptors of lives begin here. */
const DESCRIPTORS = 1_000_000;
const TMPFS = 0x01021994;

interface Open {
  readonly path: string;
  /** Absent for a folder. */
  readonly file?: Inode;
}

const descriptors = new Map<number, Open>();
let lastDescriptor = DESCRIPTORS;

function own(place: unknown): ProcessWithDisk | undefined {
  const process = running.getStore();
  return process !== undefined && isOurs(place) ? (process as ProcessWithDisk) : undefined;
}

function isOurs(place: unknown): boolean {
  if (typeof place === "number") return place >= DESCRIPTORS;
  return typeof place === "string" && (place === HOME || place.startsWith(`${HOME}/`));
}

function need(disk: Disk, place: string, call: string): Inode {
  const file = disk.at(place);
  if (file === undefined) throw failure("ENOENT", call);
  return file;
}

function statsOf(disk: Disk, place: string) {
  const isFolder = disk.folders.has(place);
  const file = isFolder ? undefined : need(disk, place, "stat");
  const [number, size] = [file?.number ?? 0, file?.bytes.length ?? 0];
  return (bigint: boolean) => ({
    dev: bigint ? 1n : 1,
    ino: bigint ? BigInt(number) : number,
    size: bigint ? BigInt(size) : size,
    mode: 0o100600,
    uid: 0,
    gid: 0,
    isFile: () => !isFolder,
    isDirectory: () => isFolder,
    isSymbolicLink: () => false,
  });
}

function open(disk: Disk, place: string, flags: unknown): number {
  let file = disk.at(place);
  if (disk.folders.has(place)) file = undefined;
  else if (file === undefined) {
    if (flags !== "a" && flags !== "wx" && flags !== "w") throw failure("ENOENT", "open");
    file = disk.create(place);
  } else if (flags === "wx") throw failure("EEXIST", "open");
  descriptors.set(++lastDescriptor, { path: place, file });
  return lastDescriptor;
}

function handleOf(process: ProcessWithDisk, fd: number) {
  const { path: place, file } = descriptors.get(fd)!;
  const { disk } = process.life;
  const on = async <Result>(name: string, act: () => Result) =>
    await process.life.operate(process, `${name} ${path.basename(place)}`, act);
  return {
    fd,
    stat: async () => await on("stat", () => ({ ino: BigInt(file?.number ?? 0), dev: 1n })),
    appendFile: async (text: string) => await on("append", () => disk.append(file!, text)),
    writeFile: async (text: string) => await on("write", () => disk.append(file!, text)),
    chown: async () => await Promise.resolve(),
    chmod: async () => await Promise.resolve(),
    close: async () => await Promise.resolve(void descriptors.delete(fd)),
  };
}

type Asynchronous = (process: ProcessWithDisk, place: string, ...rest: never[]) => unknown;

/** What a process does with files, one operation each. */
const ASYNCHRONOUS: Readonly<Record<string, Asynchronous>> = {
  open: (process, place, flags) => handleOf(process, open(process.life.disk, place, flags ?? "r")),
  readdir: ({ life: { disk } }, place) =>
    disk.paths.filter((each) => path.dirname(each) === place).map((each) => path.basename(each)),
  readlink: () => {
    throw failure("EINVAL", "readlink");
  },
  realpath: (_process, place) => place,
  rename: ({ life: { disk } }, from, to) => disk.rename(from, to),
  rm: ({ life: { disk } }, place, options?: { readonly force?: boolean }) => {
    if (options?.force !== true || disk.at(place) !== undefined) disk.remove(place);
  },
  stat: ({ life: { disk } }, place, options?: { readonly bigint?: boolean }) =>
    statsOf(disk, place)(options?.bigint === true),
  truncate: ({ life: { disk } }, place, length) => disk.cut(need(disk, place, "truncate"), length),
  readFile: ({ life: { disk } }, place, encoding?: string) => {
    const { bytes } = need(disk, place, "open");
    return encoding === undefined ? Buffer.from(bytes) : bytes.toString("utf8");
  },
  writeFile: ({ life: { disk } }, place, text: string) => {
    const file = disk.at(place) ?? disk.create(place);
    disk.cut(file, 0);
    disk.append(file, text);
  },
  mkdir: ({ life: { disk } }, place) => {
    for (let each = place; each.startsWith(HOME); each = path.dirname(each)) disk.folders.add(each);
  },
};

type Synchronous = (process: ProcessWithDisk, place: string, ...rest: never[]) => unknown;

/** What locks and small checks use. */
const SYNCHRONOUS: Readonly<Record<string, Synchronous>> = {
  existsSync: ({ life: { disk } }, place) =>
    disk.at(place) !== undefined || disk.folders.has(place),
  readFileSync: ({ life: { disk } }, place) => need(disk, place, "open").bytes.toString("utf8"),
  accessSync: () => {},
  lstatSync: ({ life: { disk } }, place, options?: { readonly throwIfNoEntry?: boolean }) => {
    if (options?.throwIfNoEntry === false && disk.at(place) === undefined) return undefined;
    return statsOf(disk, place)(true);
  },
  openSync: ({ life: { disk } }, place) => open(disk, place, "r"),
  fstatSync: ({ life: { disk } }, fd) => statsOfOpen(disk, Number(fd)),
  closeSync: (_process, fd) => descriptors.delete(Number(fd)),
  rmSync: ({ life: { disk } }, place, options?: { readonly force?: boolean }) => {
    if (options?.force !== true || disk.at(place) !== undefined) disk.remove(place);
  },
  statfsSync: () => ({ type: TMPFS }),
};

function statsOfOpen(disk: Disk, fd: number) {
  const { path: place, file } = descriptors.get(fd)!;
  const known = file === undefined ? undefined : disk.at(place);
  return known === file
    ? statsOf(disk, place)(true)
    : { ino: -1n, dev: 1n, size: 0n, isFile: () => true };
}

function syncDescriptor(process: ProcessWithDisk, fd: number): void {
  const { path: place, file } = descriptors.get(fd)!;
  const { disk } = process.life;
  if (file === undefined) disk.syncFolder(place);
  else disk.sync(file);
}

/** SQLite as a lock: one holder a file, until it closes it or dies. */
class LockDatabase {
  readonly #real: sqlite.DatabaseSync | undefined;
  readonly #process: ProcessWithDisk | undefined;
  readonly #file: Inode | undefined;

  constructor(...args: ConstructorParameters<typeof sqlite.DatabaseSync>) {
    const place = String(args[0]);
    this.#process = own(place);
    if (this.#process === undefined) this.#real = new RealDatabase(...args);
    else {
      const { disk } = this.#process.life;
      this.#file = disk.at(place) ?? disk.create(place);
    }
  }

  exec(sql: string): void {
    if (this.#real !== undefined) return this.#real.exec(sql);
    const { life } = this.#process!;
    const holder = life.locks.get(this.#file!.number);
    if (holder !== undefined && !holder.isDead) {
      throw Object.assign(new Error("database is locked"), { errcode: 5 });
    }
    life.locks.set(this.#file!.number, this.#process!);
  }

  close(): void {
    if (this.#real !== undefined) return this.#real.close();
    const { locks } = this.#process!.life;
    if (locks.get(this.#file!.number) === this.#process) locks.delete(this.#file!.number);
  }
}

const RealDatabase = sqlite.DatabaseSync;

type Real = (...args: unknown[]) => unknown;

/** Gives the processes of lives their own disk. Everybody else keeps the machine's. */
export function fakeFiles(): () => void {
  const kept: (() => void)[] = [];
  const replace = (module: object, name: string, made: (real: Real) => unknown) => {
    const real = Reflect.get(module, name) as Real;
    kept.push(() => Reflect.set(module, name, real));
    Reflect.set(module, name, made(real));
  };
  for (const [name, act] of Object.entries(ASYNCHRONOUS)) {
    replace(fs.promises, name, (real) => async (place: string, ...rest: never[]) => {
      const process = own(place);
      if (process !== undefined) {
        const operation = `${name} ${path.basename(place)}`;
        return await process.life.operate(process, operation, () => act(process, place, ...rest));
      }
      const work = real.call(fs.promises, place, ...rest) as Promise<unknown>;
      return await (running.getStore()?.life.time.hold(work) ?? work);
    });
  }
  for (const [name, act] of Object.entries(SYNCHRONOUS)) {
    replace(fs, name, (real) => (place: string, ...rest: never[]) => {
      const process = own(place);
      return process === undefined ? real.call(fs, place, ...rest) : act(process, place, ...rest);
    });
  }
  replace(fs, "fdatasync", (real) => (fd: number, done: (error: unknown) => void) => {
    const process = own(fd);
    if (process === undefined) return real.call(fs, fd, done);
    const name = `sync ${path.basename(descriptors.get(fd)?.path ?? "")}`;
    return void process.life
      .operate(process, name, () => syncDescriptor(process, fd))
      .then(() => done(null), done);
  });
  replace(sqlite, "DatabaseSync", () => LockDatabase);
  syncBuiltinESMExports();
  return () => {
    for (const restore of kept) restore();
    syncBuiltinESMExports();
  };
}
