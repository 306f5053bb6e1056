import { expect } from "chai";
import fc from "fast-check";

import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import type { Eip1193Provider } from "../../../src/foundation/chain/provider.js";
import { inspectDao } from "../../../src/engine/inspect/inspect-dao.js";
import { isNotRead } from "../../../src/engine/inspect/reading/attempt.js";
import { migrateBase } from "../../../src/engine/migration/base.js";
import type { DaoChange } from "../../../src/operations/change/change.js";
import type { MigrationParameters } from "../../../src/foundation/params/file/migration-parameters.js";
import { checked } from "../export/round-trip.js";
import { withBase } from "../../engine/migration/with-base.js";
import { parametersArbitrary } from "../../foundation/params/arbitrary-parameters.js";
import { seedOf } from "../../seed.js";
import { someOf } from "../../some-of.js";
import { changed, CHANGING_DAO } from "./change-dao.js";

const RUNS = Number(process.env["CHANGE_RUNS"] ?? 4);
/** Rules whose differences no vote can resolve. */
const FOR_EVER = ["names", "founders", "controller-kind", "contract-code"];

/** Adds to a generated file what a DAO needs to change itself. */
function able(raw: MigrationParameters): MigrationParameters {
  const { arcVersion: _, ...others } = withoutMachines(raw);
  return {
    ...others,
    schemes: { ...raw.schemes, SchemeRegistrar: true, ContributionReward: true },
    founders: [...CHANGING_DAO.founders],
    VotingMachinesParams: [
      ...CHANGING_DAO.VotingMachinesParams,
      ...(raw.VotingMachinesParams ?? []),
    ],
    SchemeRegistrar: [{ voteRegisterParams: 0, voteRemoveParams: 1 }],
    useUController: false,
    unregisterOwner: true,
  };
}

function upgradable(raw: MigrationParameters): MigrationParameters {
  const schemes = { ...raw.schemes, UpgradeScheme: true };
  return { ...raw, schemes, UpgradeScheme: [{ voteParams: 0 }] };
}

/** Removes generated addresses of voting machines: they have no code, so nothing could be decided. */
function withoutMachines(raw: MigrationParameters): MigrationParameters {
  return JSON.parse(
    JSON.stringify(raw, (key, value: unknown) => (key === "votingMachine" ? undefined : value)),
  ) as MigrationParameters;
}

/**
 * Migrates DAOs with generated parameters of one release, and changes each to match generated parameters of the same or
 * another release, with and without its controller, with and without a result file.
 */
async function changeGenerated(
  from: string,
  to: string,
  { seed, numRuns }: { readonly seed: number; readonly numRuns: number },
): Promise<void> {
  await withBase(from, async (chain) => {
    const release = await openArcRelease(to);
    const isOther = release.version !== chain.release.version;
    const base = isOther ? await migrateBase(chain.deployer, release) : chain.base;
    const arbitraryOf = ({ version }: { readonly version: string }) =>
      parametersArbitrary({ contracts: version === "0.0.1-rc.57", maxFounders: 3 });
    await fc.assert(
      fc.asyncProperty(
        ...([arbitraryOf(chain.release), arbitraryOf(release), fc.boolean()] as const),
        async (is, will, newController) => {
          const raw = { ...able(will.raw), arcVersion: to };
          const { dao } = await chain.make(upgradable(able(is.raw)));
          const { provider } = chain.connection;
          const made = { ...chain, provider, dao, base, close: () => {} };
          const options = { newController, knowsResult: !isOther };
          const change = await changed(made, raw, options);
          const kept = newController ? OF_RELEASE.slice(0, -1) : OF_RELEASE;
          expectOnly(change, isOther ? kept : []);
          await expectNoCaller(provider, dao.Avatar, change);
          await expectEqual(chain, dao.Avatar, raw, change);
          const again = await changed(made, raw, options);
          expect(again.proposals.map(({ key, why }) => `${key}: ${why}`)).to.deep.equal([]);
        },
      ),
      // Each shrinking step would migrate and change another DAO; the first failure is enough.
      { numRuns, seed, endOnFailure: true },
    );
  });
}

/** Contracts that keep the code of the old release. */
const OF_RELEASE: readonly string[] = ["avatar", "token", "reputation", "controller"];

/** Expects that only differences remain that no vote can resolve. */
function expectOnly({ left }: DaoChange, contracts: readonly string[]): void {
  const surprising = left.filter(({ rule, where, message }) =>
    rule === "contract-code"
      ? !contracts.includes(where)
      : rule !== "run-functions" &&
        !isOwnedElsewhere(rule, message) &&
        !isUninitialized(rule, message) &&
        !FOR_EVER.includes(rule),
  );
  expect(surprising).to.deep.equal([]);
}

/** Only its owner can give a stand-alone contract away. */
function isOwnedElsewhere(rule: string, message: string): boolean {
  return rule === "stand-alone" && / belongs to /.test(message);
}

/** A generated file may have a scheme work with a contract that it does not initialize; no vote can. */
function isUninitialized(rule: string, message: string): boolean {
  return rule === "scheme-avatar" && / works with, was never initialized/.test(message);
}

/** Expects that the remaining calls are to contracts that none of the DAO's schemes may call. */
async function expectNoCaller(
  provider: Eip1193Provider,
  avatar: string,
  { left }: DaoChange,
): Promise<void> {
  const { schemes } = await inspectDao(provider, avatar);
  const callable = schemes.flatMap(({ parameters }) =>
    parameters === undefined || isNotRead(parameters) ? [] : [parameters.values["contractToCall"]],
  );
  const calls = left.filter(({ rule }) => rule === "run-functions");
  for (const { message } of calls) {
    const [address] = /0x[0-9a-fA-F]{40}/.exec(message)!;
    expect(callable).to.not.include(address);
  }
}

/** Expects that an independent check finds only what the change reported. */
async function expectEqual(
  chain: Parameters<typeof checked>[0],
  avatar: string,
  after: MigrationParameters,
  { left }: DaoChange,
): Promise<void> {
  const { findings } = await checked(chain, avatar, after);
  const listed = new Set(left.map(({ rule, where }) => `${rule} ${where}`));
  const surprises = findings
    .filter(({ severity }) => severity !== "note")
    .filter(({ rule, where }) => !listed.has(`${rule} ${where}`));
  expect(surprises).to.deep.equal([]);
}

describe("a DAO with generated parameters", function () {
  this.timeout(900_000);

  const pairs = [
    ["rc.16", "rc.16"],
    ["rc.16", "rc.33"],
    ["rc.33", "rc.57"],
    ["rc.40", "rc.57"],
    ["rc.57", "rc.57"],
    ["rc.57", "rc.40"],
  ] as const;
  for (const [from, to] of someOf(pairs, 2)) {
    // Each run of two releases takes three times as long.
    const numRuns = from === to ? RUNS : Math.ceil(RUNS / 3);
    const seed = seedOf(1);
    it(`of ${from} changes to ${numRuns} other files of ${to}, seed ${seed}`, async () => {
      await changeGenerated(from, to, { seed, numRuns });
    });
  }
});
