import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";

import type { MigrationEvent } from "../../../src/engine/execution/steps/event.js";
import { privateNetwork } from "../../../src/foundation/chain/private-chain.js";
import {
  nearestStartingState,
  openStartingState,
  type StartingState,
} from "../../../src/operations/run/starting-state.js";
import { itInFolder as it } from "../../temporary-folder.js";

const [THEN, NOW] = ["0xa", "0xb"].map((digits) => digits.padEnd(66, "0"));

describe("openStartingState", () => {
  it("says that the base is on another chain with the same ID, unless one is made", async (folder) => {
    const output = join(folder, "migration.json");
    const chain = { ...privateNetwork(424_242), genesis: NOW!, inProcess: false };
    const base = { arcVersion: "0.0.1-rc.57" };
    const { chainId } = chain;
    await writeFile(output, JSON.stringify({ network: "x", chainId, genesis: THEN, base }));
    const notes = async (makesBase: boolean, inProcess = false) => {
      const events: MigrationEvent[] = [];
      const provider = { request: async () => await Promise.resolve("0x") };
      const onEvent = (event: MigrationEvent) => void events.push(event);
      const inputs = { provider, sections: ["test"], output, onEvent } as const;
      await openStartingState(inputs, { ...chain, inProcess }, makesBase);
      return JSON.stringify(events);
    };
    expect(await notes(false)).to.match(
      new RegExp(`has a base of another chain with the ID 424242, .*${THEN}; .*is ${NOW}\\.`),
    );
    expect(await notes(true)).to.equal("[]");
    expect(await notes(false, true), "it starts empty each time").to.equal("[]");
  });

  it("is that of the release which the parameters name", async (folder) => {
    const output = join(folder, "migration.json");
    const chain = { ...privateNetwork(424_242), genesis: NOW!, inProcess: false };
    const base = { arcVersion: "0.0.1-rc.57" };
    await writeFile(output, JSON.stringify({ network: "x", chainId: 424_242, genesis: NOW, base }));
    const provider = { request: async () => await Promise.resolve("0x") };
    for (const arcVersion of ["0.0.1-rc.57", "0.0.1-rc.40"]) {
      const inputs = { provider, sections: ["dao"], output, params: { arcVersion } } as const;
      const { existing } = await openStartingState(inputs, chain, false);
      expect(existing.base).to.deep.equal(arcVersion === base.arcVersion ? base : undefined);
    }
  });
});

describe("nearestStartingState", () => {
  it("is that of another release only if a base is needed and missing", () => {
    const [newest, bare, based] = [{ base: { arcVersion: "1" } }, {}, { base: {} }];
    const nearest = (existing: object, makesBase: boolean) =>
      nearestStartingState({ file: { newest }, existing } as StartingState, makesBase);
    expect(nearest(bare, false)).to.equal(newest);
    expect(nearest(bare, true)).to.equal(bare);
    expect(nearest(based, false)).to.equal(based);
  });
});
