import fc from "fast-check";

import type { RawArgument } from "../../../src/foundation/params/file/migration-parameters.js";
import { ADDRESS, without, ZERO_ADDRESS } from "./support.js";

interface RawContract {
  readonly name: string;
  readonly params?: readonly RawArgument[];
}

export interface GeneratedContracts {
  readonly standAlone: readonly RawContract[];
  /** In list form or mapping form. */
  readonly custom: object;
}

/** Kinds of stand-alone contracts of rc.57, by their index in the list. */
const STAND_ALONE: Readonly<Record<string, (index: number) => RawContract[]>> = {
  wallet: (index) => {
    const params = [index % 2 === 0 ? "AvatarAddress" : { StandAloneContract: index }];
    const runFunctions = [{ functionName: "transferOwnership", params }];
    return [{ name: "Wallet", ...{ fromArc: true, runFunctions } }];
  },
  mock: () => [{ name: "ActionMock", ...{ alias: "Mock" } }],
  token: () => {
    const params = ["Gem", "GEM", "1000000000000000000000000"];
    return [{ name: "DAOToken", ...{ fromArc: true, constructor: true }, params }];
  },
  competition: (index) => [
    { name: "ContributionRewardExt", ...{ fromArc: true, constructor: false } },
    { name: "Competition", ...{ fromArc: true }, params: [{ StandAloneContract: index }] },
  ],
};

interface CustomContext {
  /** The index of the vote parameters. */
  readonly vote: number;
  readonly standAlone: readonly RawContract[];
}

const FACTORY_VOTES = [50, 1800, 600, 600, 2000, 300, 0, 1, "100000000000000000000", 10, 0];
const MACHINE = "GenesisProtocolAddress";

/** Kinds of custom schemes of rc.57; undefined if a kind does not fit the stand-alone contracts. */
const CUSTOM: Readonly<Record<string, (context: CustomContext) => RawContract | undefined>> = {
  generic: ({ vote: voteParams, standAlone: { length } }) => {
    const target = length > 0 ? { StandAloneContract: length - 1 } : ADDRESS;
    return custom("GenericScheme", [MACHINE, { voteParams }, target], { alias: "Calls" });
  },
  universal: ({ vote: voteParams }) =>
    custom("VoteInOrganizationScheme", [{ voteParams }, MACHINE], { isUniversal: true }),
  admin: () =>
    custom("ReputationAdmin", [0, 1614764214000, 0], {
      runFunctions: [{ functionName: "transferOwnership", params: ["AvatarAddress"] }],
    }),
  locking: () =>
    custom("ContinuousLocking4Reputation", [
      ...["100000000000000000000", 1600000000, 86400, 1600086400, 12, 85000, 900, 100],
      ...["DAOTokenAddress", `0x${"00".repeat(31)}01`],
    ]),
  factory: () =>
    custom(
      "GenericSchemeMultiCall",
      [MACHINE, 0, FACTORY_VOTES, ZERO_ADDRESS, [ADDRESS, "AvatarAddress"], true, "Ç"],
      { fromFactory: true, schemeName: "GenericSchemeMultiCall" },
    ),
  competition: ({ vote: voteParams, standAlone }) => {
    const index = standAlone.findIndex(({ name }) => name === "ContributionRewardExt");
    if (index < 0) return undefined;
    const params = [MACHINE, { voteParams }, { StandAloneContract: index + 1 }];
    const address = { StandAloneContract: index };
    return custom("ContributionRewardExt", params, { address, permissions: "0x00000000" });
  },
};

function custom(name: string, params: readonly RawArgument[], fields: object = {}): RawContract {
  return { name, params, ...{ fromArc: true, permissions: "0x00000010" }, ...fields };
}

/** Stand-alone contracts and custom schemes that rc.57 can deploy, a random selection in random order. */
export function contractsArbitrary(voteParamsCount: number): fc.Arbitrary<GeneratedContracts> {
  return fc
    .record({
      standAloneKinds: fc.array(fc.constantFrom(...Object.keys(STAND_ALONE)), { maxLength: 4 }),
      customKinds: fc.shuffledSubarray(Object.keys(CUSTOM)),
      vote: fc.nat(voteParamsCount - 1),
      asMapping: fc.boolean(),
    })
    .map(({ standAloneKinds, customKinds, vote, asMapping }) => {
      const standAlone: RawContract[] = [];
      for (const kind of standAloneKinds) {
        standAlone.push(...(STAND_ALONE[kind]?.(standAlone.length) ?? []));
      }
      const schemes = customKinds
        .map((kind) => CUSTOM[kind]?.({ vote, standAlone }))
        .filter((scheme) => scheme !== undefined);
      // The names of the schemes are unique.
      const mapping = () => schemes.map((each) => [each.name, [without(each, "name")]] as const);
      return { standAlone, custom: asMapping ? Object.fromEntries(mapping()) : schemes };
    });
}
