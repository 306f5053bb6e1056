import { getAddress, toBeHex } from "ethers";

import type {
  ContractDescription,
  Inspection,
  ProposalDescription,
  SchemeDescription,
  VoteRules,
} from "../../../src/engine/inspect/description.js";
import { describeControl } from "../../../src/engine/inspect/control/by-votes.js";
import { describePermissions } from "../../../src/foundation/arc/permissions.js";
import { sampleInspection } from "../../engine/inspect/sample-inspection.js";
import { noReward } from "../../engine/inspect/sample-reward.js";

const token = 10n ** 18n;
const wei = (whole: number): string => String((BigInt(Math.round(whole * 1000)) * token) / 1000n);
export const account = (number: number): string => getAddress(toBeHex(0x1000 + number, 20));

const GENESIS: VoteRules = {
  GenesisProtocol: {
    queuedVoteRequiredPercentage: 50,
    queuedVotePeriodLimit: 30 * 86_400,
    boostedVotePeriodLimit: 4 * 86_400,
    quietEndingPeriod: 300,
    votersReputationLossRatio: 1,
  },
};
const MACHINE = account(1);

interface Options {
  readonly name?: string;
  /** Whole tokens and whole reputation of each; its account is its place from 100 on. */
  readonly founders?: readonly (readonly [tokens: number, reputation: number])[];
  /** Whole reputation today, by account number; default: the founders'. */
  readonly holders?: readonly (readonly [account: number, reputation: number])[];
  readonly schemes?: readonly SchemeDescription[];
  readonly proposals?: readonly ProposalDescription[];
  readonly token?: Partial<Inspection["token"]>;
  readonly staking?: { readonly name: string; readonly decimals: number };
}

/** A registered scheme; without a name, of unknown code. */
export function scheme(
  number: number,
  name?: string,
  bytes = "0x00000001",
  rules: VoteRules = GENESIS,
): SchemeDescription {
  const address = account(number);
  const contract: ContractDescription =
    name === undefined ? { address, code: "unknown" } : { address, code: "arc", name };
  return {
    contract,
    registered: true,
    permissions: describePermissions(bytes),
    paramsHash: "0x",
    history: [],
    parameters: {
      kept: "own",
      values: {},
      votes: { voteParams: { votingMachine: MACHINE, paramsHash: "0x", rules } },
    },
  };
}

/** An account without code that is registered as a scheme, from the start or by a proposal. */
export function keyHolder(
  number: number,
  bytes: string,
  how: "controller" | "scheme",
): SchemeDescription {
  const history = [
    { event: "registered", how, by: account(1), block: 1, time: 1, transaction: "0x" },
  ];
  return {
    ...scheme(number, undefined, bytes),
    contract: { address: account(number), code: "account" },
    history: history as unknown as SchemeDescription["history"],
    parameters: undefined,
  };
}

type Cast = ProposalDescription["votes"] extends infer Votes
  ? Extract<Votes, { cast: unknown }>["cast"]
  : never;

/** Whole reputation of each voter on a side. */
export function votes(side: Cast[0]["side"], ...reputation: number[]): Cast {
  return reputation.map((each, index) => ({
    voter: account(index + (side === "for" ? 100 : 200)),
    side,
    reputation: wei(each),
    share: "0.00",
  }));
}

export function proposal(
  cast: Cast = [],
  changes: Partial<ProposalDescription> & { readonly supply?: number } = {},
): ProposalDescription {
  const { supply = 100, ...others } = changes;
  return {
    scheme: account(10),
    votingMachine: MACHINE,
    state: { recorded: "queued", now: "queued" },
    progress: { stage: "open" },
    requests: { ...noReward(account(5)), ether: wei(10) },
    votes: { for: "0", against: "0", supply: wei(supply), cast },
    stakes: { for: "0", against: "0", placed: [] },
    ...others,
  } as unknown as ProposalDescription;
}

export function stakes(side: "for" | "against", ...amounts: number[]) {
  return amounts.map((each, index) => ({ staker: account(index), side, amount: wei(each) }));
}

/** An inspection with all that a story is told from. */
export function sampleDao({
  name = "Harbour Commons",
  founders = [],
  holders = founders.map(([, reputation], index) => [100 + index, reputation] as const),
  schemes = [scheme(10, "ContributionReward")],
  proposals = [],
  token: changes,
  staking = { name: "DAOstack", decimals: 18 },
}: Options = {}): Inspection {
  const held = holders
    .filter(([, reputation]) => reputation > 0)
    .map(([number, reputation]) => ({ account: account(number), amount: wei(reputation) }))
    .sort((a, b) => Number(BigInt(b.amount) - BigInt(a.amount)));
  const sum = held.reduce((all, { amount }) => all + BigInt(amount), 0n);
  const tokens = founders.reduce((all, [each]) => all + BigInt(wei(each)), 0n);
  const sample = sampleInspection({ holders: 0, proposals: 0 });
  const reputation = { ...sample.reputation, totalSupply: String(sum), holders: held };
  return {
    ...sample,
    name,
    avatar: { ...sample.avatar, address: account(2) },
    token: {
      ...sample.token,
      name: "Harbour",
      symbol: "HBR",
      decimals: 18,
      totalSupply: String(tokens),
      ...changes,
    },
    reputation,
    founders: founders.map(([each, reputation], index) => ({
      account: account(100 + index),
      tokens: wei(each),
      reputation: wei(reputation),
    })),
    schemes,
    votingMachines: [
      {
        contract: { address: MACHINE, code: "arc" },
        stakingToken: { address: account(3), symbol: staking.name, ...staking },
      },
    ],
    control: describeControl(schemes, reputation),
    proposals,
  };
}
