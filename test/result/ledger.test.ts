import { expect } from "chai";

import type { ChainIdentity } from "../../src/chain/identity.js";
import { entryOf, organizationMadeFrom, type Ledger } from "../../src/result/ledger.js";
import { restarted } from "../../src/result/file.js";
import type { DaoResult, LedgerEntry, ResultSections } from "../../src/result/result.js";

const CHAIN: ChainIdentity = {
  name: "private",
  chainId: 1337,
  genesis: `0x${"11".repeat(32)}`,
  inProcess: false,
};
const { name: network, chainId, genesis } = CHAIN;

const made = (name: string, more: object = {}) =>
  ({ name, arcVersion: "0.0.1-rc.57", inputs: "0x12", ...more }) as DaoResult;

function ledger(...others: readonly Partial<LedgerEntry>[]): Ledger {
  const entries = others.map((entry) => ({ network, chainId, genesis, ...entry }));
  return { top: entries[0], others: entries.slice(1) };
}

describe("organizationMadeFrom", () => {
  const found = (...entries: readonly Partial<LedgerEntry>[]) =>
    organizationMadeFrom(ledger(...entries), CHAIN, "dao", "0x12")?.name;

  it("finds the newest DAO of the same inputs, at the top or in others", () => {
    expect(found({ dao: made("top") }, { dao: made("older") })).to.equal("top");
    const other = made("top", { inputs: "0x34" });
    expect(found({ dao: other }, { dao: made("older") }, { dao: made("newer") })).to.equal("newer");
    expect(found({ dao: other })).to.equal(undefined);
  });

  it("ignores unsafe DAOs, and those of other chains", () => {
    expect(found({ dao: made("unsafe", { unsafe: ["why"] }) })).to.equal(undefined);
    expect(found({ dao: made("x"), genesis: `0x${"22".repeat(32)}` })).to.equal(undefined);
    expect(found({ dao: made("x"), chainId: 1338 })).to.equal(undefined);
  });
});

describe("entryOf", () => {
  it("finds no entry of a chain in a process that ended, nor any for such a chain", () => {
    const entry = { dao: made("x"), inProcess: true };
    expect(entryOf(ledger(entry), CHAIN, undefined)).to.equal(undefined);
    const inProcess = { ...CHAIN, inProcess: true };
    expect(entryOf(ledger({ dao: made("x") }), inProcess, undefined)).to.equal(undefined);
  });

  it("takes the release of an entry from any of its sections", () => {
    for (const name of ["base", "dao", "test"] as const) {
      const entries = ledger({ [name]: made(name) });
      expect(entryOf(entries, CHAIN, "0.0.1-rc.57"), name).to.equal(entries.top);
      expect(entryOf(entries, CHAIN, "0.0.1-rc.40"), name).to.equal(undefined);
    }
  });
});

describe("restarted", () => {
  const base = { arcVersion: "0.0.1-rc.57" } as NonNullable<ResultSections["base"]>;

  it("leaves the base for a migration that makes none", () => {
    expect(restarted({ base, dao: made("x") }, ["dao", "test"])).to.deep.equal({ base });
    expect(restarted({ base, dao: made("x") }, ["base", "dao"])).to.deep.equal({});
    expect(restarted({ dao: made("x") }, ["dao"])).to.deep.equal({});
  });
});
