import { openAsBlob } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { errorCode, VoiceError, VoiceFileError, VoiceInputError } from "../errors.js";
import { collect } from "./service.js";

export type AudioSource = string | Uint8Array | Blob | AsyncIterable<Uint8Array>;

const TYPE = { type: "audio/wav" };

/**
 * The multipart body of a voice conversion. The specification does not name the part; the service's
 * own clients call it `file`. A file is sent from the disk, not read into memory.
 * @param maxBytes how much of a stream may be read into memory
 */
export async function audioUpload(
  source: AudioSource,
  maxBytes: number,
  signal: AbortSignal,
): Promise<FormData> {
  const blob = await toBlob(source, maxBytes, signal);
  if (blob.size === 0) {
    throw new VoiceInputError("The audio to convert is empty. Pass a recording with speech in it.");
  }
  const form = new FormData();
  form.set("file", blob, typeof source === "string" ? basename(source) : "input.wav");
  return form;
}

async function toBlob(source: AudioSource, maxBytes: number, signal: AbortSignal): Promise<Blob> {
  if (source instanceof Blob) return source;
  if (source instanceof Uint8Array) return new Blob([new Uint8Array(source)], TYPE);
  if (typeof source === "string") return await fromFile(source);
  const long = `The audio stream is longer than ${maxBytes} bytes. Save it to a file and give its path, or raise maxAudioBytes.`;
  const refuse = (): Error => new VoiceInputError(long);
  try {
    return new Blob([await collect(source, maxBytes, refuse, signal)], TYPE);
  } catch (cause) {
    if (cause instanceof VoiceError || signal.aborted) throw cause;
    const message =
      "The audio to convert could not be read to its end. Give a path, bytes, a Blob or a stream of bytes.";
    throw new VoiceInputError(message, { cause });
  }
}

async function fromFile(path: string): Promise<Blob> {
  try {
    if ((await stat(path)).isFile()) return await openAsBlob(path, TYPE);
  } catch (cause) {
    const details = { path, code: errorCode(cause), cause };
    throw new VoiceFileError(`${path} could not be read. Check that it exists.`, details);
  }
  throw new VoiceFileError(`${path} is not a file. Give the path of an audio file.`, { path });
}
