import { expect } from "chai";

import type { JournalHeader } from "../../../../src/engine/execution/journal/lines.js";
import type { INPUTS } from "../../../../src/engine/execution/journal/whose-journal.js";
import { isSame, requireSame } from "../../../../src/engine/execution/journal/whose-journal.js";
import { OtherMigrationError } from "../../../../src/foundation/support/errors.js";
import { INPUT_HASHES, sampleHeader } from "./sample-header.js";

const FOUND = sampleHeader({ chainId: 1, genesis: "0xaa", account: "0x01" });

/** Returns the refusal of a journal, between its path and the advice, or undefined if it is accepted. */
function differenceTo(change: Partial<JournalHeader>): string | undefined {
  const [found, now] = [FOUND, { ...FOUND, ...change }];
  try {
    requireSame("x.journal", found, now);
    expect(isSame(found, now)).to.equal(true);
    return undefined;
  } catch (error) {
    expect(error).to.be.instanceOf(OtherMigrationError).and.include({ journal: "x.journal" });
    expect(isSame(found, now)).to.equal(false);
    const [, difference] =
      /^The journal x\.journal belongs to another migration: (.*)\. Finish that one with the inputs it was started with, or pass --restart to leave it unfinished and start over\.$/.exec(
        (error as Error).message,
      ) ?? [];
    return difference ?? (error as Error).message;
  }
}

const withOther = (...names: readonly (keyof typeof INPUTS)[]): Partial<JournalHeader> => ({
  inputs: { ...INPUT_HASHES, ...Object.fromEntries(names.map((name) => [name, "other"])) },
});

describe("a journal", () => {
  it("belongs to the migration with the same chain, account and inputs, whatever else its header says", () => {
    expect(differenceTo({ begunByRestart: true, firstBlock: 9 })).to.equal(undefined);
  });

  const DIFFERENCES: Readonly<Record<string, readonly [Partial<JournalHeader>, string]>> = {
    "another chain ID": [{ chainId: 5 }, "its chain ID is 1, this chain's is 5"],
    "another first block": [
      { genesis: "0xbb" },
      "the first block of its chain is 0xaa, this chain's is 0xbb (a restarted development chain is a new chain)",
    ],
    "another account": [{ account: "0x02" }, "its account is 0x01, this one is 0x02"],
    "other sections": [
      withOther("sections"),
      "it was started with different sections (base, DAO, demo test)",
    ],
    "another release": [withOther("arcVersion"), "it was started with a different Arc release"],
    "other parameters": [withOther("parameters"), "it was started with different parameters"],
    "other contracts": [
      withOther("customContracts"),
      "it was started with different custom contracts",
    ],
    "another base": [withOther("base"), "it was started with a different base"],
    "other test accounts": [
      withOther("testAccounts"),
      "it was started with different test accounts",
    ],
    "two other inputs": [
      withOther("base", "arcVersion"),
      "it was started with a different Arc release and a different base",
    ],
  };
  for (const [what, [change, difference]] of Object.entries(DIFFERENCES)) {
    it(`with ${what} belongs to another migration, and says so`, () => {
      expect(differenceTo(change)).to.equal(difference);
    });
  }

  it("differs by its chain first, then by the account, then by the inputs", () => {
    expect(differenceTo({ chainId: 5, genesis: "0xbb", account: "0x02" })).to.include("chain ID");
    expect(differenceTo({ genesis: "0xbb", account: "0x02" })).to.include("first block");
    expect(differenceTo({ account: "0x02", ...withOther("base") })).to.include("account");
  });
});
