import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { expect } from "chai";
import { toBeHex } from "ethers";

import type { MigrationEvent } from "../../../src/engine/execution/steps/event.js";
import { DaoMigration } from "../../../src/index.js";
import { foretelling } from "../../../src/operations/run/rehearsal-time.js";
import { SMALL_DAO } from "../../engine/migration/with-base.js";
import { openNode } from "../../interfaces/cli/node.js";
import { rejected } from "../../rejection.js";
import { inTemporaryFolder } from "../../temporary-folder.js";

function servers(): number {
  return process.getActiveResourcesInfo().filter((name) => name === "TCPServerWrap").length;
}

/** What is told besides the steps, if each of them takes some milliseconds. */
function toldBy(founders: number, { useDaoCreator = false, each = 5 } = {}): readonly string[] {
  const events: MigrationEvent[] = [];
  let time = 0;
  const all = Array.from({ length: founders }, (_, index) => {
    return { address: `0x${index}`, tokens: 1n, reputation: index % 2 === 0 ? 1n : 0n };
  });
  const onEvent = foretelling(
    (event) => events.push(event),
    { founders: all, useDaoCreator },
    () => time,
  );
  onEvent({ type: "rehearsing", step: "dao/Avatar", count: 1 });
  const steps = all.flatMap(({ reputation }, index) => [
    ...(reputation === 0n ? [] : [`dao/mintReputation/${index}`]),
    `dao/mintTokens/${index}`,
  ]);
  for (const [count, step] of steps.entries()) {
    onEvent({ type: "rehearsing", step, count: count + 2 });
    time += each;
  }
  expect(events.filter(({ type }) => type === "rehearsing")).to.have.length(1 + steps.length);
  return events.flatMap((event) => (event.type === "note" ? [event.message] : []));
}

describe("foretelling", () => {
  it("says once how many transactions founders take, and how long their rehearsal", () => {
    expect(toldBy(100_000)).to.deep.equal([
      "The founders take 150000 transactions, and the rehearsal runs each of them: about 12 minutes more, as the first " +
        '200 took 5.0 ms each. With "useDaoCreator": true in the file, up to 100 founders share one.',
    ]);
    expect(toldBy(10_000)[0]).to.include("15000 transactions").and.include("about 74 seconds more");
  });

  it("says nothing if it is short, or if founders share transactions", () => {
    expect(toldBy(100)).to.deep.equal([]);
    expect(toldBy(3_000)).to.deep.equal([]);
    expect(toldBy(100_000, { useDaoCreator: true })).to.deep.equal([]);
  });

  it("is what a rehearsal does, so that one can stop it", async () => {
    const founders = Array.from({ length: 30_000 }, (_, index) => {
      return { address: toBeHex(index + 1, 20), tokens: 1, reputation: 1 };
    });
    const node = await openNode([]);
    try {
      await inTemporaryFolder(async (folder) => {
        const stop = new AbortController();
        const notes: string[] = [];
        const options = {
          provider: node.url,
          output: join(folder, "migration.json"),
          signal: stop.signal,
          onNote: (note: string) => {
            notes.push(note);
            if (note.startsWith("The founders")) stop.abort();
          },
        };
        await DaoMigration.migrateBase(options);
        const before = servers();
        const migrating = DaoMigration.migrateDAO({
          ...options,
          params: { ...SMALL_DAO, useDaoCreator: false, founders },
        });
        await rejected(migrating, "Interrupted");
        // The fork is closed: nothing goes on for minutes.
        for (const end = Date.now() + 10_000; servers() > before && Date.now() < end;)
          await sleep(20);
        expect(servers()).to.equal(before);
        expect(notes.join()).to.include("The founders take 60000 transactions");
      });
    } finally {
      await node.close();
    }
  });
});
