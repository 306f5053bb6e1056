import { expect } from "chai";
import fc from "fast-check";

import type { Change } from "../../src/change/change.js";
import type { MigrationParameters } from "../../src/params/file/schema.js";
import { applyChange } from "../../src/run/apply-change.js";
import { checked } from "../export/round-trip.js";
import { withBase } from "../migration/with-base.js";
import { parametersArbitrary } from "../params/arbitrary-parameters.js";
import { CHANGING_DAO } from "./change-dao.js";

/** Rules of which no vote makes a difference go away. */
const FOR_EVER = ["names", "founders", "controller-kind", "contract-code"];

/** What of a generated file a DAO needs to be able to change itself. */
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

/** Generated addresses of voting machines are of nobody: nothing could be decided there. */
function withoutMachines(raw: MigrationParameters): MigrationParameters {
  return JSON.parse(
    JSON.stringify(raw, (key, value: unknown) => (key === "votingMachine" ? undefined : value)),
  ) as MigrationParameters;
}

/** Makes DAOs of generated parameters, and has each become what other generated parameters say. */
export async function changeGenerated(
  version: string,
  { seed, numRuns }: { readonly seed: number; readonly numRuns: number },
): Promise<void> {
  await withBase(version, async (chain) => {
    const contracts = chain.release.version === "0.0.1-rc.57";
    const arbitrary = parametersArbitrary({ contracts, maxFounders: 3 });
    await fc.assert(
      fc.asyncProperty(arbitrary, arbitrary, async (from, to) => {
        const [before, after] = [able(from.raw), able(to.raw)];
        const { dao } = await chain.make(before);
        await expectChanged(chain, dao, after);
      }),
      // Each pair that is shrunk is another DAO and its change; the first one says enough.
      { numRuns, seed, endOnFailure: true },
    );
  });
}

/** Changes a DAO, and checks it without what the change knows. */
async function expectChanged(
  chain: Parameters<typeof checked>[0],
  dao: Parameters<typeof applyChange>[1],
  after: MigrationParameters,
): Promise<Change> {
  const { provider } = chain.connection;
  const change = await applyChange(provider, dao, after);
  expect(change.left.filter(({ rule }) => !FOR_EVER.includes(rule))).to.deep.equal([]);
  const { findings } = await checked(chain, dao.Avatar, after);
  const listed = new Set(change.left.map(({ rule, where }) => `${rule} ${where}`));
  const surprises = findings
    .filter(({ severity }) => severity !== "note")
    .filter(({ rule, where }) => !listed.has(`${rule} ${where}`));
  expect(surprises).to.deep.equal([]);
  const again = await applyChange(provider, dao, after);
  expect(again.proposals.map(({ key, why }) => `${key}: ${why}`)).to.deep.equal([]);
  return change;
}
