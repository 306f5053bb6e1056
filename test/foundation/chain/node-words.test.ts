import { join } from "node:path";

import { expect } from "chai";

import {
  isFullPool,
  isPassing,
  isRequestLimit,
  lacksForkData,
  logRefusal,
} from "../../../src/foundation/chain/node-words.js";
import { readCases } from "../../recorded.js";

/** Error messages of nodes and services, by what they mean. */
const WORDS = wordsIn("node-words.txt");

/** Messages that refuse a range of logs; before some the number of blocks that they name as their limit. */
const REFUSALS = wordsIn("node-words-about-logs.txt");

function wordsIn(file: string): [meaning: string, words: string][] {
  return readCases(join(import.meta.dirname, file)).flatMap(([meaning, text]) =>
    text.split("\n").map((words): [string, string] => [meaning, words]),
  );
}

describe("the words of nodes", () => {
  for (const [meaning, message] of WORDS) {
    it(`mean "${meaning}": ${message}`, () => {
      const error = { code: -32000, message };
      const found = {
        limit: isRequestLimit(error),
        passing: isPassing(error),
        lack: lacksForkData(error),
        full: isFullPool(error),
      };
      if (meaning === "limit") expect(found).to.include({ limit: true, full: false, lack: false });
      else expect(found.limit, "a limit").to.equal(false);
      if (meaning === "passing") expect(found).to.include({ passing: true, lack: false });
      if (meaning === "lack") expect(found).to.include({ passing: false, lack: true });
      expect(found.full, "a full pool").to.equal(meaning === "full");
      if (meaning === "final") expect(found.passing || found.lack).to.equal(false);
    });
  }

  for (const code of [429, -32005, -32007, -32029]) {
    it(`mean a limit with the code ${code}, unless they are about the request itself`, () => {
      expect(isRequestLimit({ code, message: "no" })).to.equal(true);
      expect(isRequestLimit({ code, message: "query returned more than 10000 results" })).to.equal(
        false,
      );
    });
  }
});

describe("the words of nodes about logs", () => {
  for (const [kind, words] of REFUSALS) {
    it(`mean ${kind}: ${words}`, () => {
      const [message = "", most] = words.split(" | ").reverse();
      const refusal = logRefusal({ code: -32000, message });
      expect(refusal?.kind ?? "something else").to.equal(kind);
      if (kind === "blocks") expect(refusal?.most).to.equal(most && Number(most));
    });
  }

  it("mean that logs are pruned with the code 4444", () => {
    expect(logRefusal({ code: 4444, message: "no" })?.kind).to.equal("pruned");
  });
});
