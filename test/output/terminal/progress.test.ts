import { mock } from "node:test";

import { expect } from "chai";

import { progressOn } from "../../../src/output/terminal/progress.js";

function output(properties: { isTTY?: boolean; columns?: number } = {}) {
  const written: string[] = [];
  return { ...properties, written, write: (text: string) => written.push(text) };
}

const STEP = {
  type: "performed",
  step: "base/DaoCreator",
  count: 7,
  transactionHash: "0x00",
} as const;
const CLEAR = "\r\u001b[2K";

describe("progressOn", () => {
  afterEach(() => mock.timers.reset());

  it("writes one line per step without a terminal, with count and time", () => {
    const plain = output();
    const progress = progressOn(plain, false);
    progress.note("Fetching something");
    progress.onEvent(STEP);
    progress.onEvent({ ...STEP, count: 123, step: "dao/forgeOrg" });
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
    progress.onEvent(STEP);
    progress.onEvent({ ...STEP, count: 8 });
    progress.end();
    expect(terminal.written.join("")).to.not.include("\n");
    expect(terminal.written[0]?.startsWith(CLEAR)).to.equal(true);
    expect(terminal.written[0]?.slice(CLEAR.length)).to.match(/^\| {3}7 .*base\/DaoCreator$/);
    expect(terminal.written.at(-1)).to.equal(CLEAR);
  });

  it("keeps moving on a terminal while nothing happens, until the end", () => {
    mock.timers.enable({ apis: ["setInterval"] });
    const terminal = output({ isTTY: true, columns: 80 });
    const progress = progressOn(terminal, false);
    progress.status("Opening the keystore 0%");
    mock.timers.tick(400);
    progress.end();
    const lines = new Set(terminal.written);
    const frames = [...lines].map((line) => line.slice(CLEAR.length, CLEAR.length + 1));
    expect(frames).to.include.members(["|", "/", "-"]);
    for (const line of terminal.written.slice(0, -1)) expect(line).to.match(/Opening the keystore/);
    const written = terminal.written.length;
    mock.timers.tick(200);
    expect(terminal.written).to.have.length(written);
  });

  it("keeps notes on a terminal, above the line that moves", () => {
    const terminal = output({ isTTY: true });
    const progress = progressOn(terminal, false);
    progress.onEvent(STEP);
    progress.note("Warning: something odd");
    progress.end();
    expect(terminal.written[1]).to.equal(`${CLEAR}Warning: something odd\n`);
    expect(terminal.written[2]).to.match(/base\/DaoCreator$/);
  });

  it("leaves the terminal to a question: a note after the end does not bring the line back", () => {
    const terminal = output({ isTTY: true });
    const progress = progressOn(terminal, false);
    progress.onEvent(STEP);
    progress.end();
    progress.note("Stopping");
    expect(terminal.written.slice(1)).to.deep.equal([CLEAR, `${CLEAR}Stopping\n`]);
  });

  it("says what a migration is doing, from its events", () => {
    const terminal = output({ isTTY: true, columns: 200 });
    const progress = progressOn(terminal, false);
    const transactionHash = "0x00";
    const step = "base/DaoCreator";
    for (const [event, shown] of [
      [{ type: "rehearsing", step, count: 23 }, "Rehearsing 23  base/DaoCreator"],
      [{ type: "signed", step, from: "0x00", nonce: 1, transactionHash }, "Signed base/DaoCreator"],
      [{ type: "sent", step, transactionHash }, "Sent base/DaoCreator"],
      [{ type: "waiting", count: 16, blockNumber: 1233 }, "16 sent, waiting for block 1234"],
      [{ type: "waitingForOthers", account: "0x00", count: 2 }, "Waiting for 2 other transactions"],
      [{ type: "diverged", reason: "other events" }, "Rehearsing"],
    ] as const) {
      progress.onEvent(event);
      expect(terminal.written.at(-1)?.replace(/^.*\d+\.\d s {2}/s, "")).to.equal(shown);
    }
    progress.end();
  });

  it("shortens a line that does not fit into the terminal", () => {
    const narrow = output({ isTTY: true, columns: 20 });
    const progress = progressOn(narrow, false);
    progress.onEvent({ ...STEP, step: "x".repeat(100) });
    progress.end();
    expect(narrow.written[0]?.slice(CLEAR.length)).to.have.length(19);
  });

  it("shows a bar, the block and the cost so far if they are known", () => {
    const terminal = output({ isTTY: true, columns: 200 });
    const progress = progressOn(terminal, false);
    const mined = {
      ...STEP,
      type: "mined",
      total: 20,
      gasUsed: 1n,
      fee: 1_500_000_000_000_000n,
    } as const;
    progress.onEvent({ ...mined, count: 5, blockNumber: 41 });
    progress.onEvent({ ...mined, count: 10, blockNumber: 42 });
    progress.onEvent({ type: "waiting", count: 3, blockNumber: 42 });
    progress.end();
    const [first, second, third] = terminal.written.map((line) => line.slice(CLEAR.length));
    expect(first).to.match(
      /^\| \[#{5}\.{15}\] {3}5\/20 {4}0\.0 s {2}cost 0\.001500 {2}block 41 {2}base\/DaoCreator$/,
    );
    expect(second).to.match(/\[#{10}\.{10}\] {2}10\/20 .* cost 0\.003000 {2}block 42 {2}base/);
    expect(third).to.match(/\] {2}10\/20 .* cost 0\.003000 {2}3 sent, waiting for block 43$/);
  });

  it("shows control characters of a node or a file instead of letting the terminal obey them", () => {
    for (const isTTY of [true, false]) {
      const shown = output({ isTTY, columns: 80 });
      const progress = progressOn(shown, false);
      progress.note("Warning: \u001b[8mhidden");
      progress.onEvent({ ...STEP, step: "dao/\u202eevil" });
      progress.end();
      const text = shown.written.join("").replaceAll(CLEAR, "");
      expect(text).to.include("\\x1b[8mhidden").and.include("dao/\\u202eevil");
      expect(text).to.not.include("\u001b").and.not.include("\u202e");
    }
  });

  it("writes nothing if it is quiet", () => {
    for (const isTTY of [true, false]) {
      const silent = output({ isTTY });
      const progress = progressOn(silent, true);
      progress.note("Fetching something");
      progress.onEvent(STEP);
      progress.end();
      expect(silent.written).to.deep.equal([]);
    }
  });
});
