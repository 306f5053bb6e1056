import { execFile } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, parse, resolve } from "node:path";

import { expect } from "chai";

import { ended } from "./ended.js";
import { endWithUs } from "./end-with-us.js";
import { itInFolder as it } from "./temporary-folder.js";

/** Runs two tests that record what they find, beside the text of a third that is gone. */
async function run(folder: string, env: NodeJS.ProcessEnv = {}) {
  const file = join(folder, "sums.test.ts");
  const recorded = JSON.stringify(resolve("test/recorded.ts"));
  await writeFile(
    file,
    `import { expectRecorded } from ${recorded};\n` +
      "it('adds', () => expectRecorded(1 + 1));\nit('doubles', () => expectRecorded(2 * 1));\n",
  );
  await mkdir(join(folder, "golden"), { recursive: true });
  await writeFile(
    join(folder, "golden", "sums.txt"),
    "### adds\n2\n\n### divides\n1\n\n### doubles\n2\n",
  );
  const mocha = ["--import", "tsx/esm", "node_modules/mocha/lib/cli/cli.js", file];
  const { CI: _ci, TEST_COUNTS_FILE: _counts, TEST_FAILURES_FILE: _failures, ...own } = process.env;
  const child = endWithUs(execFile(process.execPath, mocha, { env: { ...own, ...env } }));
  const { code, stdout } = await ended(child);
  return { code, stdout, golden: await readFile(join(folder, "golden", "sums.txt"), "utf8") };
}

describe("expectRecorded", () => {
  it("fails if nothing compares a text, as its test is gone", async (folder) => {
    const { code, stdout } = await run(folder);
    expect(code, stdout).to.equal(1);
    expect(stdout).to.match(/sums\.txt: no test compares these; .*\[ 'divides' \]/);
  });

  it("removes such a text when it writes the others", async (folder) => {
    const { code, golden } = await run(folder, { GOLDEN: "write" });
    expect({ code, golden }).to.deep.equal({
      code: 0,
      golden: "### adds\n2\n\n### doubles\n2\n",
    });
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
