import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { asFileError } from "../audio/save.js";
import type { VoiceClient } from "../client.js";
import { VoiceApiError, VoiceError } from "../errors.js";
import { check, type CallOptions } from "../options.js";
import { subRip, webVtt, type Cue } from "./captions.js";
import {
  findUnchanged,
  inspectWav,
  JOINED,
  joinWav,
  keepSame,
  readManifest,
  writeIfChanged,
} from "./folder.js";
import type { NarratedSegment, NarrationManifest, WantedSegment } from "./folder.js";
import { parseScript } from "./script.js";
import { spokenForm } from "./spoken.js";

export interface NarrationOptions extends CallOptions {
  readonly voiceId: number;
  /** Where the files go; created if it is missing. */
  readonly folder: string;
  /** Whether to write all segments into one file, `narration.wav`, too. */
  readonly join?: boolean;
  /** Silence between segments in the joined file and the captions. Default: 0.5. */
  readonly pauseSeconds?: number;
  /** The longest text for one call of `tts.convert`; a longer one is streamed. Default: 500. */
  readonly maxCharacters?: number;
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
  /** WebVTT; the same captions are beside it as SubRip, `narration.srt`. */
  readonly captions: string;
  readonly joined: string | undefined;
}

/** A narration stopped midway. The finished segments stay; the next run continues. */
export class NarrationError extends VoiceError<"NarrationError"> {
  /** The segment that failed, at which the next run continues. */
  declare readonly segment: number;
}

const OPTIONS = [
  ...["join", "pauseSeconds", "maxCharacters", "speak", "onSegment"],
  ...["signal", "timeoutMs", "maxRetries"],
];

/**
 * Speaks a script into a folder: 001.wav and so on, `narration.json` (what is where), `narration.vtt`
 * and `narration.srt` (captions) and, with `join`, everything in one `narration.wav`. The next run
 * speaks only what is new or changed; segments that only moved are renamed.
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
  check("The options of narrate", options, ["voiceId", "folder"], OPTIONS);
  check("What narrate gets", { client, script }, ["client", "script"]);
  const { folder, voiceId, pauseSeconds = 0.5, speak = spokenForm, onSegment } = options;
  const at = (name: string): string => join(folder, name);
  const wanted = parseScript(script).map((segment): WantedSegment => {
    const file = `${String(segment.number).padStart(3, "0")}.wav`;
    return { ...segment, spoken: speak(segment.text), voiceId, file };
  });
  await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    throw asFileError(folder, error);
  });
  const before = await readManifest(at("narration.json"));
  const unchanged = await findUnchanged(folder, before);
  const usable = (before?.segments ?? []).filter(({ file }) => unchanged.has(file));
  const done = await keepSame(folder, wanted, usable);
  const kept = done.size;
  const inOrder = () => wanted.flatMap(({ number }) => done.get(number) ?? []);
  const note = async (complete: boolean, joined: NarrationManifest["joined"]) => {
    const segments = inOrder();
    const durationSeconds = timed(segments, pauseSeconds).at(-1)?.end ?? 0;
    const facts = { version: 1, complete, pauseSeconds, durationSeconds, segments, joined };
    await writeIfChanged(at("narration.json"), `${JSON.stringify(facts, undefined, 2)}\n`);
    return durationSeconds;
  };
  if (kept < wanted.length) await note(false, before?.joined);
  for (const segment of wanted) {
    const present = done.get(segment.number);
    const place = { total: wanted.length, done: done.size };
    const made = present ?? (await speakSegment(client, segment, place, options));
    done.set(segment.number, made);
    if (present === undefined) await note(false, before?.joined);
    onSegment?.(made, present === undefined);
  }
  const segments = inOrder();
  const files = new Set(segments.map(({ file }) => file));
  if (options.join === true) files.add(JOINED);
  for (const file of unchanged) if (!files.has(file)) await rm(at(file), { force: true });
  const cues = timed(segments, pauseSeconds);
  await writeIfChanged(at("narration.vtt"), webVtt(cues));
  await writeIfChanged(at("narration.srt"), subRip(cues));
  const old = unchanged.has(JOINED) && before?.complete === true ? before : undefined;
  const joined = files.has(JOINED) ? await joinAll(folder, segments, pauseSeconds, old) : undefined;
  return {
    segments,
    made: segments.length - kept,
    durationSeconds: await note(true, joined),
    manifest: at("narration.json"),
    captions: at("narration.vtt"),
    joined: joined && at(joined.file),
  };
}

async function speakSegment(
  client: VoiceClient,
  segment: WantedSegment,
  progress: { readonly total: number; readonly done: number },
  { folder, signal, timeoutMs, maxRetries, maxCharacters = 500 }: NarrationOptions,
): Promise<NarratedSegment> {
  const { voiceId, spoken: text, number } = segment;
  const path = join(folder, segment.file);
  const convert = () =>
    client.tts.convert({ voiceId, text }, { signal, timeoutMs, maxRetries }).catch((error) => {
      if (!(error instanceof VoiceApiError && error.status === 413)) throw error;
    });
  try {
    // Too long for one call: a stream takes a text of any length.
    const audio = text.length > maxCharacters ? undefined : await convert();
    await (audio ?? client.tts.stream({ voiceId, text }, { signal, timeoutMs })).save(path);
    const { sha256, durationSeconds } = (await inspectWav(path))!;
    return { ...segment, durationSeconds, sha256 };
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new NarrationError(
      `Segment ${number} of ${progress.total} could not be spoken. ${why} The finished ones (${progress.done}) are in ${folder}; the next run continues at segment ${number}.`,
      { segment: number, cause },
    );
  }
}

/** @param old the run before, if its joined file can be kept */
async function joinAll(
  folder: string,
  segments: readonly NarratedSegment[],
  pauseSeconds: number,
  old: NarrationManifest | undefined,
): Promise<NarrationManifest["joined"]> {
  const hashes = (all: readonly NarratedSegment[]): string => all.map((one) => one.sha256).join();
  const isSame = old?.pauseSeconds === pauseSeconds && hashes(old.segments) === hashes(segments);
  if (isSame) return old.joined;
  const target = join(folder, JOINED);
  const sources = segments.map(({ file }) => join(folder, file));
  await joinWav(target, sources, pauseSeconds);
  return { file: JOINED, sha256: (await inspectWav(target))!.sha256 };
}

/** When each segment is heard in the joined narration, in seconds. */
function timed(segments: readonly NarratedSegment[], pauseSeconds: number): Cue[] {
  let start = -pauseSeconds;
  return segments.map(({ durationSeconds, text }) => {
    start += pauseSeconds;
    const cue = { start, end: start + durationSeconds, text };
    start = cue.end;
    return cue;
  });
}
