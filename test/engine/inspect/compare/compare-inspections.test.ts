import { expect } from "chai";
import { getAddress, parseEther } from "ethers";

import { plain } from "../../../plain.js";
import { compareInspections } from "../../../../src/engine/inspect/compare/compare-inspections.js";
import {
  isWhole,
  type Comparison,
  type Difference,
} from "../../../../src/engine/inspect/compare/comparison.js";
import type { Inspection } from "../../../../src/engine/inspect/description.js";
import { inspectDao } from "../../../../src/engine/inspect/inspect-dao.js";
import { MigrationError } from "../../../../src/foundation/support/errors.js";
import { SMALL_DAO } from "../../migration/with-base.js";
import { expectGolden } from "../../../golden.js";
import { expectInspected, schemeOf, wasRead, withoutMoments } from "../raw-calls.js";
import { onDao, onDemo } from "../raw-dao.js";

const STRANGER = getAddress(`0x${"ab".repeat(20)}`);
const FOUNDER = SMALL_DAO.founders[0].address;
/** Fields that say when something happened, or that follow from other reported fields. */
const NOT_TOLD =
  /^\["(schemaVersion|chainId|block|eventsFromBlock|releases)"|^\["avatar","address"|"(releases|exact|build|share|threshold|toBoost)"|"stakingToken","(name|symbol|decimals)"|^\["control",\d+,"permissions"\]|"permissions","words"|"history",\d+,"(by|how|block|time|transaction)"/;

function ofKind<Kind extends Difference["kind"]>(
  { differences }: Comparison,
  kind: Kind,
): readonly Extract<Difference, { kind: Kind }>[] {
  return differences.filter(
    (each): each is Extract<Difference, { kind: Kind }> => each.kind === kind,
  );
}

describe("compareInspections", () => {
  it("lists what accounts with permissions did to a DAO, and nothing else", async () => {
    const file = {
      founders: SMALL_DAO.founders,
      schemes: { UpgradeScheme: true, SchemeRegistrar: true },
    };
    await onDao(async (raw) => {
      const { dao } = raw;
      const { provider } = raw.chain.connection;
      const gen = raw.chain.base.DAOToken;
      const [registrar, upgrades] = [raw.scheme("SchemeRegistrar"), raw.scheme("UpgradeScheme")];
      await raw.transact({ to: dao.Avatar }, { value: parseEther("50") });
      const before = await inspectDao(provider, dao.Avatar);
      await raw.control("mintTokens", 5n, FOUNDER);
      await raw.control("mintReputation", 7n, STRANGER);
      await raw.control("sendEther", parseEther("40"), STRANGER);
      await raw.control("externalTokenApproval", gen, STRANGER, 6n);
      await raw.register(STRANGER, "0x0000001f");
      await raw.register(registrar, "0x0000001b", schemeOf(before, registrar).paramsHash);
      await raw.control("unregisterScheme", upgrades);
      const after = await inspectDao(provider, dao.Avatar);
      expect(compareInspections(before, before).differences).to.deep.equal([]);
      const compared = compareInspections(before, after);
      expect(compared).to.deep.include({
        before: before.block,
        after: after.block,
        notCompared: [],
      });
      expectGolden(import.meta.dirname, "differences.txt", withoutMoments(compared.differences));
    }, file);
  });

  describe("of a demo test", () => {
    let earlier: Inspection;
    let after: Inspection;

    before(async () => {
      await onDemo("rc.57", async ({ connection: { provider } }, test) => {
        after = await inspectDao(provider, test.Avatar);
        const proposals = wasRead(after.proposals);
        // At the block of the middle proposal, one proposal has yet to get votes.
        const block = proposals[Math.floor(proposals.length / 2)]!.block;
        earlier = await inspectDao(provider, test.Avatar, { block });
      });
    });

    it("lists proposals that were made, voted on, staked on and decided", () => {
      const [was, is] = [wasRead(earlier.proposals), wasRead(after.proposals)];
      const compared = compareInspections(earlier, after);
      expect(compared.notCompared).to.deep.equal([]);
      const ids = was.map(({ id }) => id);
      expect(ofKind(compared, "proposalMade").map(({ proposal }) => proposal)).to.deep.equal(
        is.filter(({ id }) => !ids.includes(id)),
      );
      expect(ids).to.not.have.length(is.length);
      for (const { id, votes, state } of was) {
        const now = is.find((each) => each.id === id)!;
        const about = ({ proposal }: { proposal: { id: string } }) => proposal.id === id;
        if ("notRead" in votes || "notRead" in now.votes) throw new Error("No votes");
        const more = now.votes.cast.slice(votes.cast.length);
        const cast = ofKind(compared, "votesCast").find(about);
        expect(cast?.cast ?? []).to.deep.equal(more);
        const standing = ofKind(compared, "proposalProgress").find(about);
        if (JSON.stringify(state) === JSON.stringify(now.state)) continue;
        expect(standing?.before.state).to.deep.equal(state);
        expect(standing?.after.state).to.deep.equal(now.state);
      }
      expect(ofKind(compared, "votesCast")).to.not.have.length(0);
    });

    it("misses nothing: any other field of an inspection would be a difference", () => {
      const text = JSON.stringify(after);
      const silent: string[] = [];
      for (const path of leavesOf(JSON.parse(text))) {
        if (NOT_TOLD.test(JSON.stringify(path))) continue;
        const { differences } = compareInspections(after, changedAt(text, path));
        if (differences.length === 0) silent.push(JSON.stringify(path));
      }
      expect(silent).to.deep.equal([]);
    });

    it("compares unknown parts, and names those that only one of the two has", () => {
      const [one, other] = [1, 2].map((upgrades) => ({ ...after, upgrades }));
      expect(compareInspections(one!, other!).differences).to.deep.equal([
        { kind: "value", path: "upgrades", before: 1, after: 2 },
      ]);
      const { differences, notCompared } = compareInspections(after, other!);
      expect(differences).to.deep.equal([]);
      expect(notCompared.map(({ path }) => path)).to.deep.equal(["upgrades"]);
      const { accounts, ...early } = after;
      const grown = compareInspections(early as Inspection, after);
      expect(grown.differences).to.deep.equal([]);
      expect(grown.notCompared.map(({ path }) => path)).to.deep.equal(["accounts"]);
    });

    it("lists what was not read before or after, and unknown code", () => {
      const lost = { ...after, treasury: { notRead: "no old state" } };
      const { differences, notCompared } = compareInspections(after, lost);
      expect(differences).to.deep.equal([]);
      expect(isWhole({ notCompared })).to.equal(false);
      expect(plain(notCompared)).to.deep.equal([{ path: "treasury", after: "no old state" }]);
      const [first, ...rest] = after.schemes;
      const parameters = { notRead: "unknown code", unknowable: true } as const;
      const unknown = { ...after, schemes: [{ ...first!, parameters }, ...rest] };
      const never = compareInspections(unknown, unknown);
      expect(isWhole(never)).to.equal(true);
      expectInspected(never.notCompared);
    });

    it("says nothing of what a stranger's token says of itself, and does not count one that is silent as lost", () => {
      const owning = ({ debts = [], ...changes }: { readonly debts?: readonly object[] }) =>
        ({
          ...after,
          treasury: { ...wasRead(after.treasury), tokens: [], ...changes },
          owes: { ...wasRead(after.owes), debts },
        }) as Inspection;
      const held = { address: STRANGER, name: "N", symbol: "S", decimals: 18, amount: "5" };
      const nft = { address: FOUNDER, name: "N", amount: "1", ids: ["4"] };
      const told = (...states: readonly [object, object]) => {
        const [was, is] = states.map(owning);
        const { differences, notCompared } = compareInspections(was!, is!);
        expect(notCompared).to.deep.equal([]);
        return plain(differences);
      };
      const refuses = { notRead: "it did not answer", unknowable: true };
      const words = [{ name: "O", symbol: refuses }, { decimals: 6 }];
      for (const word of words) {
        const other = { ...held, ...word };
        expect(told({ tokens: [held] }, { tokens: [other] })).to.deep.equal([]);
        const [one, two] = [held, other].map((token) => ({ debts: [{ of: "token", token }] }));
        expect(told(one!, two!)).to.deep.equal([]);
      }
      expect(told({ nfts: [nft] }, { nfts: [{ ...nft, name: "O" }] })).to.deep.equal([]);
      const [path, reason] = [`treasury.unanswered[${STRANGER}]`, "it ran out of gas"];
      const silent = (why: string) => ({ unanswered: [{ address: STRANGER, reason: why }] });
      const [gap, value] = [silent(reason), { kind: "value", path } as const];
      expect(told({ tokens: [held] }, gap)).to.deep.equal([{ ...value, after: reason }]);
      expect(told(gap, { tokens: [held] })).to.deep.equal([{ ...value, before: reason }]);
      expect(told(gap, silent("it reverted in block 5"))).to.deep.equal([]);
      const more = { ...nft, ids: ["4", "7"], amount: "2" };
      expect(told({ nfts: [nft] }, { nfts: [more] })).to.deep.equal([
        { kind: "value", path: `treasury.nfts[${FOUNDER}]`, before: nft, after: more },
      ]);
    });

    it("compares who can pass proposals, not who of them has most", () => {
      const [first] = wasRead(after.control);
      const by = (...accounts: string[]) => ({ ...after, control: [{ ...first!, accounts }] });
      const both = by(FOUNDER, STRANGER);
      expect(compareInspections(both, by(STRANGER, FOUNDER)).differences).to.deep.equal([]);
      const { differences } = compareInspections(both, by(FOUNDER));
      expect(differences.map(({ kind }) => kind)).to.deep.equal(["control"]);
    });

    it("refuses anything but two inspections of one DAO, the earlier first", () => {
      const avatar = { ...after.avatar, address: STRANGER };
      for (const [one, other, message] of [
        [after, { ...after, chainId: 1 }, /different chains, 31337 and 1/],
        [after, { ...after, avatar }, /different DAOs/],
        [after, earlier, /Pass the earlier one first/],
        [earlier, { ...after, eventsFromBlock: 3 }, /with the same --from-block/],
      ] as const) {
        expect(() => compareInspections(one, other)).to.throw(MigrationError, message);
      }
    });
  });
});

type Path = readonly (string | number)[];

function leavesOf(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== "object" || value === null) return [path];
  return Object.entries(value).flatMap(([name, each]) =>
    leavesOf(each, [...path, Array.isArray(value) ? Number(name) : name]),
  );
}

/** Returns a copy of an inspection with another value of the same type at a path. */
function changedAt(text: string, path: Path): Inspection {
  const copy = JSON.parse(text) as Inspection;
  const last = path.at(-1)!;
  let place = copy as unknown as Record<string | number, unknown>;
  for (const name of path.slice(0, -1)) place = place[name] as typeof place;
  const value = place[last];
  place[last] =
    typeof value === "string"
      ? /^\d+$/.test(value)
        ? `${BigInt(value) + 1n}`
        : `${value}0`
      : typeof value === "number"
        ? value + 1
        : !value;
  return copy;
}
