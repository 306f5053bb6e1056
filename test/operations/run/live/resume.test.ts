import { access, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";

import { DeclinedError } from "../../../../src/foundation/support/errors.js";
import type { BaseResult } from "../../../../src/foundation/result/result.js";
import { SMALL_DAO } from "../../../engine/migration/with-base.js";
import { rejected, rejection } from "../../../rejection.js";
import { startAnvil, startHere, type TestChain } from "../../../live/nodes.js";
import { usePrepared } from "../../../live/prepared.js";
import {
  onNode,
  before,
  creationsOf,
  deployerOf,
  expectAsInProcess,
  KYBER,
  migrate,
  nonceOf,
  preview,
  readResult,
  reference,
  SEND,
  stopAfter,
} from "../../../live/support.js";

async function isThere(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}

describe("a migration that was started before", () => {
  const sections = ["base"] as const;

  it("is not resumed with different inputs, and says why; --restart starts over", async () => {
    await onNode(startHere(), async (node, output) => {
      const all = { output, sections: ["base", "dao"] as const, params: SMALL_DAO };
      await stopAfter(10, node, all);
      const journal = await readFile(`${output}.journal`);
      const error = await rejection(migrate(node, { ...all, params: KYBER }));
      expect(error.message)
        .to.include("it was started with different parameters.")
        .and.include("--restart");
      expect(await readFile(`${output}.journal`)).to.deep.equal(journal);
      const { address } = deployerOf(node.mnemonic);
      // On a busy machine, they may not be mined yet.
      const sent = await nonceOf(node.provider, address, "pending");
      await migrate(node, { output, sections, restart: true });
      expect(await readFile(`${output}.journal.1`)).to.deep.equal(journal);
      const { nonces } = await reference(node.mnemonic, sections);
      expect(await nonceOf(node.provider, address)).to.equal(sent + (nonces[address] ?? 0));
      expect(await isThere(`${output}.journal`)).to.equal(false);
    });
  });

  it("is previewed and declined without sending or writing anything, and continues where it stopped", async () => {
    await onNode(startAnvil(["--block-time", "0.3"]), async (node, output, folder) => {
      await stopAfter(20, node, { output, sections });
      await node.provider.request({ method: "anvil_dropAllTransactions" });
      const journal = await readFile(`${output}.journal`);
      const provider = before(node.provider, async ({ method }) => {
        if (method === SEND) throw new Error("It sent something.");
      });
      const { stepsDone, steps } = await preview(node, { output, sections, provider });
      expect(stepsDone).to.be.above(0);
      expect(stepsDone + steps.length).to.equal((await reference(node.mnemonic, sections)).steps);
      const declined = migrate(node, { output, sections, provider, confirm: async () => false });
      expect(await rejection(declined)).to.be.instanceOf(DeclinedError);
      expect(await readdir(folder)).to.deep.equal(["migration.json.journal"]);
      expect(await readFile(`${output}.journal`)).to.deep.equal(journal);
      const notes: string[] = [];
      const onNote = (note: string) => notes.push(note);
      // A process that was killed while it wrote the journal left this behind. No process has the number.
      const leftover = join(folder, `.migration.json.journal.99999999.${"0".repeat(12)}.tmp`);
      await writeFile(leftover, "");
      await migrate(node, { output, sections, repeatAfter: 200, onNote });
      expect(await isThere(leftover)).to.equal(false);
      expect(notes[0]).to.match(
        /^Resuming from .*migration\.json\.journal: \d+ steps have been signed\.$/,
      );
      await expectAsInProcess(node, output, await reference(node.mnemonic, sections));
    });
  });
});

describe("a migration that cannot keep a journal", () => {
  const sections = ["base"] as const;

  async function expectNothingSent(
    node: TestChain,
    output: string,
    message: string,
  ): Promise<void> {
    const error = await rejection(migrate(node, { output, sections }));
    expect(error.name).to.equal("MigrationError");
    expect(error.message).to.include(message);
    expect(await nonceOf(node.provider, deployerOf(node.mnemonic).address)).to.equal(0);
  }

  it("sends nothing: a folder that is missing, a file in its place, another file in the journal's place", async () => {
    await onNode(startHere(), async (node, output, folder) => {
      await expectNothingSent(node, join(folder, "missing/migration.json"), "cannot be written");
      await writeFile(join(folder, "file"), "");
      await expectNothingSent(node, join(folder, "file/migration.json"), "cannot be written");
      await writeFile(`${output}.journal`, "dear diary\n");
      await expectNothingSent(node, output, "exists but is not a journal");
      expect(await readFile(`${output}.journal`, "utf8")).to.equal("dear diary\n");
    });
  });

  it("sends nothing while another one migrates to the same file, by a link too", async () => {
    await onNode(startHere(), async (node, output, folder) => {
      const link = join(folder, "link.json");
      await symlink(output, link);
      let error: Error | undefined;
      const confirm = async () => {
        error = await rejection(migrate(node, { output: link, sections }));
        return true;
      };
      await migrate(node, { output, sections, confirm });
      expect(error?.message).to.include(
        `The result file ${output} is in use by another migration, which holds the lock ${output}.lock.`,
      );
      await expectAsInProcess(node, output, await reference(node.mnemonic, sections));
      expect((await readdir(folder)).sort()).to.deep.equal(["link.json", "migration.json"]);
    });
  });
});

describe("a migration to a chain that has a base", () => {
  const sections = ["base"] as const;
  const it = usePrepared((node, output) => migrate(node, { output, sections }));

  it("reuses every contract of the same release, after asking; --force redeploys", async (node, output) => {
    const { address } = deployerOf(node.mnemonic);
    const { base: first } = await readResult(output);
    const made = await creationsOf(node.provider, address);

    let asked: readonly string[] = [];
    const begun = performance.now();
    const { figures } = await migrate(node, {
      output,
      sections,
      confirmReuse: async (names) => {
        asked = names;
        return true;
      },
    });
    const contracts = Object.keys(first ?? {}).filter((name) => name !== "arcVersion");
    expect([...asked].sort()).to.deep.equal(contracts.sort());
    expect(figures.transactions).to.equal(0);
    expect(figures.milliseconds).to.be.within(1, performance.now() - begun);
    expect((await readResult(output)).base).to.deep.equal(first);

    for (const options of [{ force: true }, { confirmReuse: async () => false }]) {
      const earlier = (await readResult(output)).base;
      const count = await creationsOf(node.provider, address);
      await migrate(node, { output, sections, ...options });
      const { base } = await readResult(output);
      expect(await creationsOf(node.provider, address)).to.equal(count + made);
      for (const name of contracts as (keyof BaseResult)[]) {
        expect(base?.[name], name).to.not.equal(earlier?.[name]);
      }
    }
  });

  it("looks for the base that a DAO is built on, and reuses it after an interruption without asking again", async () => {
    await onNode(startHere(), async (node, output) => {
      await rejected(
        migrate(node, { output, sections: ["dao"] }),
        /has no base of Arc .* on this chain/,
      );
      await migrate(node, { output, sections: ["base"] });
      const { base } = await readResult(output);
      const all = { output, sections: ["base", "dao"] as const, params: SMALL_DAO };
      await stopAfter(3, node, all);
      await migrate(node, { ...all, confirmReuse: async () => expect.fail("It asked again.") });
      expect((await readResult(output)).base).to.deep.equal(base);
      const made = await reference(node.mnemonic, all.sections, SMALL_DAO);
      await expectAsInProcess(node, output, made, SMALL_DAO);
    });
  });
});
