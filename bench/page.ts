import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { pageOf } from "../src/output/report/page.js";
import { account } from "../test/engine/inspect/sample-inspection.js";
import { openBrowser } from "../test/output/report/chromium.js";
import { sampleFacts } from "../test/output/report/sample-facts.js";

/*
 * How long a browser takes to open the report page of DAOs of three sizes, and to show what a letter in the search field
 * finds, compared with the page of the smallest one in the same run.
 */

const SIZES = [
  { holders: 200, proposals: 40 },
  { holders: 2000, proposals: 400 },
  { holders: 10_000, proposals: 2000, simulated: 50 },
];
const ROUNDS = 5;
const PAINTED = `new Promise((done) => requestAnimationFrame(() => setTimeout(done)))`;
const LOADED = `performance.getEntriesByType("navigation")[0].loadEventEnd`;

/** The value in the middle. */
function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!;
}

const folder = await mkdtemp(join(tmpdir(), "bench-page-"));
const browser = await openBrowser();
try {
  const page = await browser.newPage();
  const opened: number[][] = SIZES.map(() => []);
  const typed: number[][] = SIZES.map(() => []);
  for (const [index, size] of SIZES.entries()) {
    await writeFile(join(folder, `${index}.html`), pageOf(sampleFacts(size)));
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, { holders }] of SIZES.entries()) {
      await page.goto(pathToFileURL(join(folder, `${index}.html`)).href);
      opened[index]!.push(Number(await page.evaluate(LOADED)));
      await page.focus("#accounts-search");
      for (const letter of account(holders - 1).slice(-8)) {
        const start = performance.now();
        await page.keyboard.type(letter);
        await page.evaluate(PAINTED);
        typed[index]!.push(performance.now() - start);
      }
    }
  }
  console.log(`the report page in Chromium, medians of ${ROUNDS} rounds in turn`);
  console.log("holders  proposals  opens          a letter in the search");
  const [smallest, quickest] = [median(opened[0]!), median(typed[0]!)];
  for (const [index, { holders, proposals }] of SIZES.entries()) {
    const [load, letter] = [median(opened[index]!), median(typed[index]!)];
    const times = (value: number, least: number) => `(${(value / least).toFixed(1)} times)`;
    console.log(
      `${String(holders).padStart(7)}${String(proposals).padStart(11)}  ${load.toFixed(0)} ms ${times(load, smallest)}  ${letter.toFixed(0)} ms ${times(letter, quickest)}`,
    );
  }
} finally {
  await browser.close();
  await rm(folder, { recursive: true });
}
