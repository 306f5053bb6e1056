import { hexlify, ZeroAddress } from "ethers";
import fc from "fast-check";

import type {
  DaoParameters,
  GenesisProtocolParameters,
  VoteParameters,
} from "../../../src/foundation/params/parameters.js";
import type { MigrationParameters } from "../../../src/foundation/params/file/migration-parameters.js";
import { contractsArbitrary, type GeneratedContracts } from "./arbitrary-contracts.js";
import { schemeArbitrary, writeScheme, type SchemeChoice } from "./arbitrary-schemes.js";
import {
  addressArbitrary,
  amountArbitrary,
  wholeArbitrary,
  type Written,
} from "./arbitrary-values.js";

/** Parameters as in a file, and their meaning. */
export interface GeneratedParameters {
  /** Without sections, and valid as JSON. */
  readonly raw: MigrationParameters;
  /** Without the contracts. */
  readonly expected: Omit<DaoParameters, "standAloneContracts" | "customSchemes">;
}

export interface GeneratorOptions {
  /** Default 60. */
  readonly maxFounders?: number;
  /** False omits stand-alone contracts and custom schemes. Default true. */
  readonly contracts?: boolean;
  /** False omits preset hashes, under which no proposal is possible. Default true. */
  readonly presets?: boolean;
}

const nameArbitrary = fc
  .string({ unit: "grapheme", minLength: 1, maxLength: 24 })
  .filter((name) => name.trim() !== "");

const YEAR = 31_536_000;

const genesisProtocolArbitrary = fc
  .record({
    queuedVoteRequiredPercentage: wholeArbitrary(50, 100),
    queuedVotePeriodLimit: wholeArbitrary(0, YEAR),
    boostedVotePeriodLimit: wholeArbitrary(YEAR, 2 * YEAR),
    preBoostedVotePeriodLimit: wholeArbitrary(0, YEAR),
    thresholdConst: wholeArbitrary(1001, 16000),
    quietEndingPeriod: wholeArbitrary(0, YEAR),
    proposingRepReward: amountArbitrary(0n, 10n ** 24n),
    votersReputationLossRatio: wholeArbitrary(0, 100),
    minimumDaoBounty: amountArbitrary(1n, 10n ** 24n),
    daoBountyConst: wholeArbitrary(1, 1000),
    activationTime: wholeArbitrary(0, 2_000_000_000),
    voteOnBehalf: fc.oneof(
      fc.constant({ raw: ZeroAddress, meaning: ZeroAddress }),
      addressArbitrary,
    ),
  })
  .map((fields) => ({
    raw: pick(fields, "raw"),
    meaning: pick(fields, "meaning") as unknown as GenesisProtocolParameters,
  }));

function pick(
  fields: Readonly<Record<string, Written<unknown, unknown>>>,
  side: "raw" | "meaning",
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, value[side]]));
}

const presetArbitrary = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => {
  const preset = { votingParamsHash: hexlify(bytes) };
  return { raw: preset, meaning: preset };
});

function voteParametersArbitrary(presets: boolean) {
  const entry: fc.Arbitrary<Written<object, VoteParameters>> = presets
    ? fc.oneof(
        { weight: 5, arbitrary: genesisProtocolArbitrary },
        { weight: 1, arbitrary: presetArbitrary },
      )
    : genesisProtocolArbitrary;
  return fc.array(entry, { minLength: 1, maxLength: 4 });
}

/** Founders with unique addresses, each with tokens or reputation. */
function foundersArbitrary(min: number, max: number) {
  const founder = fc
    .record({
      address: addressArbitrary,
      tokens: fc.option(amountArbitrary(0n, 10n ** 26n), { nil: undefined }),
      reputation: amountArbitrary(1n, 10n ** 26n),
    })
    .map(({ address, tokens, reputation }) => ({
      raw: {
        address: address.raw,
        ...(tokens && { tokens: tokens.raw }),
        reputation: reputation.raw,
      },
      meaning: {
        address: address.meaning,
        tokens: tokens?.meaning ?? 0n,
        reputation: reputation.meaning,
      },
    }));
  return fc.uniqueArray(founder, {
    minLength: min,
    maxLength: max,
    selector: ({ meaning }) => meaning.address,
  });
}

/**
 * Valid parameters for Arc rc.57 on a private network, with their meaning. They cause no mistakes and no
 * warnings, and rc.57 can deploy their DAO.
 */
export function parametersArbitrary({
  maxFounders = 60,
  contracts = true,
  presets = true,
}: GeneratorOptions = {}): fc.Arbitrary<GeneratedParameters> {
  return fc
    .record({
      useDaoCreator: fc.boolean(),
      votes: voteParametersArbitrary(presets),
    })
    .chain(({ useDaoCreator, votes }) =>
      fc
        .record({
          founders: foundersArbitrary(useDaoCreator ? 1 : 0, maxFounders),
          contracts: contracts ? contractsArbitrary(votes.length) : fc.constant(undefined),
        })
        .chain((parts) =>
          fc.record({
            useDaoCreator: fc.constant(useDaoCreator),
            votes: fc.constant(votes),
            founders: fc.constant(parts.founders),
            contracts: fc.constant(parts.contracts),
            names: fc.tuple(nameArbitrary, nameArbitrary, nameArbitrary),
            on: fc.record({
              SchemeRegistrar: fc.boolean(),
              ContributionReward: fc.boolean(),
              GenericScheme: fc.boolean(),
              GlobalConstraintRegistrar: fc.boolean(),
              UpgradeScheme: fc.boolean(),
            }),
            sections: fc.array(
              schemeArbitrary(votes.length, parts.contracts?.standAlone.length ?? 0),
              { minLength: 5, maxLength: 5 },
            ),
            unregisterOwner: fc.boolean(),
            noTrack: fc.boolean(),
            arcVersion: fc.constantFrom(undefined, "rc.57", "0.0.1-rc.57"),
          }),
        ),
    )
    .map(assemble);
}

interface Parts {
  readonly useDaoCreator: boolean;
  readonly votes: readonly Written<object, VoteParameters>[];
  readonly founders: readonly Written<object, DaoParameters["founders"][number]>[];
  readonly contracts: GeneratedContracts | undefined;
  readonly names: readonly [string, string, string];
  readonly on: Readonly<Record<keyof DaoParameters["schemes"], boolean>>;
  readonly sections: readonly SchemeChoice[];
  readonly unregisterOwner: boolean;
  readonly noTrack: boolean;
  readonly arcVersion: string | undefined;
}

function assemble(parts: Parts): GeneratedParameters {
  const { useDaoCreator, votes, founders, contracts, on, unregisterOwner, arcVersion } = parts;
  const [orgName, tokenName, tokenSymbol] = parts.names;
  const noTrack = parts.noTrack && !useDaoCreator;
  const rawSections: Record<string, object> = {};
  const schemes: Record<string, object[]> = {};
  for (const [i, scheme] of Object.keys(on).entries()) {
    const choice = parts.sections[i];
    schemes[scheme] = [];
    if (on[scheme as keyof typeof on] && choice !== undefined) {
      const { raw, meaning } = writeScheme(scheme, choice);
      rawSections[scheme] = raw;
      schemes[scheme] = [meaning];
    }
  }
  const raw = {
    orgName,
    tokenName,
    tokenSymbol,
    ...(arcVersion !== undefined && { arcVersion }),
    founders: founders.map((founder) => founder.raw),
    VotingMachinesParams: votes.map((vote) => vote.raw),
    schemes: on,
    ...rawSections,
    ...(contracts && {
      StandAloneContracts: contracts.standAlone,
      CustomSchemes: contracts.custom,
    }),
    unregisterOwner,
    useDaoCreator,
    noTrack,
  };
  const expected = {
    orgName,
    tokenName,
    tokenSymbol,
    ...(arcVersion !== undefined && { arcVersion: "0.0.1-rc.57" }),
    founders: founders.map((founder) => founder.meaning),
    votingMachinesParams: votes.map((vote) => vote.meaning),
    schemes,
    unregisterOwner,
    useUController: false,
    useDaoCreator,
    noTrack,
  };
  return {
    raw: raw as MigrationParameters,
    expected: expected as unknown as GeneratedParameters["expected"],
  };
}
