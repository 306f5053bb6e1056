import { expect } from "chai";
import { readFile } from "node:fs/promises";

import { NOT_CHECKED, WARNINGS } from "../../../../src/operations/simulate/verdicts/warnings.js";

describe("the warnings of proposals", () => {
  it("are those of docs/simulate.md, in its order", async () => {
    const page = await readFile("docs/simulate.md", "utf8");
    const [, table = ""] = page.split("## Warnings");
    const told = [...table.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, ids = ""]) =>
      ids.split(",").map((id) => id.replaceAll(/[` ]/g, "")),
    );
    expect(told).to.deep.equal([...WARNINGS, ...NOT_CHECKED]);
  });
});
