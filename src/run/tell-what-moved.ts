import type { OnEvent } from "../execution/steps/event.js";
import type { WrittenResult } from "../result/file.js";
import { releaseOfEntry } from "../result/ledger.js";

/** Reports what is no longer at the top of a result file, and where a predecessor's file is kept. */
export function tellWhatMoved(
  file: string,
  { replaced, predecessor }: WrittenResult,
  onEvent: OnEvent | undefined,
): void {
  for (const entry of replaced) {
    const { network, chainId, dao, test } = entry;
    const daos = [dao, test].flatMap((section) => (section ? [section.name] : []));
    const arcVersion = releaseOfEntry(entry);
    onEvent?.({ type: "movedToOthers", file, network, chainId, arcVersion, daos });
  }
  if (predecessor !== undefined) onEvent?.({ type: "predecessorKept", file, kept: predecessor });
}
