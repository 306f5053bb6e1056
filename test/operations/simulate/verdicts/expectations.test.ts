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

  it("says by how much the treasury falls", async () => {
    const falls = (fallsByAtMost: string) => judge({ treasury: "ether", fallsByAtMost });
    expect(await falls("3")).to.deep.equal({
      expected: '{"treasury":"ether","fallsByAtMost":"3"}',
      met: "yes",
      found: undefined,
    });
    expect(await falls("2.9")).to.deep.include({ met: "no", found: "it falls by 3.0" });
    // It rises.
    expect((await judge({ treasury: TOKEN, fallsByAtMost: "0" })).met).to.equal("yes");
  });

  it("compares balances in the units of their currency", async () => {
    const of = (currency: string, values: object) =>
      judge({ balanceOf: HOLDER, of: currency, ...values });
    for (const currency of [TOKEN, "reputation"]) {
      expect((await of(currency, { before: "2", after: "3" })).met, currency).to.equal("yes");
      expect(await of(currency, { before: "3", after: "2" })).to.deep.include({
        met: "no",
        found: "it is 2.0 before, it is 3.0 after",
      });
    }
    expect(await of("ether", { after: "6" })).to.deep.include({ found: "it is 7.0 after" });
  });

  it("is inconclusive if a balance cannot be read or has no such amount", async () => {
    const stranger = { balanceOf: HOLDER, of: account(8), after: "3" };
    expect(await judge(stranger)).to.deep.include({
      met: "inconclusive",
      found: "it has no decimals",
    });
    const { met, found } = await judge({ balanceOf: HOLDER, of: TOKEN, after: "0.0000001" });
    expect(met).to.equal("inconclusive");
    expect(found).to.equal("The amount 0.0000001 has 7 decimals, but its token has 6");
  });

  it("says which permissions a scheme gains, not which it has", async () => {
    const [first] = before.schemes;
    const after = { ...before, schemes: [scheme(first!.contract, "0x00000011")] };
    const { address } = first!.contract;
    expect(await judge({ noSchemeGains: "0x0000001f" }, { after })).to.deep.include({
      met: "no",
      found: `${address} gains 0x00000010`,
    });
    expect((await judge({ noSchemeGains: "0x00000002" }, { after })).met).to.equal("yes");
    expect((await judge({ noSchemeGains: "0x00000010" })).met).to.equal("yes");
    const high = { ...before, schemes: [scheme(first!.contract, "0x80000001")] };
    expect(await judge({ noSchemeGains: "0xffffffff" }, { after: high })).to.deep.include({
      found: `${address} gains 0x80000000`,
    });
  });

  it("is inconclusive about permissions if the DAO cannot be read afterwards", async () => {
    const after = { notRead: "the node does not answer" };
    expect(await judge({ noSchemeGains: "0x00000010" }, { after })).to.deep.include({
      met: "inconclusive",
      found: "the node does not answer",
    });
  });
});
