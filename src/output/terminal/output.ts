import { EXIT } from "./exit-codes.js";
import { printable } from "../../foundation/support/printable.js";

/** Prints one or more lines on standard output. Control characters never reach a terminal. */
export function print(text: string): void {
  write(process.stdout, `${printable(text)}\n`);
}

/** Like `print`, but on standard error. */
export function printError(text: string): void {
  write(process.stderr, `${printable(text)}\n`);
}

/** Errors of a pipe that nobody reads any more, and of a closed terminal. */
const CLOSED = ["EPIPE", "EIO", "ERR_STREAM_DESTROYED", "ECONNRESET"];

/**
 * Lets the process outlive its output, as with `| head`: a migration continues without printing.
 * Otherwise, the next line printed would end it between two steps.
 */
export function surviveClosedOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    if (!stream.listeners("error").includes(onLost)) stream.on("error", onLost);
  }
}

const incomplete = new Set<NodeJS.WriteStream>();

/**
 * If the output is incomplete for another reason, such as a full disk, lets the process fail at its end, and says so
 * once: not about standard error, as saying it there would fail again, for ever.
 */
function onLost(this: NodeJS.WriteStream, error: NodeJS.ErrnoException): void {
  if (CLOSED.includes(error.code ?? "") || incomplete.has(this)) return;
  incomplete.add(this);
  process.once("exit", () => (process.exitCode ||= EXIT.failed));
  if (this !== process.stderr) printError(`The output is incomplete: ${error.message}.`);
}

function write(stream: NodeJS.WriteStream, text: string): void {
  if (stream.writable) stream.write(text);
}
