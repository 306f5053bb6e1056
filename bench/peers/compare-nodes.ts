import { median } from "../recorded.js";
import { nodePrograms, withProgram } from "./nodes.js";
import type { Peers } from "./projects.js";
import { measureRequests, type Rates } from "./requests.js";
import { table } from "./table.js";

/** Test nodes: start time, requests per second, and memory. */
export async function compareNodes(all: Peers, rounds: number): Promise<void> {
  const programs = nodePrograms(all);
  const found = programs.map(() => ({
    starts: [] as number[],
    memory: [] as number[],
    rates: [] as Rates[],
  }));
  for (let round = 0; round < rounds; round++) {
    for (const [index, program] of programs.entries()) {
      await withProgram(program, async ({ port, started, memory }) => {
        const { starts, rates, memory: resident } = found[index]!;
        starts.push(started);
        rates.push(await measureRequests(port));
        resident.push(memory());
      });
    }
  }
  const rows = programs.map(({ name }, index) => {
    const { starts, memory } = found[index]!;
    return [name, median(starts).toFixed(0), median(memory).toFixed(0)];
  });
  table(
    "nodes: until the first answer, and memory after the requests below",
    ["", "ms", "MB"],
    rows,
  );
  const asked = Object.keys(found[0]!.rates[0]!);
  table(
    "nodes: requests a second, one after the other",
    ["", ...programs.map(({ name }) => name)],
    asked.map((what) => [
      what,
      ...found.map(({ rates }) => median(rates.map((each) => each[what] ?? NaN)).toFixed(0)),
    ]),
  );
}
