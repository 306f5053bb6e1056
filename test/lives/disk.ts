/** A file's content now, and what is left of it if the power goes. */
export interface Inode {
  readonly number: number;
  bytes: Buffer;
  /** What was synced. */
  durable: Buffer;
}

type Names = Map<string, Inode>;

/** Random choices, from 0 up to but without the given number. */
export type Choose = (below: number) => number;

/**
 * A disk: what was not synced may be lost, torn or reordered when the power goes. Holds files of any folder; folders
 * exist as soon as they are named.
 */
export class Disk {
  readonly folders = new Set(["/lives"]);
  /** Why nothing can be written at present. */
  trouble?: "ENOSPC" | "EROFS" | "EIO";
  #names: Names = new Map();
  #durable: Names = new Map();
  /** Changes of names since their folder was synced. */
  #changes: { readonly path: string; readonly file?: Inode }[] = [];
  #numbers = 0;

  get paths(): readonly string[] {
    return [...this.#names.keys()];
  }

  at(path: string): Inode | undefined {
    return this.#names.get(path);
  }

  requireWritable(): void {
    if (this.trouble !== undefined) throw failure(this.trouble, "write");
  }

  create(path: string): Inode {
    this.requireWritable();
    const file: Inode = {
      number: ++this.#numbers,
      bytes: Buffer.alloc(0),
      durable: Buffer.alloc(0),
    };
    this.#change(path, file);
    return file;
  }

  append(file: Inode, text: string | Uint8Array): void {
    this.requireWritable();
    file.bytes = Buffer.concat([file.bytes, Buffer.from(text as string)]);
  }

  cut(file: Inode, length: number): void {
    this.requireWritable();
    file.bytes = file.bytes.subarray(0, length);
  }

  rename(from: string, to: string): void {
    const file = this.#names.get(from);
    if (file === undefined) throw failure("ENOENT", "rename");
    if (this.trouble === "EROFS") throw failure("EROFS", "rename");
    this.#change(from, undefined);
    this.#change(to, file);
  }

  remove(path: string): void {
    if (!this.#names.has(path)) throw failure("ENOENT", "unlink");
    if (this.trouble === "EROFS") throw failure("EROFS", "unlink");
    this.#change(path, undefined);
  }

  sync(file: Inode): void {
    if (this.trouble === "EIO") throw failure("EIO", "fdatasync");
    file.durable = file.bytes;
  }

  syncFolder(folder: string): void {
    const isIn = (path: string) => path.startsWith(`${folder}/`);
    for (const { path, file } of this.#changes.filter(({ path }) => isIn(path))) {
      if (file === undefined) this.#durable.delete(path);
      else this.#durable.set(path, file);
    }
    this.#changes = this.#changes.filter(({ path }) => !isIn(path));
  }

  /** Whether a text is in a file that would survive a power cut. */
  keeps(text: string, isIn: (path: string) => boolean): boolean {
    return [...this.#durable].some(([path, { durable }]) => isIn(path) && durable.includes(text));
  }

  /** The power goes: every change that was not synced happened or did not, in any order. */
  cutPower(choose: Choose): void {
    const names: Names = new Map(this.#durable);
    for (const { path, file } of this.#changes) {
      if (choose(2) === 0) continue;
      if (file === undefined) names.delete(path);
      else names.set(path, file);
    }
    for (const file of new Set(names.values())) file.bytes = file.durable = tornOf(file, choose);
    this.#names = names;
    this.#durable = new Map(names);
    this.#changes = [];
  }

  #change(path: string, file: Inode | undefined): void {
    this.#changes.push({ path, file });
    if (file === undefined) this.#names.delete(path);
    else this.#names.set(path, file);
  }
}

/** Of what was appended since, a part may be there, and zeros in its place. */
function tornOf({ bytes, durable }: Inode, choose: Choose): Buffer {
  if (!bytes.subarray(0, durable.length).equals(durable)) return choose(2) === 0 ? durable : bytes;
  const added = bytes.length - durable.length;
  if (added === 0) return durable;
  const part = bytes.subarray(0, durable.length + choose(added + 1));
  return choose(3) === 0 ? Buffer.concat([part, Buffer.alloc(bytes.length - part.length)]) : part;
}

export function failure(code: string, call: string): Error {
  return Object.assign(new Error(`${code}: ${call}`), { code, syscall: call });
}
