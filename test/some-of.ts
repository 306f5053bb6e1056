import { readFileSync } from "node:fs";

import { UNIVERSAL_CONTRACTS } from "../src/foundation/arc/base-contracts.js";
import { ARC_VERSIONS, shortName } from "../src/foundation/arc/versions.js";

/**
 * Every n-th of many equal cases, and the last: what decides about them is pinned or recorded, so one run need not have
 * them all, and each run has the same. `ALL_CASES=1` has all.
 */
export function someOf<Case>(cases: Iterable<Case>, every: number): readonly Case[] {
  const all = [...cases];
  const isAll = process.env.ALL_CASES !== undefined;
  return all.filter((_, index) => isAll || index % every === 0 || index === all.length - 1);
}

/** Contracts of a base that nothing calls: they are only deployed. */
const UNUSED = /Factory|QuorumVote|TokenCapGC|Vesting|OrganizationRegister|VoteInOrganization/;
/** What is called to make a base, a DAO or a demo test. */
const CALLED = [
  ...UNIVERSAL_CONTRACTS.filter((name) => !UNUSED.test(name)),
  ...["ActionMock", "Avatar", "Controller", "DAORegistry", "DAOToken", "Reputation"],
];

/**
 * The last of the releases whose contracts have the same functions and events: a migration sees nothing else of a
 * release. `ALL_CASES=1` has all.
 */
export function releasesByInterface(): readonly string[] {
  const file = new URL("../src/foundation/arc/known-abis.json", import.meta.url);
  const { contracts } = JSON.parse(readFileSync(file, "utf8")) as {
    contracts: Record<string, { releases: string }[]>;
  };
  const interfaces = ARC_VERSIONS.map((version) =>
    CALLED.map((name) =>
      contracts[name]!.findIndex(({ releases }) =>
        releases.split(" ").includes(shortName(version)),
      ),
    ).join(),
  );
  const isAll = process.env.ALL_CASES !== undefined;
  return ARC_VERSIONS.filter((_, at) => isAll || interfaces[at] !== interfaces[at + 1]);
}
