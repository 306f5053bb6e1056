import { expect } from "chai";

import type { ChainIdentity } from "../../../src/foundation/chain/identity.js";
import {
  addTo,
  EMPTY,
  entriesOf,
  entryOfDao,
  organizationMadeFrom,
  type Ledger,
} from "../../../src/foundation/result/ledger.js";
import { restarted } from "../../../src/foundation/result/file.js";
import type {
  DaoResult,
  DemoTestResult,
  LedgerEntry,
  ResultSections,
} from "../../../src/foundation/result/result.js";

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
  const base = { arcVersion: "0.0.1-rc.57" } as NonNullable<ResultSections["base"]>;
  const found = (...entries: readonly Partial<LedgerEntry>[]) =>
    organizationMadeFrom(ledger(...entries), CHAIN, base, "dao", "0x12")?.name;

  it("finds the newest DAO of the same inputs, at the top or in others", () => {
    expect(found({ dao: made("top") }, { dao: made("older") })).to.equal("top");
    const other = made("top", { inputs: "0x34" });
    expect(found({ dao: other }, { dao: made("older") }, { dao: made("newer") })).to.equal("newer");
    expect(found({ dao: other })).to.equal(undefined);
  });

  it("ignores those on a base that was redeployed since", () => {
    expect(found({ base: { ...base, arcVersion: "0.0.1-rc.40" }, dao: made("x") })).to.equal(
      undefined,
    );
    expect(found({ base, dao: made("x") })).to.equal("x");
  });

  it("ignores unsafe DAOs, and those of other chains", () => {
    expect(found({ dao: made("unsafe", { unsafe: ["why"] }) })).to.equal(undefined);
    expect(found({ dao: made("x"), genesis: `0x${"22".repeat(32)}` })).to.equal(undefined);
    expect(found({ dao: made("x"), chainId: 1338 })).to.equal(undefined);
  });
});

describe("entriesOf", () => {
  it("finds no entry of a chain in a process that ended, nor any for such a chain", () => {
    const entry = { dao: made("x"), inProcess: true };
    expect(entriesOf(ledger(entry), CHAIN, undefined)).to.deep.equal([]);
    const inProcess = { ...CHAIN, inProcess: true };
    expect(entriesOf(ledger({ dao: made("x") }), inProcess, undefined)).to.deep.equal([]);
  });

  it("takes the release of an entry from any of its sections", () => {
    for (const name of ["base", "dao", "test"] as const) {
      const entries = ledger({ [name]: made(name) });
      expect(entriesOf(entries, CHAIN, "0.0.1-rc.57"), name).to.deep.equal([entries.top]);
      expect(entriesOf(entries, CHAIN, "0.0.1-rc.40"), name).to.deep.equal([]);
    }
  });
});

describe("entryOfDao", () => {
  it("finds the newest entry with a DAO or demo test, in any spelling of its avatar", () => {
    const a = made("a", { Avatar: "0xAa" });
    const b = made("b", { Avatar: "0xBb" }) as unknown as DemoTestResult;
    const entries = entriesOf(
      ledger({ test: b }, { dao: a }, { dao: a, test: b }),
      CHAIN,
      undefined,
    );
    expect(entryOfDao(entries, "0xaa")).to.deep.include({ dao: a, test: b });
    expect(entryOfDao(entries, "0xbb")).to.equal(entries[0]);
    expect(entryOfDao(entries, "0xcc")).to.equal(undefined);
  });
});

describe("addTo", () => {
  const now = "2026-01-02T03:04:05.000Z";
  const base = { arcVersion: "0.0.1-rc.57", DAOToken: "0xAb" } as NonNullable<
    ResultSections["base"]
  >;
  const add = (before: Ledger, existing: ResultSections, added: ResultSections) =>
    addTo(before, { chain: CHAIN, existing, made: added, now }).ledger;

  it("keeps sections next to the same base, in any spelling of its addresses", () => {
    const before = ledger({ base, dao: made("x") });
    const same = { ...base, DAOToken: "0xaB" };
    expect(add(before, { base }, { base: same })).to.deep.equal({
      top: { network, chainId, genesis, base: same, dao: made("x") },
      others: [],
    });
    const other = { ...base, DAOToken: "0xcd" };
    const { top, others } = add(before, { base }, { base: other });
    expect(top).to.deep.equal({ network, chainId, genesis, base: other });
    expect(others).to.deep.equal([{ ...before.top, replaced: now }]);
  });

  it("keeps a DAO on someone else's base beside others on it, but not beside a base of its own", () => {
    const before = ledger({ dao: made("x") });
    const test = made("test") as unknown as NonNullable<ResultSections["test"]>;
    expect(add(before, { base }, { test }).top).to.deep.equal({ ...before.top, test });
    const old = { ...base, arcVersion: "0.0.1-rc.40" };
    expect(add(before, { base: old }, { test }).top).to.not.have.property("dao");
    expect(add(before, {}, { base }).top).to.not.have.property("dao");
  });

  it("lists a DAO as replaced only if another takes its place", () => {
    const before = ledger({ base, dao: made("x", { Avatar: "0x01" }) });
    const same = made("renamed", { Avatar: "0x01" });
    expect(add(before, { base }, { dao: same }).others).to.deep.equal([]);
    const other = made("y", { Avatar: "0x02" });
    expect(add(before, { base }, { dao: other }).others.map(({ dao }) => dao?.name)).to.deep.equal([
      "x",
    ]);
  });

  it("writes a DAO that was changed where it stands, and never in place of the newest one", () => {
    const [first, second] = [made("x", { Avatar: "0x01" }), made("y", { Avatar: "0x02" })];
    const changed = { ...first, Intended: [] };
    const change = (before: Ledger) =>
      addTo(before, { chain: CHAIN, existing: {}, made: { dao: changed }, isChange: true, now });
    const both = change(ledger({ base, dao: second }, { base, dao: first }));
    expect(both.replaced).to.deep.equal([]);
    expect(both.ledger).to.deep.equal(ledger({ base, dao: second }, { base, dao: changed }));
    // It is the oldest, because it may be of any base.
    const unlisted = change(ledger({ base, dao: second }, { base: { ...base, DAOToken: "0xcd" } }));
    expect(unlisted.ledger.top!.dao).to.equal(second);
    expect(unlisted.ledger.others[0]!.dao).to.equal(changed);
    expect(change(ledger({ base, dao: first })).ledger.top!.dao).to.equal(changed);
  });

  it("takes only the base of an entry that any private chain may match", () => {
    const withBase = { network, chainId, base, dao: made("x") };
    const onIt = add({ top: withBase, others: [] }, { base }, { dao: made("y") });
    expect(onIt).to.deep.equal({
      top: { network, chainId, genesis, base, dao: made("y") },
      others: [],
    });
    const anyChain = { network, chainId, dao: made("x") };
    const { top, others } = add({ top: anyChain, others: [] }, { base }, { dao: made("y") });
    expect(top).to.deep.equal({ network, chainId, genesis, dao: made("y") });
    expect(others).to.deep.equal([]);
    expect(add(EMPTY, {}, { base }).top).to.deep.equal({ network, chainId, genesis, base });
  });
});

describe("restarted", () => {
  const base = { arcVersion: "0.0.1-rc.57" } as NonNullable<ResultSections["base"]>;

  it("keeps the base if a migration deploys none", () => {
    expect(restarted({ base, dao: made("x") }, ["dao", "test"])).to.deep.equal({ base });
    expect(restarted({ base, dao: made("x") }, ["base", "dao"])).to.deep.equal({});
    expect(restarted({ dao: made("x") }, ["dao"])).to.deep.equal({});
  });
});
