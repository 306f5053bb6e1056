import type { ReadEntry } from "tar";

/**
 * Reads files from a package's tarball as a stream, with at most one file in memory.
 * @param wanted whether to read a path, relative to the package's root
 */
export async function readFiles(
  tarball: Buffer,
  wanted: (path: string) => boolean,
  read: (path: string, text: string) => void,
): Promise<void> {
  // Loading it takes as long as opening a release in the cache, which does not need it.
  const { Parser } = await import("tar");
  await new Promise<void>((resolve, reject) => {
    const parser = new Parser({
      strict: true,
      onReadEntry: (entry: ReadEntry) => {
        const path = entry.path.slice(entry.path.indexOf("/") + 1);
        if (entry.type !== "File" || !wanted(path)) {
          entry.resume();
          return;
        }
        const chunks: Buffer[] = [];
        entry.on("data", (chunk: Buffer) => chunks.push(chunk));
        entry.on("end", () => {
          try {
            read(path, Buffer.concat(chunks).toString("utf8"));
          } catch (error) {
            reject(error instanceof Error ? error : new Error(String(error)));
          }
        });
      },
    });
    parser.on("error", reject);
    parser.on("end", resolve);
    parser.end(tarball);
  });
}
