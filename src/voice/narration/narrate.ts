import { copyFile, mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { VoiceClient } from "../client.js";
import { VoiceError, VoiceInputError } from "../errors.js";
import { checkFields, type CallOptions } from "../http/settings.js";
import { asFileError } from "../audio/save.js";
import { checkVoiceId } from "../voices.js";
import { webVtt } from "./captions.js";
import { joinWav } from "./join.js";
import {
  inspectWav,
  manifestText,
  readManifest,
  writeIfChanged,
  type NarratedSegment,
  type NarrationManifest,
} from "./manifest.js";
import { parseScript, type Segment } from "./script.js";
import { spokenForm } from "./spoken.js";

export interface NarrationOptions extends CallOptions {
  readonly voiceId: number;
  /** Where the files go; created if it is missing. */
  readonly folder: string;
  /** Whether to write all segments into one file, `narration.wav`, too. */
  readonly join?: boolean;
  /** Silence between segments in the joined file and the captions. Default: 0.5. */
  readonly pauseSeconds?: number;
  /** Turns a text into what the voice gets. Default: `spokenForm`. */
  readonly speak?: (text: string) => string;
  /** Called for every segment when its file is there; `made` is false if it was there before. */
  readonly onSegment?: (segment: NarratedSegment, made: boolean) => void;
}

/** What a narration wrote to its folder; the paths include the folder. */
export interface Narration {
  readonly segments: readonly NarratedSegment[];
  /** How many segments this run spoke; the others were there before. */
  readonly made: number;
  readonly durationSeconds: number;
  readonly manifest: string;
  readonly captions: string;
  readonly joined: string | undefined;
}

/** A narration stopped midway. The finished segments stay; the next run continues. */
export class NarrationError extends VoiceError {
  override readonly name = "NarrationError";
  /** The segment that failed, at which the next run continues. */
  readonly segment: number;

  constructor(message: string, segment: number, cause: unknown) {
    super(message, { cause });
    this.segment = segment;
  }
}

const OPTIONS = [
  ...["voiceId", "folder", "join", "pauseSeconds", "speak", "onSegment"],
  ...["signal", "timeoutMs", "maxRetries"],
];
const MANIFEST = "narration.json";
const CAPTIONS = "narration.vtt";
const JOINED = "narration.wav";

/**
 * Speaks a script into a folder: 001.wav and so on, `narration.json` (what is where), `narration.vtt`
 * (captions) and, with `join`, everything in one `narration.wav`. The next run speaks only what is new
 * or changed; segments that only moved are renamed.
 * @param script see `parseScript`
 * @throws NarrationError if a segment cannot be spoken, with the reason as its cause;
 * VoiceInputError, VoiceFileError
 *
 * @example
 * const script = await readFile("demo.txt", "utf8");
 * await narrate(new VoiceClient(), script, { voiceId: 1, folder: "narration", join: true });
 */
export async function narrate(
  client: VoiceClient,
  script: string,
  options: NarrationOptions,
): Promise<Narration> {
  checkFields("The options of narrate", options, OPTIONS);
  if (typeof client?.tts?.convert !== "function" || typeof script !== "string") {
    throw new VoiceInputError("narrate takes a VoiceClient, the text of a script, and options.");
  }
  const { folder, voiceId, pauseSeconds = 0.5, speak = spokenForm } = options;
  checkVoiceId(voiceId);
  if (typeof folder !== "string" || folder === "") {
    throw new VoiceInputError("folder is missing. Name the folder that the files go to.");
  }
  if (!(pauseSeconds >= 0 && pauseSeconds <= 60)) {
    throw new VoiceInputError(`pauseSeconds is ${pauseSeconds}. Use 0 to 60 seconds.`);
  }
  const wanted = parseScript(script).map((segment) => ({
    ...segment,
    spoken: speak(segment.text),
  }));
  await makeFolder(folder);
  const before = await readManifest(join(folder, MANIFEST));
  const done = await keep(folder, wanted, voiceId, before?.segments ?? []);
  const note = (complete: boolean, joined?: NarrationManifest["joined"]): Promise<void> =>
    writeIfChanged(
      join(folder, MANIFEST),
      manifestText(describe([...done.values()], pauseSeconds, complete, joined)),
    );
  const kept = done.size;
  if (kept < wanted.length) await note(false);
  for (const segment of wanted) {
    const present = done.get(segment.number);
    if (present === undefined) {
      const made = await speakSegment(client, segment, wanted.length, done.size, options);
      done.set(segment.number, made);
      await note(false);
      options.onSegment?.(made, true);
    } else {
      options.onSegment?.(present, false);
    }
  }
  const segments = inOrder([...done.values()]);
  await removeStale(folder, segments, before?.segments ?? []);
  const captions = join(folder, CAPTIONS);
  await writeIfChanged(captions, webVtt(cues(segments, pauseSeconds)));
  const joined =
    options.join === true ? await joinSegments(folder, segments, pauseSeconds, before) : undefined;
  await note(true, joined);
  return {
    segments,
    made: segments.length - kept,
    durationSeconds: totalSeconds(segments, pauseSeconds),
    manifest: join(folder, MANIFEST),
    captions,
    joined: joined === undefined ? undefined : join(folder, joined.file),
  };
}

type WantedSegment = Segment & { readonly spoken: string };

async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    throw asFileError(folder, error);
  });
}

function fileName(number: number): string {
  return `${String(number).padStart(3, "0")}.wav`;
}

/**
 * Finds, for each segment, a file of an earlier run with the same words and voice, and renames it to
 * the right number. All are copied before any is renamed, because one may have another's name.
 */
async function keep(
  folder: string,
  wanted: readonly WantedSegment[],
  voiceId: number,
  before: readonly NarratedSegment[],
): Promise<Map<number, NarratedSegment>> {
  const usable = new Map<string, NarratedSegment>();
  for (const segment of before) {
    const found = await inspectWav(join(folder, segment.file)).catch(() => undefined);
    // Somebody changed the file, so the manifest is wrong about it.
    if (found?.sha256 === segment.sha256 && segment.voiceId === voiceId) {
      usable.set(segment.spoken, segment);
    }
  }
  const kept = new Map<number, NarratedSegment>();
  const moves: { readonly from: string; readonly to: string }[] = [];
  for (const { number, heading, text, spoken } of wanted) {
    const match =
      before.find((old) => old.number === number && usable.get(spoken) === old) ??
      usable.get(spoken);
    if (match === undefined) continue;
    const file = fileName(number);
    if (match.file !== file) moves.push({ from: match.file, to: file });
    kept.set(number, { ...match, number, file, heading, text });
  }
  await renumber(folder, moves);
  return kept;
}

async function renumber(
  folder: string,
  moves: readonly { readonly from: string; readonly to: string }[],
): Promise<void> {
  const next = (file: string): string => join(folder, `.next-${file}`);
  try {
    for (const { from, to } of moves) await copyFile(join(folder, from), next(to));
    for (const { to } of moves) await rename(next(to), join(folder, to));
  } catch (error) {
    for (const { to } of moves) await rm(next(to), { force: true });
    throw asFileError(folder, error);
  }
}

async function speakSegment(
  client: VoiceClient,
  { number, heading, text, spoken }: WantedSegment,
  total: number,
  done: number,
  options: NarrationOptions,
): Promise<NarratedSegment> {
  const { voiceId, folder, signal, timeoutMs, maxRetries } = options;
  try {
    const call = { signal, timeoutMs, maxRetries };
    const audio = await client.tts.convert({ voiceId, text: spoken }, call);
    const file = fileName(number);
    await audio.save(join(folder, file));
    const { sha256, durationSeconds } = await inspectWav(join(folder, file));
    return { number, file, heading, text, spoken, voiceId, durationSeconds, sha256 };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new NarrationError(
      `Segment ${number} of ${total} could not be spoken. ${why} The finished ones (${done}) are in ${folder}; the next run continues at segment ${number}.`,
      number,
      error,
    );
  }
}

/** Deletes files of segments that the script no longer has, unless somebody changed them. */
async function removeStale(
  folder: string,
  segments: readonly NarratedSegment[],
  before: readonly NarratedSegment[],
): Promise<void> {
  const files = new Set(segments.map(({ file }) => file));
  for (const { file, sha256 } of before) {
    if (files.has(file)) continue;
    const found = await inspectWav(join(folder, file)).catch(() => undefined);
    if (found?.sha256 === sha256) await rm(join(folder, file), { force: true });
  }
}

async function joinSegments(
  folder: string,
  segments: readonly NarratedSegment[],
  pauseSeconds: number,
  before: NarrationManifest | undefined,
): Promise<NonNullable<NarrationManifest["joined"]>> {
  const target = join(folder, JOINED);
  const hashes = (list: readonly NarratedSegment[]): string =>
    list.map(({ sha256 }) => sha256).join();
  if (
    before?.joined !== undefined &&
    before.pauseSeconds === pauseSeconds &&
    hashes(before.segments) === hashes(segments) &&
    (await inspectWav(target).catch(() => undefined))?.sha256 === before.joined.sha256
  ) {
    return before.joined;
  }
  const files = segments.map(({ file }) => join(folder, file));
  await joinWav(target, files, pauseSeconds);
  return { file: JOINED, sha256: (await inspectWav(target)).sha256 };
}

function describe(
  segments: readonly NarratedSegment[],
  pauseSeconds: number,
  complete: boolean,
  joined: NarrationManifest["joined"],
): NarrationManifest {
  return {
    version: 1,
    complete,
    pauseSeconds,
    durationSeconds: totalSeconds(segments, pauseSeconds),
    segments: inOrder(segments),
    joined,
  };
}

function inOrder(segments: readonly NarratedSegment[]): readonly NarratedSegment[] {
  return [...segments].sort((a, b) => a.number - b.number);
}

function totalSeconds(segments: readonly NarratedSegment[], pauseSeconds: number): number {
  const spoken = segments.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0);
  return spoken + Math.max(0, segments.length - 1) * pauseSeconds;
}

function cues(
  segments: readonly NarratedSegment[],
  pauseSeconds: number,
): { start: number; end: number; text: string }[] {
  let at = 0;
  return segments.map(({ durationSeconds, text }) => {
    const start = at;
    at += durationSeconds + pauseSeconds;
    return { start, end: start + durationSeconds, text };
  });
}
