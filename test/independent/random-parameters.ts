import { getAddress, hexlify, parseEther } from "ethers";
import fc from "fast-check";

import { openArcRelease } from "../../src/foundation/arc/open-release.js";
import type { MigrationParameters } from "../../src/foundation/params/file/migration-parameters.js";
import { parametersArbitrary } from "../foundation/params/arbitrary-parameters.js";
import { randomNumbers } from "../random-numbers.js";

export class Random {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = randomNumbers(seed);
  }

  below(limit: number): number {
    return Math.floor(this.#next() * limit);
  }

  chance(share: number): boolean {
    return this.#next() < share;
  }

  of<Value>(values: readonly Value[]): Value {
    return values[this.below(values.length)]!;
  }

  /** Wei, up to a number of whole tokens. */
  amount(most: number): bigint {
    return (parseEther(String(most)) * BigInt(this.below(1_000_001))) / 1_000_000n;
  }

  address(): string {
    return getAddress(hexlify(Uint8Array.from({ length: 20 }, () => this.below(256))));
  }
}

/** Generated parameters, with founders who have keys, and with votes that may end. */
export async function randomParameters(
  version: string,
  seed: number,
  random: Random,
  accounts: readonly string[],
): Promise<MigrationParameters> {
  const release = await openArcRelease(version);
  const isLatest = release.version === "0.0.1-rc.57";
  const arbitrary = parametersArbitrary({ contracts: isLatest, maxFounders: 8, presets: false });
  const [generated] = fc.sample(arbitrary, { seed, numRuns: 1 });
  const { arcVersion: _, ...raw } = JSON.parse(
    JSON.stringify(generated!.raw, (key, value: unknown) =>
      // A generated address of a voting machine has no code, so nothing could be decided.
      key === "votingMachine" ? undefined : value,
    ),
  ) as MigrationParameters;
  const founders = 1 + random.below(7);
  const has = (name: string): boolean => random.chance(0.85) && name !== "";
  return {
    ...raw,
    GenericScheme: [{ voteParams: 0, targetContract: { StandAloneContract: 0 } }],
    useUController: release.has("UController") && random.chance(0.4),
    founders: accounts.slice(0, founders).map((address) => ({
      address,
      tokens: random.below(1000),
      reputation: 1 + random.below(1000),
    })),
    VotingMachinesParams: (raw.VotingMachinesParams ?? []).map(() => ({
      queuedVoteRequiredPercentage: 50 + random.below(50),
      queuedVotePeriodLimit: 100_000 + random.below(1_000_000),
      boostedVotePeriodLimit: 500 + random.below(1000),
      preBoostedVotePeriodLimit: 100 + random.below(400),
      thresholdConst: 1001 + random.below(2000),
      quietEndingPeriod: random.below(400),
      proposingRepReward: random.below(20),
      votersReputationLossRatio: random.below(20),
      minimumDaoBounty: 1 + random.below(20),
      daoBountyConst: 1 + random.below(10),
      activationTime: 0,
      voteOnBehalf: random.chance(0.2)
        ? random.of(accounts)
        : "0x0000000000000000000000000000000000000000",
    })),
    schemes: {
      SchemeRegistrar: has("SchemeRegistrar"),
      ContributionReward: has("ContributionReward"),
      GenericScheme: has("GenericScheme") && (raw.StandAloneContracts?.length ?? 0) > 0,
      GlobalConstraintRegistrar: has("GlobalConstraintRegistrar"),
      UpgradeScheme: has("UpgradeScheme"),
    },
  };
}
