import { expect } from "chai";

import type { JournalHeader } from "../../../../src/engine/execution/journal/lines.js";
import type { INPUTS } from "../../../../src/engine/execution/journal/whose-journal.js";
import { isSame, requireSame } from "../../../../src/engine/execution/journal/whose-journal.js";
import { OtherMigrationError } from "../../../../src/foundation/support/errors.js";
import { expectRecorded } from "../../../recorded.js";
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

  const DIFFERENCES: Readonly<Record<string, Partial<JournalHeader>>> = {
    "another chain ID": { chainId: 5 },
    "another first block": { genesis: "0xbb" },
    "another account": { account: "0x02" },
    "other sections": withOther("sections"),
    "another release": withOther("arcVersion"),
    "other parameters": withOther("parameters"),
    "other contracts": withOther("customContracts"),
    "another base": withOther("base"),
    "other test accounts": withOther("testAccounts"),
    "two other inputs": withOther("base", "arcVersion"),
  };
  for (const [what, change] of Object.entries(DIFFERENCES)) {
    it(`with ${what} belongs to another migration, and says so`, () => {
      expectRecorded(differenceTo(change));
    });
  }

  it("differs by its chain first, then by the account, then by the inputs", () => {
    expect(differenceTo({ chainId: 5, genesis: "0xbb", account: "0x02" })).to.include("chain ID");
    expect(differenceTo({ genesis: "0xbb", account: "0x02" })).to.include("first block");
    expect(differenceTo({ account: "0x02", ...withOther("base") })).to.include("account");
  });
});
