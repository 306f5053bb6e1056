import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { errorCode, VoiceFileError } from "../errors.js";
import { replaceFile } from "../audio/save.js";
import { WavAssembler, type WavEnding } from "../audio/wav.js";

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

/** Only files with these names are ever read, moved or deleted. */
const SEGMENT_FILE = /^\d{3,}\.wav$/;

/** The manifest of an earlier run, if there is one. @throws VoiceFileError if it is damaged */
export async function readManifest(path: string): Promise<NarrationManifest | undefined> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw new VoiceFileError(`${path} could not be read.`, { path, cause: error });
  }
  let manifest: unknown;
  try {
    manifest = JSON.parse(text);
  } catch {
    manifest = undefined;
  }
  if (isManifest(manifest)) return manifest;
  throw new VoiceFileError(
    `${path} is not the manifest of a narration. Choose another folder, or delete the file to speak everything again.`,
    { path },
  );
}

export function manifestText(manifest: NarrationManifest): string {
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}

function isManifest(value: unknown): value is NarrationManifest {
  const { version, segments } = (value ?? {}) as Partial<NarrationManifest>;
  return (
    version === 1 &&
    Array.isArray(segments) &&
    segments.every(
      ({ file, spoken, voiceId, sha256, durationSeconds }: Partial<NarratedSegment>) =>
        SEGMENT_FILE.test(String(file)) &&
        typeof durationSeconds === "number" &&
        typeof spoken === "string" &&
        typeof voiceId === "number" &&
        typeof sha256 === "string",
    )
  );
}

/** Writes a text file whole, unless it has the same text already. */
export async function writeIfChanged(path: string, text: string): Promise<void> {
  const present = await readFile(path, "utf8").catch(() => undefined);
  if (present !== text) await replaceFile(path, (file) => file.writeFile(text));
}

/** Reads the hash, format and length of a WAV file. */
export async function inspectWav(path: string): Promise<WavEnding & { readonly sha256: string }> {
  const hash = createHash("sha256");
  const assembler = new WavAssembler();
  for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(piece);
    assembler.push(piece);
  }
  return { ...assembler.finish(), sha256: hash.digest("hex") };
}
