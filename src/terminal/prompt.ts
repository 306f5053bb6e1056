import { createInterface } from "node:readline/promises";

/** Asks on the terminal; anything but y or yes is a no. */
export async function askYesNo(question: string, signal: AbortSignal): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question(`${question} (y/N) `, { signal });
    return /^y(es)?$/i.test(answer.trim());
  } catch {
    // Ctrl-C or Ctrl-D at the question.
    return false;
  } finally {
    terminal.close();
  }
}
