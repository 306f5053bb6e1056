import { existsSync, mkdirSync } from "node:fs";
import { readFile, rename, rm, writeFile } from "node:fs/promises";

import { expect } from "chai";

import type { MigrationEvent } from "../../../../src/engine/execution/steps/event.js";
import { migrateLive } from "../../../../src/operations/run/live.js";
import type { Section } from "../../../../src/operations/run/prepare.js";
import { DeclinedError, SentBeforeError } from "../../../../src/foundation/support/errors.js";
import { SMALL_DAO } from "../../../engine/migration/with-base.js";
import { rejected, rejection } from "../../../rejection.js";
import { startAnvil, startHere, type TestChain } from "../../../live/nodes.js";
import {
  sentOn,
  onNode,
  deployerOf,
  expectAsInProcess,
  migrate,
  preview,
  readResult,
  reference,
  ROOT,
  stopAfter,
  type LiveOptions,
} from "../../../live/support.js";
import { without } from "../../../live/without.js";

type Case = LiveOptions & {
  readonly sections: readonly Section[];
  readonly params: object;
};

/** Not a public one: with those, development chains are migrated as often as one likes. */
const OWN_MNEMONIC = "legal winner thank year wave sausage worth useful legal winner thank yellow";

async function onChain(
  sections: readonly Section[],
  run: (node: TestChain, options: Case) => Promise<void>,
  starting: Promise<TestChain> = startHere({}, OWN_MNEMONIC),
): Promise<void> {
  await onNode(starting, async (node, output) => {
    await run(node, { output, sections, params: SMALL_DAO });
  });
}

/** Expects what was asked for once, as a migration without faults makes it. */
async function expectOnce(node: TestChain, { output, params, sections }: Case): Promise<void> {
  await expectAsInProcess(node, output, await reference(node.mnemonic, sections, params), params);
}

const confirmSent = async () => await Promise.resolve(true);

describe("a migration whose journal was lost", () => {
  it("refuses, and continues with a yes", async () => {
    await onChain(["base"], async (node, options) => {
      await stopAfter(12, node, options);
      const sent = await sentOn(node);
      expect((await preview(node, options)).stepsDone).to.equal(sent);
      await rm(`${options.output}.journal`);
      await rejected(migrate(node, options), SentBeforeError, "Nothing was sent", "--restart");
      // Without a rehearsal, each step is looked for before it is sent.
      const provider = without(node, /^eth_get(Balance|Code|StorageAt) 0x/);
      const unseen = migrate(node, { ...options, provider, allowUnrehearsed: true });
      expect(await rejection(unseen)).to.be.instanceOf(SentBeforeError);
      const no = migrate(node, { ...options, confirmSent: async () => false });
      expect(await rejection(no)).to.be.instanceOf(DeclinedError);
      expect(await sentOn(node)).to.equal(sent);
      const { stepsDone } = await preview(node, options);
      expect(stepsDone).to.equal(sent);
      await migrate(node, { ...options, confirmSent });
      await expectOnce(node, options);
    });
  });
});

describe("a migration whose journal is behind", () => {
  it("is refused if it is damaged, and recovered from the chain once it is moved away, as the error says", async () => {
    await onChain(["base"], async (node, options) => {
      await stopAfter(12, node, options);
      const journal = `${options.output}.journal`;
      const text = await readFile(journal, "utf8");
      await writeFile(journal, text.replace('"nonce":', '"nonce": '));
      const error = await rejection(migrate(node, options));
      expect(error.message)
        .to.include("is damaged in line")
        .and.include("move it away and run the same command on a terminal, without --yes");
      await rename(journal, `${journal}.damaged`);
      await migrate(node, { ...options, confirmSent });
      await expectOnce(node, options);
    });
  });
});

describe("a migration whose result cannot be written", () => {
  const before = process.env.XDG_STATE_HOME;

  afterEach(() => {
    if (before === undefined) delete process.env.XDG_STATE_HOME;
    else process.env.XDG_STATE_HOME = before;
  });

  it("names what it made, and writes it with another --output, without sending anything again", async () => {
    await onChain(
      ["base", "dao"],
      async (node, options) => {
        const { output } = options;
        process.env.XDG_STATE_HOME = `${output}.state`;
        const inputs = {
          ...options,
          projectRoot: ROOT,
          signer: deployerOf(node.mnemonic),
          provider: node.provider,
          check: false,
        };
        const onEvent = ({ type }: MigrationEvent) => {
          if (type === "mined" && !existsSync(output)) mkdirSync(output);
        };
        const error = await rejection(migrateLive({ ...inputs, onEvent }));
        expect(error.message)
          .to.include("The migration is done, but its result cannot be written")
          .and.match(/dao\.Avatar 0x[0-9a-fA-F]{40}/)
          .and.include("--output");
        const sent = await sentOn(node);
        const other = `${output}.2`;
        await migrateLive({ ...inputs, output: other });
        expect(await sentOn(node)).to.equal(sent);
        expect(error.message).to.include((await readResult(other)).dao?.Avatar);
        expect(existsSync(`${output}.journal`)).to.equal(false);
        await expectOnce(node, { ...options, output: other });
      },
      startAnvil(),
    );
  });
});
