import fc from "fast-check";

import type {
  Argument,
  CustomSchemeParameters,
  FunctionCall,
  StandAloneContractParameters,
} from "../../../src/foundation/params/parameters.js";
import { ADDRESS, without, ZERO_ADDRESS } from "./support.js";
import { args, literal, standAlone, votes, whole, word, type Written } from "./written.js";

/** Without the ABI entries that validation adds. */
type StandAlone = Written<object, StandAloneContractParameters>;
type Custom = Written<object, CustomSchemeParameters>;

export interface GeneratedContracts {
  readonly standAlone: readonly StandAlone[];
  /** In list form or mapping form. */
  readonly custom: Written<object, readonly CustomSchemeParameters[]>;
}

const call = (functionName: string, callArgs: readonly Argument[]) =>
  ({ functionName, args: callArgs }) as unknown as FunctionCall;

/** Kinds of stand-alone contracts of rc.57, by their index in the list. */
const STAND_ALONE: Readonly<Record<string, (index: number) => StandAlone[]>> = {
  wallet: (index) => {
    const owner = args(index % 2 === 0 ? word("AvatarAddress") : standAlone(index));
    const runFunctions = [{ functionName: "transferOwnership", params: owner.raw }];
    const contract = { name: "Wallet", fromArc: true };
    return [
      {
        raw: { ...contract, runFunctions },
        meaning: {
          ...contract,
          constructor: false,
          runFunctions: [call("transferOwnership", owner.meaning)],
        },
      },
    ];
  },
  mock: () => {
    const contract = { name: "ActionMock", alias: "Mock" };
    return [
      {
        raw: contract,
        meaning: { ...contract, fromArc: true, constructor: false, runFunctions: [] },
      },
    ];
  },
  token: () => {
    const params = args(literal("Gem"), literal("GEM"), whole("1000000000000000000000000"));
    const contract = { name: "DAOToken", fromArc: true, constructor: true };
    return [
      {
        raw: { ...contract, params: params.raw },
        meaning: { ...contract, args: params.meaning, runFunctions: [] },
      },
    ];
  },
  competition: (index) => {
    const rewards = { name: "ContributionRewardExt", fromArc: true, constructor: false };
    const competition = { name: "Competition", fromArc: true };
    const params = args(standAlone(index));
    return [
      { raw: rewards, meaning: { ...rewards, runFunctions: [] } },
      {
        raw: { ...competition, params: params.raw },
        meaning: { ...competition, constructor: false, args: params.meaning, runFunctions: [] },
      },
    ];
  },
};

interface CustomContext {
  /** The index of the vote parameters. */
  readonly vote: number;
  readonly standAlone: readonly StandAlone[];
}

const FACTORY_VOTES = [50, 1800, 600, 600, 2000, 300, 0, 1, "100000000000000000000", 10, 0];

/** Kinds of custom schemes of rc.57; undefined if a kind does not fit the stand-alone contracts. */
const CUSTOM: Readonly<Record<string, (context: CustomContext) => Custom | undefined>> = {
  generic: ({ vote, standAlone: contracts }) =>
    custom(
      "GenericScheme",
      args(
        word("GenesisProtocolAddress"),
        votes(vote),
        contracts.length > 0 ? standAlone(contracts.length - 1) : literal(ADDRESS),
      ),
      { permissions: "0x00000010", alias: "Calls" },
    ),
  universal: ({ vote }) =>
    custom("VoteInOrganizationScheme", args(votes(vote), word("GenesisProtocolAddress")), {
      isUniversal: true,
      permissions: "0x00000010",
    }),
  admin: () => {
    const owner = args(word("AvatarAddress"));
    const scheme = custom("ReputationAdmin", args(whole(0), whole(1614764214000), whole(0)), {
      permissions: "0x00000000",
    });
    const runFunctions = [{ functionName: "transferOwnership", params: owner.raw }];
    const calls = [call("transferOwnership", owner.meaning)];
    return {
      raw: { ...scheme.raw, runFunctions },
      meaning: { ...scheme.meaning, runFunctions: calls },
    };
  },
  locking: () =>
    custom(
      "ContinuousLocking4Reputation",
      args(
        whole("100000000000000000000"),
        ...[1600000000, 86400, 1600086400, 12, 85000, 900, 100].map(whole),
        word("DAOTokenAddress"),
        literal(`0x${"00".repeat(31)}01`),
      ),
      { permissions: "0x00000010" },
    ),
  factory: () => {
    const numbers = args(...FACTORY_VOTES.map(whole));
    const params = args(
      word("GenesisProtocolAddress"),
      whole(0),
      numbers,
      literal(ZERO_ADDRESS),
      args(literal(ADDRESS), word("AvatarAddress")),
      literal(true),
      literal("Ç"),
    );
    const fields = { fromFactory: true, schemeName: "GenericSchemeMultiCall" };
    return custom("GenericSchemeMultiCall", params, { ...fields, permissions: "0x00000010" });
  },
  competition: ({ vote, standAlone: contracts }) => {
    const index = contracts.findIndex(({ meaning }) => meaning.name === "ContributionRewardExt");
    if (index < 0) return undefined;
    const params = args(word("GenesisProtocolAddress"), votes(vote), standAlone(index + 1));
    const scheme = custom("ContributionRewardExt", params, { permissions: "0x00000000" });
    return {
      raw: { ...scheme.raw, address: { StandAloneContract: index } },
      meaning: { ...scheme.meaning, address: { standAloneContract: index } },
    };
  },
};

function custom(
  name: string,
  params: ReturnType<typeof args>,
  fields: Pick<CustomSchemeParameters, "permissions"> & Partial<CustomSchemeParameters>,
): Custom {
  return {
    raw: { name, fromArc: true, ...fields, params: params.raw },
    meaning: {
      name,
      fromArc: true,
      fromFactory: false,
      isUniversal: false,
      ...fields,
      args: params.meaning,
      runFunctions: [],
    },
  };
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
      const contracts: StandAlone[] = [];
      for (const kind of standAloneKinds) {
        contracts.push(...(STAND_ALONE[kind]?.(contracts.length) ?? []));
      }
      const schemes = customKinds
        .map((kind) => CUSTOM[kind]?.({ vote, standAlone: contracts }))
        .filter((scheme) => scheme !== undefined);
      return {
        standAlone: contracts,
        custom: {
          raw: asMapping ? mapping(schemes) : schemes.map(({ raw }) => raw),
          meaning: schemes.map(({ meaning }) => meaning),
        },
      };
    });
}

/** Returns the mapping form; the names of the schemes are unique. */
function mapping(schemes: readonly Custom[]): object {
  return Object.fromEntries(
    schemes.map(({ raw, meaning }) => {
      return [meaning.name, [without(raw as { name: string }, "name")]];
    }),
  );
}
