import { mock } from "node:test";

import { expect } from "chai";

import { progressOn } from "../../../src/output/terminal/progress.js";
import { expectRecorded } from "../../recorded.js";

function output(properties: { isTTY?: boolean; columns?: number } = {}) {
  const written: string[] = [];
  /** What was written, each piece as JSON, without the time that passed. */
  const told = () => written.map((text) => text.replaceAll(/\d+\.\d s/g, "0.0 s"));
  return { ...properties, written, told, write: (text: string) => written.push(text) };
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
    expectRecorded(plain.told());
  });

  it("counts the time from the first event or status", () => {
    const now = mock.method(performance, "now", () => 0);
    const plain = output();
    const progress = progressOn(plain, false);
    now.mock.mockImplementation(() => 7_000);
    progress.status("Opening the keystore 0%");
    now.mock.mockImplementation(() => 9_000);
    progress.onEvent(STEP);
    now.mock.restore();
    expect(plain.written.join("")).to.match(/^\D*7\s+2\.0 s/);
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

  it("changes one line on a terminal, keeps notes above it, and leaves none behind", () => {
    const terminal = output({ isTTY: true });
    const progress = progressOn(terminal, false);
    progress.onEvent(STEP);
    progress.note("Warning: something odd");
    progress.onEvent({ ...STEP, count: 8 });
    progress.end();
    expectRecorded(terminal.told());
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
    progress.onEvent({ type: "rehearsing", step, count: 23 });
    progress.onEvent({ type: "signed", step, from: "0x00", nonce: 1, transactionHash });
    progress.onEvent({ type: "sent", step, transactionHash });
    progress.onEvent({ type: "waiting", count: 16, blockNumber: 1233 });
    progress.onEvent({ type: "waitingForOthers", account: "0x00", count: 2 });
    progress.onEvent({ type: "diverged", reason: "other events" });
    progress.end();
    expectRecorded(terminal.told());
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
    const paid = { total: 20, gasUsed: 1n, fee: 1_500_000_000_000_000n };
    const mined = { ...STEP, ...paid, type: "mined" } as const;
    progress.onEvent({ ...mined, count: 5, blockNumber: 41 });
    progress.onEvent({ ...mined, count: 10, blockNumber: 42 });
    progress.onEvent({ type: "waiting", count: 3, blockNumber: 42 });
    progress.end();
    expectRecorded(terminal.told());
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
