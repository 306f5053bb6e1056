import { open, readFile, rm, truncate, type FileHandle } from "node:fs/promises";
import { dirname } from "node:path";

import { keccak256 } from "ethers";

import { MigrationError } from "../../support/errors.js";
import { syncFile, syncFolder } from "../../support/sync.js";

const FORMAT = 1;

/** What a journal belongs to. A migration goes on with a journal only where all of this is the same. */
export interface JournalHeader {
  readonly chainId: number;
  /** Hash of block 0. */
  readonly genesis: string;
  /** The deploying account. */
  readonly account: string;
  /** Hash of everything that decides the steps: parameters, release, artifacts, base. */
  readonly inputs: string;
  /** Founder batches are made by it, and a block's limit drifts. In gas. */
  readonly transactionGasLimit: string;
  /** The price at which test accounts can pay for their votes and stakes, in wei a gas. */
  readonly fundingGasPrice: string;
  /** The block before which nothing of this migration can be. */
  readonly firstBlock: number;
  /** Contracts of the base that were there and were to serve again, by name. */
  readonly reusable: Readonly<Record<string, string>>;
  /** Whether the chain's clock can be moved: decides which proposals a demo test makes. */
  readonly movesClock: boolean;
}

/** A transaction that may have been sent: from the moment it is here, it may only happen as it is. */
export interface SignedStep {
  readonly step: string;
  readonly from: string;
  readonly nonce: number;
  /** Hash of receiver, value and call data: tells whether the step is still the same. */
  readonly call: string;
  /** Hash of the transaction. */
  readonly hash: string;
  /** The signed bytes, hex with 0x. */
  readonly raw: string;
}

type Line =
  | ({ readonly kind: "header"; readonly format: number } & JournalHeader)
  | ({ readonly kind: "signed" } & SignedStep)
  | { readonly kind: "clock"; readonly step: string; readonly target: number }
  | { readonly kind: "dropped"; readonly step: string };

/**
 * The file of signed steps that makes a migration resumable. A line is on the disk before the bytes
 * it holds leave the process. It holds no key.
 */
export class Journal {
  readonly path: string;
  readonly header: JournalHeader;
  /** Transactions of each step, oldest first: more than one where fees were raised. */
  readonly #signed = new Map<string, SignedStep[]>();
  readonly #clocks = new Map<string, number>();
  readonly #notBefore = new Map<string, number>();
  readonly #file: FileHandle;
  #open = true;

  /**
   * The header of a journal; undefined where there is no file, or one whose header was never written
   * whole: nothing was sent from that.
   * @throws MigrationError where the file is no journal, or one of another format
   */
  static async headerOf(path: string): Promise<JournalHeader | undefined> {
    const [header] = await readLines(path);
    if (header !== undefined) requireHeader(path, header);
    return header;
  }

  static async create(path: string, header: JournalHeader): Promise<Journal> {
    const file = await open(path, "wx", 0o600);
    const journal = new Journal(path, header, file);
    await journal.#append([{ kind: "header", format: FORMAT, ...header }]);
    await syncFolder(dirname(path));
    return journal;
  }

  /** Opens a journal to go on with. A line that was being written when the process died is dropped. */
  static async resume(path: string): Promise<Journal> {
    const [header, ...lines] = await readLines(path);
    requireHeader(path, header);
    // Appending after half a line would spoil the next one.
    await truncate(path, (await readFile(path)).lastIndexOf("\n") + 1);
    const journal = new Journal(path, header, await open(path, "a"));
    for (const line of lines) journal.#apply(line);
    return journal;
  }

  private constructor(path: string, header: JournalHeader, file: FileHandle) {
    this.path = path;
    this.header = header;
    this.#file = file;
  }

  /** All transactions that may have been sent for a step; none where it has not been signed. */
  transactions(step: string): readonly SignedStep[] {
    return this.#signed.get(step) ?? [];
  }

  /** The steps that have been signed, in order. */
  get steps(): readonly string[] {
    return [...this.#signed.keys()];
  }

  /** The time that the chain's clock was moved to before a step was signed; UNIX seconds, 0 without. */
  notBefore(step: string): number {
    return this.#notBefore.get(step) ?? 0;
  }

  /** Times that the chain's clock was to be moved to, by step; UNIX seconds. */
  get clocks(): ReadonlyMap<string, number> {
    return this.#clocks;
  }

  /** Writes signed steps, synced to the disk; only then may they be sent. */
  async sign(steps: readonly SignedStep[]): Promise<void> {
    await this.#append(steps.map((step) => ({ kind: "signed", ...step })));
  }

  /**
   * Notes the time that the chain's clock is moved to.
   * @param target UNIX seconds
   */
  async moveClock(step: string, target: number): Promise<void> {
    await this.#append([{ kind: "clock", step, target }]);
  }

  /** Notes that a step's transactions cannot happen any more, so that it may be signed anew. */
  async drop(step: string): Promise<void> {
    await this.#append([{ kind: "dropped", step }]);
  }

  async close(): Promise<void> {
    if (!this.#open) return;
    this.#open = false;
    await this.#file.close();
  }

  /** Removes the file: the migration is finished. */
  async remove(): Promise<void> {
    await this.close();
    await rm(this.path, { force: true });
    await syncFolder(dirname(this.path));
  }

  async #append(lines: readonly Line[]): Promise<void> {
    if (lines.length === 0) return;
    try {
      await this.#file.appendFile(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
      await syncFile(this.#file);
    } catch (error) {
      throw new MigrationError(
        `The journal ${this.path} cannot be written: ${(error as Error).message}. Nothing more is sent. ` +
          "Mend that and run the same command again to go on from here.",
        { cause: error },
      );
    }
    for (const line of lines) this.#apply(line);
  }

  #apply(line: Line): void {
    switch (line.kind) {
      case "header":
        break;
      case "signed": {
        // One that does something else than those before it stands for a step that is made anew.
        const same = this.transactions(line.step).filter(({ call }) => call === line.call);
        this.#signed.set(line.step, [...same, line]);
        this.#notBefore.set(line.step, Math.max(0, ...this.#clocks.values()));
        break;
      }
      case "clock":
        this.#clocks.set(line.step, line.target);
        break;
      case "dropped":
        this.#signed.delete(line.step);
        break;
    }
  }
}

async function readLines(path: string): Promise<Line[]> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
  const whole = text
    .slice(0, text.lastIndexOf("\n") + 1)
    .split("\n")
    .slice(0, -1);
  return whole.map((text, index) => {
    const line = lineOf(text);
    if (line !== undefined) return line;
    throw new MigrationError(
      index === 0
        ? notAJournal(path)
        : `The journal ${path} is damaged in line ${index + 1}. It says what has been sent, so nothing is sent ` +
            "without it. Restore it from a copy, or pass --restart to leave the migration as it is and begin anew.",
    );
  });
}

/** A line, or undefined where it is not as it was written. */
function lineOf(text: string): Line | undefined {
  let line: Line | null;
  try {
    line = JSON.parse(text) as Line | null;
  } catch {
    return undefined;
  }
  switch (line?.kind) {
    case "header":
    case "clock":
    case "dropped":
      return line;
    case "signed":
      return isHex(line.raw) && keccak256(line.raw) === line.hash ? line : undefined;
    default:
      return undefined;
  }
}

function isHex(value: unknown): value is string {
  return typeof value === "string" && /^0x([0-9a-f]{2})+$/.test(value);
}

function requireHeader(
  path: string,
  line: Line | undefined,
): asserts line is Extract<Line, { kind: "header" }> {
  if (line?.kind !== "header") throw new MigrationError(notAJournal(path));
  if (line.format === FORMAT) return;
  throw new MigrationError(
    `${path} is of another version of this tool (format ${line.format}, this one writes ${FORMAT}). ` +
      "Finish that migration with the version it was begun with, or pass --restart.",
  );
}

function notAJournal(path: string): string {
  return (
    `${path} is in the place of the journal and is none. It is left as it is. Move it away, or name another ` +
    "file with --output."
  );
}
