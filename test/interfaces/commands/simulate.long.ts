import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";

import { useDemo } from "../../operations/simulate/served-demo.js";
import { ok } from "../../run-here.js";
import { itInCliFolder as it } from "../cli/command.js";

describe("dao-migrate simulate without a proposal", () => {
  const demo = useDemo();

  it("simulates all pending proposals on one fork, with a summary table first, and adds them to a report", async ({
    folder: cwd,
    cli,
  }) => {
    const all = ok(await cli("simulate", "-p", demo.url, demo.avatar, "-q"));
    const [head = "", ...rows] = all.stdout.split("\n\n")[0]!.split("\n");
    expect(head).to.match(
      /^proposal +who gains or loses power\? +does it pass\? +does it do what it says\? +warnings/,
    );
    expect(rows).to.have.length.above(2);
    expect(rows.some((row) => row.startsWith(demo.queued))).to.equal(true);
    const args = ["report", demo.avatar, "-p", demo.url, "-q", "--simulate"];
    ok(await cli(...args));
    const page = await readFile(join(cwd, "dao-report.html"), "utf8");
    expect(page.replaceAll("\n", " ")).to.include(
      `to see what they do: ${rows.length} of ${rows.length} pending proposals`,
    );
  });
});
