import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import type { AbiEntry } from "../src/arc/artifact.js";
import { openArcRelease } from "../src/arc/open-release.js";
import { ARC_VERSIONS, shortName } from "../src/arc/versions.js";

// Run after a new release in src/arc/versions.ts: node --import tsx scripts/write-history.ts

/** First and last release of a range, in short. */
type Runs = [first: string, last: string][];

/** The position of each name in the list of releases. */
class Places {
  readonly #places: number[] = [];

  add(place: number): void {
    if (this.#places.at(-1) !== place) this.#places.push(place);
  }

  runs(): Runs {
    const runs: [number, number][] = [];
    for (const place of this.#places) {
      const last = runs.at(-1);
      if (last !== undefined && last[1] === place - 1) last[1] = place;
      else runs.push([place, place]);
    }
    return runs.map(([first, last]) => [nameAt(first), nameAt(last)]);
  }
}

function nameAt(place: number): string {
  return shortName(ARC_VERSIONS[place]!);
}

/** Only functions that a parameters file can call. Functions with tuples would also need the components. */
function isCallable({ type, stateMutability, inputs = [] }: AbiEntry): boolean {
  if (inputs.some((input) => input.type.startsWith("tuple"))) return false;
  if (type === "constructor") return true;
  return type === "function" && stateMutability !== "view" && stateMutability !== "pure";
}

/**
 * Which releases have each contract, and the types of each function whose arguments changed between releases, as the
 * text of src/arc/history.json.
 */
export async function historyText(): Promise<string> {
  const contracts = new Map<string, Places>();
  const functions = new Map<string, Map<string, Map<string, Places>>>();
  for (const [place, version] of ARC_VERSIONS.entries()) {
    const release = await openArcRelease(version);
    for (const name of release.contractNames) {
      at(contracts, name, () => new Places()).add(place);
      const own = at(functions, name, () => new Map<string, Map<string, Places>>());
      for (const entry of release.artifact(name).abi.filter(isCallable)) {
        const inputs = (entry.inputs ?? []).map(({ type }) => type).join(",");
        const signatures = at(own, entry.name ?? entry.type, () => new Map<string, Places>());
        at(signatures, inputs, () => new Places()).add(place);
      }
    }
  }
  const history = {
    contracts: sorted(contracts, (places) => places.runs()),
    signatures: sorted(functions, (own) => {
      const changed = new Map([...own].filter(([, signatures]) => signatures.size > 1));
      if (changed.size === 0) return undefined;
      return sorted(changed, (signatures) => sorted(signatures, (places) => places.runs()));
    }),
  };
  return `${JSON.stringify(history)}\n`;
}

function at<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const value = map.get(key) ?? make();
  map.set(key, value);
  return value;
}

function sorted<Value>(
  map: ReadonlyMap<string, Value>,
  convert: (value: Value) => unknown,
): Record<string, unknown> {
  const entries = [...map].map(([key, value]) => [key, convert(value)] as const);
  return Object.fromEntries(
    entries.filter(([, value]) => value !== undefined).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(new URL("../src/arc/history.json", import.meta.url), await historyText());
}
