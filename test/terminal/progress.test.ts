import { expect } from "chai";

import { progressOn } from "../../src/terminal/progress.js";

function output(properties: { isTTY?: boolean; columns?: number } = {}) {
  const written: string[] = [];
  return { ...properties, written, write: (text: string) => written.push(text) };
}

const STEP = { step: "base/DaoCreator", count: 7, gasUsed: 1n, transactionHash: "0x00" };
const CLEAR = "\r\u001b[2K";

describe("progressOn", () => {
  it("writes a line a step where there is no terminal, with count and time", () => {
    const plain = output();
    const progress = progressOn(plain, false);
    progress.note("Fetching something");
    progress.step(STEP);
    progress.step({ ...STEP, count: 123, step: "dao/forgeOrg" });
    progress.end();
    const lines = plain.written.join("").split("\n");
    expect(lines[0]).to.equal("Fetching something");
    expect(lines[1]).to.match(/^ {2}7 {4}0\.\d s {2}base\/DaoCreator$/);
    expect(lines[2]).to.match(/^123 {4}0\.\d s {2}dao\/forgeOrg$/);
    expect(lines.slice(3)).to.deep.equal([""]);
    expect(plain.written.join("")).to.not.include("\u001b");
  });

  it("changes one line on a terminal, and leaves none behind", () => {
    const terminal = output({ isTTY: true, columns: 80 });
    const progress = progressOn(terminal, false);
    progress.step(STEP);
    progress.step({ ...STEP, count: 8 });
    progress.end();
    expect(terminal.written.join("")).to.not.include("\n");
    expect(terminal.written[0]?.startsWith(CLEAR)).to.equal(true);
    expect(terminal.written[0]?.slice(CLEAR.length)).to.match(/^ {2}7 .*base\/DaoCreator$/);
    expect(terminal.written.at(-1)).to.equal(CLEAR);
  });

  it("keeps notes on a terminal, above the line of the step", () => {
    const terminal = output({ isTTY: true });
    const progress = progressOn(terminal, false);
    progress.step(STEP);
    progress.note("Warning: something odd");
    expect(terminal.written.slice(1)).to.deep.equal([CLEAR, "Warning: something odd\n"]);
  });

  it("cuts a line that would not fit the terminal", () => {
    const narrow = output({ isTTY: true, columns: 20 });
    progressOn(narrow, false).step({ ...STEP, step: "x".repeat(100) });
    expect(narrow.written[0]?.slice(CLEAR.length)).to.have.length(19);
  });

  it("shows a bar, the block and the cost so far where they are known", () => {
    const terminal = output({ isTTY: true, columns: 200 });
    const progress = progressOn(terminal, false);
    const fee = 1_500_000_000_000_000n;
    progress.step({ ...STEP, count: 5, total: 20, blockNumber: 41, fee });
    progress.step({ ...STEP, count: 10, total: 20, blockNumber: 42, fee });
    expect(terminal.written[0]).to.match(/\[#{5}\.{15}\] {3}5\/20 .* block 41 {2}cost 0\.001500 /);
    expect(terminal.written[1]).to.match(
      /\[#{10}\.{10}\] {2}10\/20 .* block 42 {2}cost 0\.003000 /,
    );
  });

  it("shows control characters of a node or a file instead of letting the terminal obey them", () => {
    for (const isTTY of [true, false]) {
      const shown = output({ isTTY, columns: 80 });
      const progress = progressOn(shown, false);
      progress.note("Warning: \u001b[8mhidden");
      progress.step({ ...STEP, step: "dao/\u202eevil" });
      const text = shown.written.join("").replaceAll(CLEAR, "");
      expect(text).to.include("\\x1b[8mhidden").and.include("dao/\\u202eevil");
      expect(text).to.not.include("\u001b").and.not.include("\u202e");
    }
  });

  it("writes nothing when it is quiet", () => {
    for (const isTTY of [true, false]) {
      const silent = output({ isTTY });
      const progress = progressOn(silent, true);
      progress.note("Fetching something");
      progress.step(STEP);
      progress.end();
      expect(silent.written).to.deep.equal([]);
    }
  });
});
