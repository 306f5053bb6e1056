import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { EventFragment, FunctionFragment } from "ethers";

import type { AbiEntry } from "../src/arc/artifact.js";
import { openArcRelease } from "../src/arc/open-release.js";
import { ARC_VERSIONS, shortName } from "../src/arc/versions.js";

// Run after a new release in src/arc/versions.ts: node --import tsx scripts/write-known-abis.ts

function fragmentOf(entry: AbiEntry): string | undefined {
  if (entry.type === "function") return FunctionFragment.from(entry).format("full");
  return entry.type === "event" ? EventFragment.from(entry).format("full") : undefined;
}

/** The functions and events of every contract of every release, as the text of src/arc/known-abis.json. */
export async function knownAbisText(): Promise<string> {
  const places = new Map<string, number>();
  const contracts = new Map<string, Map<string, number[]>>();
  for (const [release, version] of ARC_VERSIONS.entries()) {
    const opened = await openArcRelease(version);
    for (const name of opened.contractNames) {
      const { abi, deployedBytecode } = opened.artifact(name);
      if (deployedBytecode === "0x") continue;
      const fragments = new Set(abi.map(fragmentOf).filter((each) => each !== undefined));
      const indexes = [...fragments].map((fragment) => {
        const place = places.get(fragment) ?? places.size;
        places.set(fragment, place);
        return place;
      });
      const key = indexes.sort((a, b) => a - b).join(" ");
      const variants = contracts.get(name) ?? new Map<string, number[]>();
      variants.set(key, [...(variants.get(key) ?? []), release]);
      contracts.set(name, variants);
    }
  }
  const sorted = [...contracts].sort(([a], [b]) => (a < b ? -1 : 1));
  const table = {
    fragments: [...places.keys()],
    contracts: Object.fromEntries(
      sorted.map(([name, variants]) => [
        name,
        [...variants].map(([key, releases]) => ({
          releases: releases.map((release) => shortName(ARC_VERSIONS[release]!)).join(" "),
          fragments: key,
        })),
      ]),
    ),
  };
  return `${JSON.stringify(table)}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(new URL("../src/arc/known-abis.json", import.meta.url), await knownAbisText());
}
