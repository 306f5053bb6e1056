import { relative } from "node:path";

import type { WrittenResult } from "../result/file.js";
import { releaseOfEntry } from "../result/ledger.js";

/** Says in a line each what left the top of a result file, and where a predecessor's file is kept. */
export function tellWhatMoved(
  { replaced, predecessor }: WrittenResult,
  {
    output,
    onNote,
  }: {
    readonly output: string;
    readonly onNote?: ((message: string) => void) | undefined;
  },
): void {
  const file = relative(process.cwd(), output);
  for (const entry of replaced) {
    const { network, chainId, dao, test } = entry;
    const names = [dao, test].flatMap((section) => (section ? [`"${section.name}"`] : []));
    const what = names.length > 0 ? ` with ${names.join(" and ")}` : "";
    onNote?.(
      `Moved to "others" in ${file}: ${network} (chain ID ${chainId}), Arc ${releaseOfEntry(entry) ?? "unknown"}${what}.`,
    );
  }
  if (predecessor !== undefined) {
    onNote?.(
      `${file} was the predecessor's: its networks are in "others" now, and the old file is ${relative(process.cwd(), predecessor)}.`,
    );
  }
}
