import { expect } from "chai";

import type { ForkedChain } from "../../../../src/operations/simulate/chain/forked-chain.js";
import type { ExpectationResult } from "../../../../src/operations/simulate/simulation.js";
import {
  judgeExpectations,
  parseExpectations,
  type Ends,
} from "../../../../src/operations/simulate/verdicts/expectations.js";
import { UsageError } from "../../../../src/foundation/support/errors.js";
import { account, scheme, sampleInspection } from "../../../engine/inspect/sample-inspection.js";
import { fakeToken } from "../fake-token.js";
import { expectRecorded } from "../../../recorded.js";

describe("parseExpectations", () => {
  it("says what is expected instead of an invalid expectation", () => {
    for (const [value, message] of [
      [{}, /^The file is not a list of expectations: it: Invalid input: expected array/],
      [[], /: it: it is empty, so nothing would be expected\. See/],
      [[{ treasury: "gold", fallsByAtMost: "1" }], /: 0: expected \{ treasury, fallsByAtMost \}/],
      [
        [{ noSchemeGains: "0x00000010" }, { noSchemeGains: "16" }],
        /: 1: expected .+, noSchemeGains is 4 bytes/,
      ],
      [[{ balances: "0x12" }], /treasury and of are ether, reputation or an address/],
    ] as const) {
      expect(() => parseExpectations(value, "The file")).to.throw(UsageError, message);
    }
  });
});

describe("judgeExpectations", () => {
  const before = sampleInspection();
  const [HOLDER, TOKEN] = [account(20), account(9)];
  const LAST = undefined;
  /** Balances before and after. The token has 6 decimals. */
  const chain = {
    balance: async (_account: string, block?: number) =>
      block === LAST ? 7n * 10n ** 18n : 10n * 10n ** 18n,
    token: (contract: string, block?: number) =>
      fakeToken((name) => {
        if (name === "decimals") {
          if (contract !== TOKEN) throw new Error("it has no decimals");
          return 6n;
        }
        const unit = contract === TOKEN ? 10n ** 6n : 10n ** 18n;
        return (block === LAST ? 3n : 2n) * unit;
      }),
  } as unknown as ForkedChain;

  async function judge(
    expectation: object,
    changes: Partial<Ends> = {},
  ): Promise<ExpectationResult> {
    const expectations = parseExpectations([expectation], "it");
    const [only] = await judgeExpectations(expectations, {
      chain,
      before,
      after: before,
      ...changes,
    });
    return only!;
  }

  it("says by how much the treasury falls, which may rise", async () => {
    expectRecorded([
      await judge({ treasury: "ether", fallsByAtMost: "3" }),
      await judge({ treasury: "ether", fallsByAtMost: "2.9" }),
      await judge({ treasury: TOKEN, fallsByAtMost: "0" }),
    ]);
  });

  it("compares balances in the units of their currency", async () => {
    const of = async (currency: string, values: object) =>
      await judge({ balanceOf: HOLDER, of: currency, ...values });
    for (const currency of [TOKEN, "reputation"]) {
      expectRecorded([
        await of(currency, { before: "2", after: "3" }),
        await of(currency, { before: "3", after: "2" }),
      ]);
    }
    expectRecorded(await of("ether", { after: "6" }));
  });

  it("is inconclusive if a balance cannot be read or has no such amount", async () => {
    expectRecorded([
      await judge({ balanceOf: HOLDER, of: account(8), after: "3" }),
      await judge({ balanceOf: HOLDER, of: TOKEN, after: "0.0000001" }),
    ]);
  });

  it("says which permissions a scheme gains, not which it has", async () => {
    const { contract } = before.schemes[0]!;
    const after = { ...before, schemes: [scheme(contract, "0x00000011")] };
    const high = { ...before, schemes: [scheme(contract, "0x80000001")] };
    expectRecorded([
      await judge({ noSchemeGains: "0x0000001f" }, { after }),
      await judge({ noSchemeGains: "0x00000002" }, { after }),
      await judge({ noSchemeGains: "0x00000010" }),
      await judge({ noSchemeGains: "0xffffffff" }, { after: high }),
    ]);
  });

  it("is inconclusive about permissions if the DAO cannot be read afterwards", async () => {
    const after = { notRead: "the node does not answer" };
    expectRecorded(await judge({ noSchemeGains: "0x00000010" }, { after }));
  });
});
