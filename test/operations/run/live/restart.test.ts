import { readdir, readFile } from "node:fs/promises";

import { expect } from "chai";

import {
  DeclinedError,
  InsufficientFundsError,
} from "../../../../src/foundation/support/errors.js";
import { rejected, rejection } from "../../../rejection.js";
import { usePrepared } from "../../../live/prepared.js";
import {
  sentOn,
  deployerOf,
  expectAsInProcess,
  migrate,
  preview,
  reference,
  stopAfter,
} from "../../../live/support.js";

const SECTIONS = ["base"] as const;

describe("a migration that starts over", () => {
  // Each begins with the journal of a migration that stopped after ten transactions.
  const it = usePrepared((node, output) => stopAfter(10, node, { output, sections: SECTIONS }));

  it("leaves the journal as it is in a dry run, without the funds, and after a no", async (node, output, folder) => {
    const journal = await readFile(`${output}.journal`);
    const restart = { output, sections: SECTIONS, restart: true };
    await preview(node, restart);
    const poor = {
      request: async (request: { method: string; params?: unknown[] }) =>
        request.method === "eth_getBalance" ? "0x0" : await node.provider.request(request),
    };
    await rejected(migrate(node, { ...restart, provider: poor }), InsufficientFundsError);
    const no = migrate(node, { ...restart, confirm: async () => false });
    expect(await rejection(no)).to.be.instanceOf(DeclinedError);
    expect(await readdir(folder)).to.deep.equal(["migration.json.journal"]);
    expect(await readFile(`${output}.journal`)).to.deep.equal(journal);
    // The journal can still be resumed.
    await migrate(node, { output, sections: SECTIONS });
    await expectAsInProcess(node, output, await reference(node.mnemonic, SECTIONS));
  });

  it("sets the journal aside, says so, and resumes its own with the same command", async (node, output, folder) => {
    const sent = await sentOn(node);
    const journal = await readFile(`${output}.journal`);
    const notes: string[] = [];
    const onNote = (note: string) => notes.push(note);
    const restart = { output, sections: SECTIONS, restart: true, onNote };
    await stopAfter(5, node, restart);
    expect(notes.join("\n")).to.match(/earlier journal .*\.journal is now .*\.journal\.1;/);
    await stopAfter(5, node, restart);
    await migrate(node, restart);
    expect(notes.filter((note) => note.startsWith("Resuming from"))).to.have.length(2);
    expect(await readdir(folder)).to.have.members(["migration.json", "migration.json.journal.1"]);
    expect(await readFile(`${output}.journal.1`)).to.deep.equal(journal);
    const { nonces } = await reference(node.mnemonic, SECTIONS);
    const steps = nonces[deployerOf(node.mnemonic).address] ?? 0;
    expect(await sentOn(node), "no step of the second migration twice").to.equal(sent + steps);
  });

  it("sets aside the journal of a migration with other inputs that --restart began", async (node, output, folder) => {
    await stopAfter(5, node, { output, sections: SECTIONS, restart: true });
    await migrate(node, { output, sections: SECTIONS, arcVersion: "rc.56", restart: true });
    expect(await readdir(folder)).to.have.members([
      "migration.json",
      "migration.json.journal.1",
      "migration.json.journal.2",
    ]);
  });
});
