import { rmSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";

import { expect } from "chai";

import { DeclinedError, SentBeforeError } from "../../src/support/errors.js";
import { SMALL_DAO } from "../migration/with-base.js";
import { rejection } from "../rejection.js";
import { startAnvil, withNode, type TestNode } from "./nodes.js";
import {
  deployerOf,
  expectAsInProcess,
  migrate,
  nonceOf,
  preview,
  reference,
  stopAfter,
  withOutput,
  type LiveOptions,
} from "./support.js";

const SECTIONS = ["base", "dao"] as const;

type Case = LiveOptions & { readonly output: string; readonly params: object };

async function onNode(run: (node: TestNode, options: Case) => Promise<void>): Promise<void> {
  await withNode(startAnvil(), async (node) => {
    await withOutput(async (output) => {
      await run(node, { output, sections: SECTIONS, params: SMALL_DAO });
    });
  });
}

async function sentOn({ provider, mnemonic }: TestNode): Promise<number> {
  return await nonceOf(provider, deployerOf(mnemonic).address);
}

/** Expects one DAO, as a migration without faults makes it. */
async function expectOnce(node: TestNode, { output, params }: Case): Promise<void> {
  await expectAsInProcess(node, output, await reference(node.mnemonic, SECTIONS, params), params);
}

const confirmSent = async () => await Promise.resolve(true);

describe("a migration whose journal was lost", () => {
  for (const count of [1, 10, 25]) {
    it(`after ${count} steps: refuses, and continues with a yes`, async () => {
      await onNode(async (node, options) => {
        await stopAfter(count, node, options);
        const journal = `${options.output}.journal`;
        await rm(journal);
        const sent = await sentOn(node);
        const error = await rejection(migrate(node, options));
        expect(error).to.be.instanceOf(SentBeforeError);
        expect(error.message).to.include("Nothing was sent").and.include("--restart");
        const no = migrate(node, {
          ...options,
          confirmSent: async () => await Promise.resolve(false),
        });
        expect(await rejection(no)).to.be.instanceOf(DeclinedError);
        expect(await sentOn(node)).to.equal(sent);
        const { stepsDone } = await preview(node, options);
        expect(stepsDone).to.equal(sent);
        await migrate(node, { ...options, confirmSent });
        await expectOnce(node, options);
      });
    });
  }

  it("after the end: sends nothing, and writes the result", async () => {
    await onNode(async (node, options) => {
      await migrate(node, options);
      await rm(options.output);
      const sent = await sentOn(node);
      expect(await rejection(migrate(node, options))).to.be.instanceOf(SentBeforeError);
      await migrate(node, { ...options, confirmSent });
      expect(await sentOn(node)).to.equal(sent);
      await expectOnce(node, options);
    });
  });

  it("sends everything again with --restart, and a DAO with other parameters", async () => {
    await onNode(async (node, options) => {
      await migrate(node, options);
      const sent = await sentOn(node);
      await migrate(node, { ...options, params: { ...SMALL_DAO, orgName: "Another" } });
      await rm(options.output);
      await migrate(node, { ...options, restart: true });
      expect(await sentOn(node)).to.be.greaterThan(2 * sent);
    });
  });
});

describe("a migration whose journal is behind", () => {
  for (const kept of [1, 2, 12, 20]) {
    it(`takes the steps that are missing after ${kept} lines from the chain`, async () => {
      await onNode(async (node, options) => {
        await stopAfter(25, node, options);
        const journal = `${options.output}.journal`;
        const lines = (await readFile(journal, "utf8")).split("\n");
        await writeFile(
          journal,
          lines
            .slice(0, kept)
            .map((line) => `${line}\n`)
            .join(""),
        );
        const notes: string[] = [];
        await migrate(node, { ...options, onNote: (note) => notes.push(note) });
        expect(notes.join("\n")).to.include("that the journal does not have");
        await expectOnce(node, options);
      });
    });
  }

  it("finds the finished DAO with an old copy of the journal", async () => {
    await onNode(async (node, options) => {
      await stopAfter(20, node, options);
      const journal = `${options.output}.journal`;
      const copy = await readFile(journal);
      await migrate(node, options);
      await rm(options.output);
      await writeFile(journal, copy);
      const sent = await sentOn(node);
      await migrate(node, options);
      expect(await sentOn(node)).to.equal(sent);
      await expectOnce(node, options);
    });
  });
});

describe("a migration whose journal disappears while it runs", () => {
  it("stops, and continues from the chain", async () => {
    await onNode(async (node, options) => {
      let count = 0;
      const onMined = () => {
        if (++count === 10) rmSync(`${options.output}.journal`);
      };
      const error = await rejection(migrate(node, { ...options, onMined }));
      expect(error.message).to.include("was deleted or replaced while the migration was running");
      await migrate(node, { ...options, confirmSent });
      await expectOnce(node, options);
    });
  });
});
