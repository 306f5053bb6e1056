import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";

import { MigrationError } from "../../foundation/support/errors.js";
import { makeOutputFolder, reporting, writeWhole } from "../../foundation/support/write-file.js";
import { type Pieces, readAudio, saveAudio } from "../../voice/audio.js";
import type { VoiceClient } from "../../voice/client.js";
import { captionsOf } from "./captions.js";
import { parseScript, spokenForm, type Segment } from "./script.js";
import { readRegular } from "../../foundation/support/read-regular.js";

/** What a narration wrote to its folder. */
export interface Narration {
  readonly folder: string;
  readonly segments: readonly NarratedSegment[];
  /** How many segments this run spoke; the others were there before. */
  readonly made: number;
  /** With the pauses between segments. */
  readonly durationSeconds: number;
}

export interface NarratedSegment extends Segment {
  /** The text as the voice got it. */
  readonly spoken: string;
  /** Name of its file in the folder. */
  readonly file: string;
  readonly durationSeconds: number;
}

const ADVICE = "Pass another folder with --folder.";
const JOINED = "narration.wav";
/** Names of segments' files: only these are ever renamed or deleted. */
const SEGMENT_FILE = /^\d{3,}-[0-9a-f]{8}\.wav$/;
/** Seconds of silence between two segments, in the joined file and the captions. */
const PAUSE = 0.5;

/**
 * Speaks a script into a folder: a file for each segment, named by its number and a hash of voice and words;
 * `narration.json`, which says what is where; captions, `narration.vtt`; and, with `isJoined`, everything in one
 * `narration.wav`. The next run speaks only what is new or changed.
 * @param onSegment called when a segment's file is there; `isNew` is false if it was there before
 * @throws MigrationError if a segment cannot be spoken; the finished ones stay
 */
export async function narrate(
  client: VoiceClient,
  script: string,
  { voiceId, folder, isJoined }: { voiceId: number; folder: string; isJoined: boolean },
  onSegment: (segment: NarratedSegment, isNew: boolean) => void = () => {},
): Promise<Narration> {
  const wanted = parseScript(script);
  await makeOutputFolder(folder, ADVICE);
  const present = (await readdir(folder)).filter((name) => SEGMENT_FILE.test(name));
  const segments: NarratedSegment[] = [];
  let made = 0;
  for (const [index, segment] of wanted.entries()) {
    const spoken = spokenForm(segment.text);
    const hash = createHash("sha256").update(`${voiceId} ${spoken}`).digest("hex").slice(0, 8);
    const same = segments.find(({ file }) => file.includes(hash))?.file;
    const file = same ?? `${String(index + 1).padStart(3, "0")}-${hash}.wav`;
    const path = join(folder, file);
    const moved = present.find((name) => name.includes(hash));
    if (same === undefined && moved !== undefined) await rename(join(folder, moved), path);
    const before = await measure(path).catch(() => undefined);
    if (before === undefined) {
      made++;
      // A stream has no limit on the length of a text.
      const audio = client.tts.stream({ voiceId, text: spoken });
      await audio.save(path).catch((cause: Error) => {
        const which = `Segment ${index + 1} of ${wanted.length} could not be spoken`;
        const rest = `The finished ones are in ${folder}; the next run continues with it.`;
        throw new MigrationError(`${which}: ${cause.message} ${rest}`, { cause });
      });
    }
    const { durationSeconds } = before ?? (await measure(path));
    segments.push({ ...segment, spoken, file, durationSeconds });
    onSegment(segments.at(-1)!, before === undefined);
  }
  const files = segments.map((segment) => segment.file);
  for (const name of present)
    if (!files.includes(name)) await rm(join(folder, name), { force: true });
  const durationSeconds = await writeSummary(folder, segments, isJoined);
  const whole = join(folder, JOINED);
  if (isJoined) await reporting(whole, ADVICE, () => saveAudio(whole, joined(folder, files)));
  return { folder, segments, made, durationSeconds };
}

/** @throws Error if it is missing or damaged, MigrationError if it is not WAV */
async function measure(path: string) {
  const { durationSeconds, sound } = await readAudio(createReadStream(path) as Pieces);
  if (durationSeconds !== undefined && sound !== undefined) return { durationSeconds, sound };
  throw new MigrationError(
    `${path} has what the service sent, and is not WAV, so how long it plays is not known, and captions need that. ` +
      "Use a service that sends WAV, or save the texts with hardhat-dao-migration/voice, which keeps any format. " +
      "Another run speaks this segment again, and is billed for it.",
  );
}

/** Captions, and what is where. A joined file of an earlier run would not fit them any more. */
async function writeSummary(
  folder: string,
  segments: readonly NarratedSegment[],
  isJoined: boolean,
): Promise<number> {
  const path = join(folder, "narration.json");
  const before = await readRegular(path, "utf8").catch(() => "");
  if (before.includes('"joined"')) await rm(join(folder, JOINED), { force: true });
  let end = -PAUSE;
  const cues = segments.map(({ text, durationSeconds }) => {
    const start = end + PAUSE;
    return { start, end: (end = start + durationSeconds), text };
  });
  const summary = { durationSeconds: end, joined: isJoined ? JOINED : undefined, segments };
  await writeWhole(path, `${JSON.stringify(summary, undefined, 2)}\n`, { advice: ADVICE });
  await writeWhole(join(folder, "narration.vtt"), captionsOf(cues), { advice: ADVICE });
  return end;
}

async function* joined(folder: string, files: readonly string[]): AsyncGenerator<Buffer> {
  let format: Buffer | undefined;
  for (const path of files.map((file) => join(folder, file))) {
    const { sound } = await measure(path);
    if (format?.equals(sound.format) === false) {
      throw new MigrationError(`${path} has another format than the first: they cannot be joined.`);
    }
    const frames = Math.round(PAUSE * sound.format.readUInt32LE(4));
    const start = sound.bytes.length;
    // A header without the size of its samples, in whose place saving puts the right one.
    if (format === undefined) yield sound.bytes.fill(0, start - 4);
    else yield Buffer.alloc(frames * sound.format.readUInt16LE(12));
    format = sound.format;
    const samples = { start, end: start + sound.length - 1 };
    yield* createReadStream(path, samples) as AsyncIterable<Buffer>;
  }
}
