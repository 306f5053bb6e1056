import { expect } from "chai";

import type { MigrationEvent } from "../../../src/engine/execution/steps/event.js";
import type { WrittenResult } from "../../../src/foundation/result/file.js";
import type { Warning } from "../../../src/foundation/support/warning.js";
import { recordMade, reportMoved, Warnings } from "../../../src/operations/run/record-made.js";

describe("Warnings", () => {
  it("passes each on once, and none that was reported before", () => {
    const told: MigrationEvent[] = [];
    const [known, warning] = ["known", "new"].map((message) => ({ message }) as Warning);
    const warnings = new Warnings((event) => void told.push(event), [known!]);
    for (const each of [known!, warning!, { ...warning! }]) warnings.add(each);
    expect(warnings.all).to.deep.equal([known, warning]);
    expect(told).to.deep.equal([{ type: "warning", warning }]);
  });
});

describe("recordMade", () => {
  it("writes nothing if nothing was made", async () => {
    const target = { chain: { name: "private", chainId: 5 } };
    const existing = { base: { arcVersion: "1" } };
    // There is no file to write.
    const terms = { target, existing, warnings: new Warnings(undefined) };
    const { chainId } = target.chain;
    const result = await recordMade(
      {},
      terms as unknown as Parameters<typeof recordMade>[1],
      undefined,
    );
    expect(result).to.deep.equal({ network: "private", chainId, ...existing });
  });
});

describe("reportMoved", () => {
  const toldOf = (written: object) => {
    const told: MigrationEvent[] = [];
    reportMoved("m.json", written as WrittenResult, (event) => void told.push(event));
    return told;
  };

  it("tells what moved to others, with its DAOs, and where a predecessor's file is kept", () => {
    const chain = { network: "private", chainId: 5 };
    const entry = { ...chain, base: { arcVersion: "1" }, dao: { name: "A" }, test: { name: "B" } };
    const moved = { type: "movedToOthers", file: "m.json", ...chain, arcVersion: "1" };
    expect(toldOf({ replaced: [entry], predecessor: "old.json" })).to.deep.equal([
      { ...moved, daos: ["A", "B"] },
      { type: "predecessorKept", file: "m.json", kept: "old.json" },
    ]);
    expect(toldOf({ replaced: [] })).to.deep.equal([]);
  });
});
