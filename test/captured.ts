/** Output and result of a run in this process. */
export interface Captured<Result> {
  readonly result: Result;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs with standard output and error captured instead of shown.
 * @param run gets a function that returns what was printed so far
 */
export async function captured<Result>(
  run: (printed: () => string) => Promise<Result> | Result,
): Promise<Captured<Result>> {
  const streams = [process.stdout, process.stderr] as const;
  const texts = ["", ""];
  const writes = streams.map((stream, index) => {
    return (stream.write = (chunk: Uint8Array | string) => {
      texts[index] += chunk.toString();
      return true;
    });
  });
  try {
    const result = await run(() => texts.join(""));
    return { result, stdout: texts[0]!, stderr: texts[1]! };
  } finally {
    // The original method is on the prototype. A command that a test no longer waits for may end while another is captured.
    streams.forEach((stream, index) => {
      if (stream.write === writes[index]) delete (stream as { write?: unknown }).write;
    });
  }
}
