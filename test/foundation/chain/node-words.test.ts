import { expect } from "chai";

import {
  isFullPool,
  isPassing,
  isRequestLimit,
  lacksForkData,
  logRefusal,
} from "../../../src/foundation/chain/node-words.js";

/** Error messages of nodes and services, and their meaning. */
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

/** Errors of nodes that refuse a range of logs, and the number of blocks that they name as their limit. */
const REFUSALS: readonly (readonly [string, "blocks" | "logs" | "pruned" | undefined, number?])[] =
  [
    ["range 1000000 exceeds limit of 10000", "blocks", 10000],
    [
      "block range is larger than max block range, block range = 5120, max block range = 5000",
      "blocks",
      5000,
    ],
    ["invalid params range 9009594 is bigger than range limit 2000", "blocks", 2000],
    ["eth_getLogs is limited to a 10,000 range", "blocks", 10000],
    ["eth_getLogs and eth_newFilter are limited to a 10,000 blocks range", "blocks", 10000],
    ["ranges over 10000 blocks are not supported on freetier", "blocks", 10000],
    ["exceed maximum block range: 50000", "blocks", 50000],
    ["requested too many blocks from 0 to 18000000, maximum is set to 2048", "blocks", 2048],
    [
      "Under the Free tier plan, you can make eth_getLogs requests with up to a 10 block range.",
      "blocks",
      10,
    ],
    ["query block range exceeds server limit", "blocks"],
    ["Block range limit exceeded", "blocks"],
    ["block range too high", "blocks"],
    ["block range is too wide", "blocks"],
    ["block range exceeds configured limit", "blocks"],
    ["maximum allowed number of requested blocks is 3K blocks", "blocks", 3000],
    ["Please limit the query to at most 1000 blocks", "blocks", 1000],
    ["query exceeds max block range 2", "blocks", 2],
    ["exceeds the range allowed for your plan (1000 > 500)", "blocks", 1000],
    ["query returned more than 10000 results", "logs"],
    ["query returned more than 10000 results. Query timeout exceeded", "logs"],
    ["query exceeds max results 20000, retry with the range 1-100", "logs"],
    [
      "Log response size exceeded. You can make eth_getLogs requests with up to a 2K block range",
      "logs",
    ],
    ["logs matched by query exceeds limit of 10000", "logs"],
    ["too many results, please narrow the range", "logs"],
    ["query timeout exceeded", "logs"],
    ["response is too big", "logs"],
    ["backend response too large", "logs"],
    ["it is longer than 64 MiB", "logs"],
    ["request timed out", "logs"],
    ["context deadline exceeded", "logs"],
    ["pruned history unavailable", "pruned"],
    ["history has been pruned for this block", "pruned"],
    ["old data not available due to pruning", "pruned"],
    ["receipts for block 12 are not available", "pruned"],
    ["Too Many Requests", undefined],
    ["call rate limit exhausted, retry in 10s", undefined],
    ["invalid block range params", undefined],
    ["block range extends beyond current head block", undefined],
    ["fromBlock is greater than toBlock", undefined],
    ["unknown block", undefined],
    ["header not found", undefined],
    ["Internal error", undefined],
    ["Method not found", undefined],
  ];

describe("the words of nodes about logs", () => {
  for (const [message, kind, most] of REFUSALS) {
    it(`mean ${kind ?? "something else"}: ${message}`, () => {
      const refusal = logRefusal({ code: -32000, message });
      expect(refusal?.kind).to.equal(kind);
      expect(kind === "blocks" ? refusal?.most : undefined).to.equal(most);
    });
  }

  it("mean that logs are pruned with the code 4444", () => {
    expect(logRefusal({ code: 4444, message: "no" })?.kind).to.equal("pruned");
  });
});
