/** What a run in this process printed, and what it returned. */
export interface Captured<Result> {
  readonly result: Result;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs with standard output and error caught instead of shown. */
export async function captured<Result>(
  run: () => Promise<Result> | Result,
): Promise<Captured<Result>> {
  const streams = [process.stdout, process.stderr] as const;
  const texts = ["", ""];
  streams.forEach((stream, index) => {
    stream.write = (chunk: Uint8Array | string) => {
      texts[index] += chunk.toString();
      return true;
    };
  });
  try {
    const result = await run();
    return { result, stdout: texts[0]!, stderr: texts[1]! };
  } finally {
    // The stream's own method is the prototype's.
    for (const stream of streams) delete (stream as { write?: unknown }).write;
  }
}
