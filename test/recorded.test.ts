import { globSync, readFileSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, parse } from "node:path";

import { expect } from "chai";

import { rejected } from "./rejection.js";
import { itInFolder as it } from "./temporary-folder.js";

/** What of mocha expectRecorded looks at. */
interface Hooks {
  readonly beforeEach: (this: object) => void;
  readonly afterAll: (this: object) => void;
}

/** Runs two tests that record what they find, beside the text of a third that is gone. */
async function run(folder: string, mode: string | undefined) {
  const golden = join(folder, "golden", "sums.txt");
  await mkdir(join(folder, "golden"));
  await writeFile(golden, "### adds\n2\n\n### divides\n1\n\n### doubles\n2\n");
  // A second instance: the first records for the tests that run.
  const own = `./recorded.js?${folder}`;
  const { mochaHooks, expectRecorded } = (await import(own)) as {
    mochaHooks: Hooks;
    expectRecorded: (found: unknown) => void;
  };
  const tests = ["adds", "doubles"].map((title) => ({
    ...{ title, file: join(folder, "sums.test.ts"), state: "passed", titlePath: () => [title] },
  }));
  const parent = { eachTest: (look: (test: object) => void) => tests.forEach(look) };
  const { GOLDEN, CI } = process.env;
  delete process.env.CI;
  delete process.env.GOLDEN;
  if (mode !== undefined) process.env.GOLDEN = mode;
  try {
    for (const currentTest of tests) {
      mochaHooks.beforeEach.call({ currentTest });
      expectRecorded(2);
    }
    mochaHooks.afterAll.call({ test: { parent } });
  } finally {
    Object.assign(process.env, { GOLDEN, CI });
    if (GOLDEN === undefined) delete process.env.GOLDEN;
    if (CI === undefined) delete process.env.CI;
  }
  return await readFile(golden, "utf8");
}

describe("expectRecorded", () => {
  it("fails if nothing compares a text, as its test is gone", async (folder) => {
    await rejected(run(folder, undefined), /sums\.txt: no test compares these; .*\[ 'divides' \]/);
  });

  it("removes such a text when it writes the others", async (folder) => {
    expect(await run(folder, "write")).to.equal("### adds\n2\n\n### doubles\n2\n");
  });
});

describe("Golden files", () => {
  it("each belong to a test in the folder above, which names them or has their name", () => {
    const forgotten = globSync("test/**/golden/*.{txt,md,html,json}").filter((file) => {
      const { base, name } = parse(file);
      const sources = globSync(join(dirname(dirname(file)), "*.ts"));
      return !sources.some(
        (source) =>
          parse(source).base === `${name}.test.ts` ||
          [`"${base}"`, `"${name}"`, "`${name}."].some((each) =>
            readFileSync(source, "utf8").includes(each),
          ),
      );
    });
    expect(forgotten).to.deep.equal([]);
  });
});
