import { missingVotes } from "../../governance/majority.js";
import { endText, isOpen } from "../../governance/proposal-state.js";
import { compareInspections } from "../../inspect/compare/compare-inspections.js";
import { isSame } from "../../inspect/compare/collector.js";
import type {
  Inspection,
  NotRead,
  ProposalDescription,
  Read,
  Side,
} from "../../inspect/description.js";
import { attempt, isNotRead } from "../../inspect/reading/attempt.js";
import { describeContract } from "../../inspect/reading/identify.js";
import { percentOf } from "../../inspect/reading/percent.js";
import { BallotOnFork } from "../passing/ballot-on-fork.js";
import { collectVotes, type Act, type Decided } from "../passing/collect-votes.js";
import { executeAndRedeem, redeemFromMachine } from "../passing/execute-and-redeem.js";
import { readVoters } from "../passing/voters-and-stakers.js";
import type { Session } from "../session.js";
import type { SimulatedFuture, PassVerdict, Simulation } from "../simulation.js";
import { readBalanceChanges } from "../tracing/balances.js";
import { describeStages } from "../tracing/describe-stages.js";
import type { Consequences } from "../verdicts/effects.js";

/** Sends the transactions that anybody may send. Nobody has its key, and no contract knows it. */
const ANYBODY = "0x00000000000000000000000000000000A9b0d7F5";

/** A proposal whose scheme and voting machine are known by their code. */
export type Described = Omit<ProposalDescription, "scheme" | "votingMachine"> &
  Pick<Simulation["proposal"], "scheme" | "votingMachine">;

/** A proposal that was carried out, and everything needed to judge it. */
export interface Passed {
  readonly verdict: PassVerdict;
  readonly future: SimulatedFuture;
  readonly consequences: Consequences;
}

/** Identifies the proposal's scheme and voting machine by their code. */
export async function describeParts(
  { chain }: Session,
  proposal: ProposalDescription,
): Promise<Described> {
  const reader = await chain.reader();
  const [scheme, votingMachine] = await Promise.all(
    [proposal.scheme, proposal.votingMachine].map((address) => describeContract(reader, address)),
  );
  return { ...proposal, scheme: scheme!, votingMachine: votingMachine! };
}

/** What was done to pass a proposal and to execute and redeem it. */
interface CarriedOut {
  readonly decided: Decided;
  readonly chances: Awaited<ReturnType<typeof readChances>>;
  /** The transactions after the votes. */
  readonly rest: readonly Act[];
  /** The block of the last vote, and that of the last transaction. */
  readonly decidedIn: number;
  readonly doneIn: number;
  /** UNIX seconds. */
  readonly decidedAt: number;
  /** Why it did not pass; undefined if it did. */
  readonly obstacle: string | undefined;
}

/** Passes a proposal on the fork, executes and redeems it. Does not read the result. */
export async function carryOut(session: Session, proposal: Described): Promise<CarriedOut> {
  const { chain, inspection } = session;
  const ballot = await openBallot(session, proposal);
  const chances = await readChances(proposal, ballot);
  const decided = await decideOn(session, proposal, ballot, "for");
  const isFor = decided.decision === "for";
  const [decidedIn, decidedAt] = [await chain.head(), chain.time];
  const { id, scheme, requests } = proposal;
  const request = isNotRead(requests) ? undefined : requests;
  const avatar = inspection.avatar.address;
  const passed = { chain, id, scheme, request, avatar, anybody: ANYBODY };
  const rest = isFor ? await executeAndRedeem(passed) : [];
  const obstacle = isFor ? undefined : (decided.obstacle ?? endText(decided));
  const doneIn = await chain.head();
  return { decided, chances, rest, decidedIn, doneIn, decidedAt, obstacle };
}

/** Redeems what the voting machine owes once a proposal is over. */
async function redeemAll(
  { chain }: Session,
  { id, votingMachine, proposer, votes, stakes }: Described,
  decided: Decided,
): Promise<readonly Act[]> {
  if (isOpen(decided.state)) return [];
  const accounts = [
    proposer,
    ...(stakes === undefined || isNotRead(stakes) ? [] : stakes.placed.map(({ staker }) => staker)),
    ...decided.stakes.map(({ account }) => account),
    ...(isNotRead(votes) ? [] : votes.cast.map(({ voter }) => voter)),
    ...decided.votes.map(({ account }) => account),
  ];
  return await redeemFromMachine({
    chain,
    machine: votingMachine,
    id,
    accounts,
    anybody: ANYBODY,
  });
}

/**
 * Passes a proposal on the fork, executes and redeems it.
 * @param preceding transactions sent for it before, such as the one that made it
 * @param toTheEnd whether to redeem what the voting machine owes, too
 */
export async function pass(
  session: Session,
  proposal: Described,
  preceding: readonly Act[] = [],
  toTheEnd = true,
): Promise<Passed> {
  const head = await session.chain.head();
  const first = preceding[0] === undefined ? head : preceding[0].tried.block - 1;
  const carried = await carryOut(session, proposal);
  const redeems = toTheEnd ? await redeemAll(session, proposal, carried.decided) : [];
  const acts = [...preceding, ...carried.decided.acts, ...carried.rest, ...redeems];
  const { future, after } = await describeFuture(
    session,
    proposal.id,
    carried.decided,
    acts,
    first,
  );
  const consequences = await readConsequences(session, carried, future.stages, after);
  return { verdict: verdictOf(session, proposal, carried), future, consequences };
}

/** Passes a proposal on the fork like `pass`, but finds out only whether it does what it says. */
export async function passAndJudge(
  session: Session,
  proposal: Described,
): Promise<Pick<Passed, "verdict" | "consequences">> {
  const carried = await carryOut(session, proposal);
  const { decided, rest } = carried;
  const stages = await describeStages(session, [...decided.acts.slice(-1), ...rest]);
  const { requests } = proposal;
  // The effects of rewards and calls are visible without reading the DAO again.
  const isSeen = !isNotRead(requests) && (requests.kind === "reward" || requests.kind === "calls");
  const after = isSeen
    ? { notRead: "it was not requested" }
    : await attempt(() => session.inspectNow(proposal.id));
  const consequences = await readConsequences(session, carried, stages, after);
  return { verdict: verdictOf(session, proposal, carried), consequences };
}

async function readConsequences(
  { chain, inspection }: Session,
  { rest, decidedIn, doneIn, obstacle }: CarriedOut,
  stages: SimulatedFuture["stages"],
  after: Read<Inspection>,
): Promise<Consequences> {
  const redeems = rest.filter(({ stage }) => stage === "redeem").map(({ tried }) => tried);
  const redeemed = await readBalanceChanges(chain, inspection, redeems, decidedIn, doneIn);
  return { before: inspection, after, obstacle, redeemed, stages };
}

function verdictOf(
  { inspection }: Session,
  proposal: Described,
  { chances, decided, decidedAt, obstacle }: CarriedOut,
): PassVerdict {
  const unknown = [inspection.reputation.holders, proposal.votes].find((each) => isNotRead(each));
  const failed = unknown === undefined ? "cannot pass" : "inconclusive";
  const passes = obstacle === undefined;
  const supply = supplyOf(proposal);
  return {
    verdict: chances.done ? "passed" : passes ? "can pass" : failed,
    ...(obstacle !== undefined && {
      reason:
        unknown === undefined
          ? obstacle
          : `${obstacle}; who can vote is unknown: ${unknown.notRead}`,
    }),
    votes: decided.votes.map(({ account, reputation }) => ({
      account,
      reputation: String(reputation),
      share: percentOf(reputation, supply),
    })),
    stakes: decided.stakes.map(({ account, tokens }) => ({ account, amount: String(tokens) })),
    ...chances.numbers,
    ...(passes && !chances.done && { decidedAt }),
  };
}

/** Makes a proposal fail on the fork. */
export async function fail(session: Session, proposal: Described): Promise<SimulatedFuture> {
  const first = await session.chain.head();
  const ballot = await openBallot(session, proposal);
  const decided = await decideOn(session, proposal, ballot, "against");
  const acts = [...decided.acts, ...(await redeemAll(session, proposal, decided))];
  return (await describeFuture(session, proposal.id, decided, acts, first)).future;
}

async function openBallot({ chain }: Session, proposal: Described): Promise<BallotOnFork> {
  const supply = supplyOf(proposal);
  return await BallotOnFork.open(chain, proposal.votingMachine, { id: proposal.id, supply });
}

function supplyOf({ votes }: Described): bigint {
  return isNotRead(votes) ? 0n : BigInt(votes.supply);
}

async function decideOn(
  { chain, inspection }: Session,
  { votes, block }: Described,
  ballot: BallotOnFork,
  side: Side,
): Promise<Decided> {
  const voted = new Set(isNotRead(votes) ? [] : votes.cast.map(({ voter }) => voter));
  const voters = await readVoters(chain, inspection, block, voted);
  return await collectVotes({ chain, inspection, ballot, voters, anybody: ANYBODY }, side);
}

async function describeFuture(
  session: Session,
  id: string,
  { state, decision, obstacle }: Decided,
  acts: readonly Act[],
  before: number,
): Promise<{ readonly future: SimulatedFuture; readonly after: Read<Inspection> }> {
  const { chain, inspection } = session;
  const tried = acts.map((act) => act.tried);
  const after = await attempt(() => session.inspectNow(id));
  const future = {
    state,
    ...(decision !== undefined && { decision }),
    ...(obstacle !== undefined && { obstacle }),
    stages: await describeStages(session, acts),
    balances: await readBalanceChanges(chain, inspection, tried, before),
    changes: isNotRead(after) ? after : changesOf(inspection, after),
    promises: isNotRead(after) ? {} : promisesOf(inspection, after),
  };
  return { future, after };
}

function changesOf(
  before: Inspection,
  after: Inspection,
): Exclude<SimulatedFuture["changes"], NotRead> {
  const { differences, notCompared } = compareInspections(before, after);
  return { differences, notCompared };
}

function promisesOf(before: Inspection, after: Inspection): SimulatedFuture["promises"] {
  const { owes, mintable, listings } = after;
  return {
    ...(!isSame(before.owes, owes) && { owes }),
    ...(!isSame(before.mintable, mintable) && { mintable }),
    ...(!isSame(before.listings, listings) && { listings }),
  };
}

/** Whether it passed before the fork, and how many votes and stakes it still needs on the chain. */
async function readChances(
  { stakes, deadline }: Described,
  ballot: BallotOnFork,
): Promise<{ readonly done: boolean; readonly numbers: Partial<PassVerdict> }> {
  const { noted, decision, votes, bar } = await ballot.standing();
  if (noted === "executed") return { done: decision === "for", numbers: {} };
  const missing = missingVotes(ballot.machine, "for", bar, votes) + 1n;
  const numbers = { majority: String(bar), missing: String(missing > 0n ? missing : 0n) };
  const stake = stakes === undefined || isNotRead(stakes) ? undefined : stakes.toBoost;
  if (stake === undefined) return { done: false, numbers };
  const stakingToken = await ballot.stakingToken();
  const until = deadline === undefined || isNotRead(deadline) ? undefined : deadline;
  const boost = { stake, stakingToken, ...(until !== undefined && { until }) };
  return { done: false, numbers: { ...numbers, boost } };
}
