import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { setTimeout } from "node:timers/promises";

import { InterruptionError } from "../../foundation/support/errors.js";
import { printable } from "../../foundation/support/printable.js";

/** Whether anybody can be asked. */
export function canAsk(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}

/**
 * Asks on the terminal. Anything but y or yes means no, even the end of the input (Ctrl-D).
 * @throws InterruptionError at Ctrl-C
 */
export async function askYesNo(question: string, signal?: AbortSignal): Promise<boolean> {
  const answer = await ask(`${printable(question)} (y/N) `, process.stderr, signal);
  return /^y(es)?$/i.test(answer.trim());
}

/**
 * Asks for a password without showing it.
 * @throws InterruptionError at Ctrl-C
 */
export async function askPassword(question: string, signal?: AbortSignal): Promise<string> {
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() });
  const show = () => process.stderr.write(`${printable(question)}: `);
  try {
    return await ask("", silence, signal, show);
  } finally {
    process.stderr.write("\n");
  }
}

/** How long to wait for what was typed before the question, in milliseconds. */
const TYPED_AHEAD = 50;

/**
 * Drops what was typed before the question, which cannot be an answer to it.
 * @throws InterruptionError at Ctrl-C
 */
async function dropTypedAhead(): Promise<void> {
  const { stdin } = process;
  let interrupted = false;
  const drop = (typed: Buffer | string) => (interrupted ||= typed.toString().includes("\u0003"));
  // Without this, a terminal keeps an unfinished line back, and gives it to the question.
  if (stdin.isTTY) stdin.setRawMode(true);
  stdin.on("data", drop);
  await setTimeout(TYPED_AHEAD);
  stdin.off("data", drop);
  if (stdin.isTTY) stdin.setRawMode(false);
  if (interrupted) throw new InterruptionError("Interrupted at the question.");
}

async function ask(
  question: string,
  output: NodeJS.WritableStream,
  signal: AbortSignal | undefined,
  show?: () => void,
): Promise<string> {
  await dropTypedAhead();
  const terminal = createInterface({ input: process.stdin, output, terminal: true });
  // Show the question only now that the terminal no longer echoes: anything typed earlier would be visible.
  show?.();
  try {
    return await new Promise((resolve, reject) => {
      const interrupted = () => reject(new InterruptionError("Interrupted at the question."));
      terminal.on("SIGINT", interrupted);
      terminal.on("close", () => resolve(""));
      terminal.question(question, { signal }).then(resolve, interrupted);
    });
  } finally {
    terminal.close();
  }
}
