import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { copyFile, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { asFileError, replaceFile, saveWav, type SavedAudio } from "../audio/save.js";
import { readWav, type WavEnding, type WavFormat } from "../audio/wav.js";
import { errorCode, VoiceFileError, VoiceResponseError } from "../errors.js";

/** A segment that has been spoken. */
export interface NarratedSegment {
  readonly number: number;
  /** Name of its file in the folder. */
  readonly file: string;
  readonly heading?: string;
  readonly text: string;
  /** The text as the voice got it. */
  readonly spoken: string;
  readonly voiceId: number;
  readonly durationSeconds: number;
  /** Hash of the file, which shows whether somebody changed it. */
  readonly sha256: string;
}

/** A segment before its audio is there. */
export type WantedSegment = Omit<NarratedSegment, "durationSeconds" | "sha256">;

/** `narration.json`: what the folder of a narration contains. */
export interface NarrationManifest {
  readonly version: 1;
  /** False while segments are missing. */
  readonly complete: boolean;
  /** Silence between two segments of the joined file and the captions. */
  readonly pauseSeconds: number;
  /** Of the joined narration, pauses included. */
  readonly durationSeconds: number;
  readonly segments: readonly NarratedSegment[];
  readonly joined?: { readonly file: string; readonly sha256: string };
}

/** The types of a segment's fields that a later run relies on. */
const FIELDS = { spoken: "string", voiceId: "number", sha256: "string", durationSeconds: "number" };
/** Only files with these names are ever read, moved or deleted. */
const SEGMENT_FILE = /^\d{3,}\.wav$/;
export const JOINED = "narration.wav";

/** The manifest of an earlier run, if there is one. @throws VoiceFileError if it is damaged */
export async function readManifest(path: string): Promise<NarrationManifest | undefined> {
  let manifest: unknown;
  try {
    manifest = JSON.parse(await readFile(path, "utf8"));
  } catch (cause) {
    const code = errorCode(cause);
    if (code === "ENOENT") return undefined;
    if (code !== undefined) throw new VoiceFileError(`${path} could not be read.`, { path, code });
  }
  const { version, segments } = (manifest ?? {}) as Partial<NarrationManifest>;
  const isOne = (segment: Readonly<Record<string, unknown>>): boolean =>
    SEGMENT_FILE.test(String(segment["file"])) &&
    Object.entries(FIELDS).every(([name, type]) => typeof segment[name] === type);
  if (version === 1 && Array.isArray(segments) && segments.every(isOne)) {
    return manifest as NarrationManifest;
  }
  throw new VoiceFileError(
    `${path} is not the manifest of a narration. Choose another folder, or delete the file to speak everything again.`,
    { path },
  );
}

/** Writes a text file whole, unless it has the same text already. */
export async function writeIfChanged(path: string, text: string): Promise<void> {
  const present = await readFile(path, "utf8").catch(() => undefined);
  if (present !== text) await replaceFile(path, (file) => file.writeFile(text));
}

/** Reads the hash, format and length of a WAV file; nothing if there is none. */
export async function inspectWav(
  path: string,
): Promise<(WavEnding & { readonly sha256: string }) | undefined> {
  const hash = createHash("sha256");
  async function* hashed(): AsyncGenerator<Buffer, void> {
    for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) {
      hash.update(piece);
      yield piece;
    }
  }
  const ending = await readWav(hashed(), () => {}).catch(() => undefined);
  return ending && { ...ending, sha256: hash.digest("hex") };
}

/** The files that are as an earlier run left them: only these are reused or deleted. */
export async function findUnchanged(
  folder: string,
  { segments = [], joined }: Partial<NarrationManifest> = {},
): Promise<Set<string>> {
  const unchanged = new Set<string>();
  for (const { file, sha256 } of [...segments, ...(joined ? [{ ...joined, file: JOINED }] : [])]) {
    const found = await inspectWav(join(folder, file));
    if (found?.sha256 === sha256) unchanged.add(file);
  }
  return unchanged;
}

/**
 * Finds, for each segment, a file with the same words and voice, and renames it to the right number.
 * All are copied before any is renamed, because one may have another's name.
 */
export async function keepSame(
  folder: string,
  wanted: readonly WantedSegment[],
  usable: readonly NarratedSegment[],
): Promise<Map<number, NarratedSegment>> {
  const kept = new Map<number, NarratedSegment>();
  const moves: { readonly from: string; readonly to: string; readonly next: string }[] = [];
  for (const segment of wanted) {
    const { number, file, spoken, voiceId } = segment;
    const same = usable.filter((old) => old.spoken === spoken && old.voiceId === voiceId);
    const match = same.find((old) => old.file === file) ?? same[0];
    if (match === undefined) continue;
    kept.set(number, { ...match, ...segment });
    const [from, to] = [join(folder, match.file), join(folder, file)];
    if (from !== to) moves.push({ from, to, next: join(folder, `.next-${file}`) });
  }
  try {
    for (const { from, next } of moves) await copyFile(from, next);
    for (const { next, to } of moves) await rename(next, to);
  } catch (error) {
    for (const { next } of moves) await rm(next, { force: true });
    throw asFileError(folder, error);
  }
  return kept;
}

/** Joins WAV files of one format into one, with silence between them. */
export function joinWav(
  target: string,
  sources: readonly string[],
  pauseSeconds: number,
): Promise<SavedAudio> {
  let first: WavFormat | undefined;
  // One file after the other: saving removes their headers.
  async function* joined(): AsyncGenerator<Uint8Array, void> {
    for (const path of sources) {
      const format = (await inspectWav(path))?.format;
      if (format === undefined || !isDeepStrictEqual(first ?? format, format)) {
        throw new VoiceResponseError(
          `${path} has another format than the first segment, so they cannot be joined. Delete it to have it spoken again.`,
        );
      }
      const pause = first === undefined ? 0 : Math.round(pauseSeconds * format.sampleRate);
      yield Buffer.alloc(pause * format.blockAlign);
      yield* createReadStream(path) as AsyncIterable<Buffer>;
      first = format;
    }
  }
  return saveWav(target, joined());
}
