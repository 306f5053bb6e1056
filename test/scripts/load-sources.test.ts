import { expect } from "chai";

interface Types {
  readonly takeLines: string;
}

describe("scripts/load-sources.mjs", () => {
  it("says in a stack on which line of the TypeScript an error arose", () => {
    const { stack }: Error & Partial<Types> = new Error("here");
    expect(stack).to.match(/test.scripts.load-sources\.test\.ts:9:/);
  });

  it("loads a module once, whichever way it is named", async () => {
    const byPath: unknown = await import("../../src/foundation/support/turns.js");
    const url = new URL("../../src/foundation/support/turns.ts", import.meta.url);
    const byUrl: unknown = await import(url.href);
    expect(byPath).to.equal(byUrl);
  });
});
