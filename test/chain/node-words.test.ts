import { expect } from "chai";

import {
  isFullPool,
  isPassing,
  isRequestLimit,
  lacksForkData,
} from "../../src/chain/node-words.js";

/** What nodes and services say, and what it means. */
const WORDS: readonly (readonly [string, "limit" | "passing" | "lack" | "full" | "final"])[] = [
  ["limit exceeded", "limit"],
  ["Too Many Requests", "limit"],
  ["daily request count exceeded, request rate limited", "limit"],
  ["50/second request limit reached - reduce calls per second or upgrade your account", "limit"],
  ["Your app has exceeded its compute units per second capacity.", "limit"],
  ["Monthly capacity limit exceeded.", "limit"],
  ["project ID request rate exceeded", "limit"],
  ["rate limit", "limit"],
  ["call rate limit exhausted, retry in 10s", "limit"],
  ["exceeds block gas limit", "final"],
  ["gas limit reached", "final"],
  ["gas required exceeds allowance (30000000)", "final"],
  ["block gas limit exceeded", "final"],
  ["max initcode size exceeded", "final"],
  ["query returned more than 10000 results. Query timeout exceeded", "passing"],
  ["query returned more than 10000 results", "final"],
  ["exceed maximum block range: 50000", "final"],
  ["execution reverted: cap exceeded", "final"],
  ["VM Exception while processing transaction: revert too many", "final"],
  ["tx fee (1.20 ether) exceeds the configured cap (1.00 ether)", "final"],
  ["nonce too low", "final"],
  ["insufficient funds for gas * price + value", "final"],
  ["replacement transaction underpriced", "final"],
  ["transaction underpriced", "final"],
  ["max fee per gas less than block base fee", "final"],
  ["header not found", "passing"],
  ["Internal error", "passing"],
  ["Internal server error", "passing"],
  ["Internal JSON-RPC error.", "passing"],
  ["unknown block", "passing"],
  ["service temporarily unavailable", "passing"],
  ["read tcp: connection reset by peer", "passing"],
  ["request timed out", "passing"],
  ["the method eth_getStorageAt does not exist/is not available", "lack"],
  ["Method not found", "lack"],
  ["Unsupported method: eth_getCode", "lack"],
  ["missing trie node 4f… (path ) state 0x… is not available", "lack"],
  ["required historical state unavailable", "lack"],
  ["distance to target block exceeds maximum proof window", "lack"],
  ["txpool is full", "full"],
  ["transaction pool is full", "full"],
  ["account limit exceeded", "full"],
  ["transaction underpriced: not enough for a full pool", "full"],
  ["in-flight transaction limit reached for delegated accounts", "full"],
  ["transaction discarded outright due to pool size constraints", "full"],
  ["future transaction tries to replace pending", "full"],
];

describe("the words of nodes", () => {
  for (const [message, meaning] of WORDS) {
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
