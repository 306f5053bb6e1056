import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { replaceFile } from "../audio/save.js";
import { readWav, type WavEnding } from "../audio/wav.js";
import { errorCode, VoiceFileError } from "../errors.js";

/** A segment that has been spoken. */
export interface NarratedSegment {
  readonly number: number;
  /** Name of its file in the folder. */
  readonly file: string;
  readonly heading?: string | undefined;
  readonly text: string;
  /** The text as the voice got it. */
  readonly spoken: string;
  readonly voiceId: number;
  readonly durationSeconds: number;
  /** Of the file: shows whether somebody changed it. */
  readonly sha256: string;
}

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
  readonly joined?: { readonly file: string; readonly sha256: string } | undefined;
}

/** The types of a segment's fields that a later run relies on. */
const FIELDS = { spoken: "string", voiceId: "number", sha256: "string", durationSeconds: "number" };
/** Only files with these names are ever read, moved or deleted. */
const SEGMENT_FILE = /^\d{3,}\.wav$/;

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
