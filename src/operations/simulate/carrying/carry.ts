import type { Voter } from "../../../engine/governance/collect-votes.js";
import { missingVotes } from "../../../engine/governance/majority.js";
import { endText, isBoosted } from "../../../engine/governance/proposal-state.js";
import { compareInspections } from "../../../engine/inspect/compare/compare-inspections.js";
import { isSame } from "../../../engine/inspect/compare/collector.js";
import type { Inspection, Inspected, ProposalSide } from "../../../engine/inspect/description.js";
import { attempt, isNotRead } from "../../../engine/inspect/reading/attempt.js";
import { percentOf } from "../../../engine/inspect/reading/percent.js";
import type { ForkedChain } from "../chain/forked-chain.js";
import type { Described } from "../find-proposal.js";
import { BallotOnFork } from "../passing/ballot-on-fork.js";
import { decideOnFork, type Act, type Decided } from "../passing/decide-on-fork.js";
import { executeAndRedeem, redeemFromMachine } from "../passing/execute-and-redeem.js";
import { readVoters } from "../passing/voters-and-stakers.js";
import type { Session } from "../session.js";
import type { SimulatedFuture, PassVerdict } from "../simulation.js";
import { readBalanceChanges } from "../tracing/balances.js";
import { tryCalls } from "../tracing/call-trials.js";
import { readCounted } from "../tracing/counted.js";
import { readGivenAway } from "../tracing/given-away.js";
import { readUnprovenOrigins } from "../tracing/origins.js";
import { describeStages } from "../tracing/describe-stages.js";
import type { Consequences } from "../verdicts/consequences.js";

/** A proposal that was carried out, and everything needed to judge it. */
export interface Passed extends Concluded {
  readonly future: SimulatedFuture;
  readonly decided: Decided;
  /** Every transaction, in order. */
  readonly acts: readonly Act[];
}

interface Concluded {
  readonly verdict: PassVerdict;
  readonly consequences: Consequences;
  /** What it changes in its voting machine. */
  readonly machineSlots: ReadonlySet<string>;
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
  readonly obstacle?: string;
}

/**
 * Passes a proposal on the fork, executes and redeems it. Does not read the result.
 * @param choose who may vote, of all who could, largest first; default: all
 */
export async function carryOut(
  session: Session,
  proposal: Described,
  choose?: (all: readonly Voter[]) => readonly Voter[],
): Promise<CarriedOut> {
  const { chain, inspection } = session;
  const ballot = await openBallot(session, proposal);
  const chances = await readChances(proposal, ballot);
  const decided = await decideOn(session, proposal, ballot, "for", choose);
  const isFor = decided.decision === "for";
  const [decidedIn, decidedAt] = [await chain.head(), chain.time];
  const { time: { before, between } = { before: 0, between: 0 }, blocks = 0 } = chain.conditions;
  if (isFor && between > 0) {
    await chain.moveTo(chain.time + between, Math.ceil((between * blocks) / Math.max(before, 1)));
  }
  const rest = isFor ? await executeAndRedeem(chain, proposal, inspection.avatar.address) : [];
  const obstacle = isFor ? undefined : (decided.obstacle ?? endText(decided));
  const doneIn = await chain.head();
  return { decided, chances, rest, decidedIn, doneIn, decidedAt, obstacle };
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
  const { chain } = session;
  const first = preceding[0] === undefined ? await chain.head() : preceding[0].tried.block - 1;
  const { requests } = proposal;
  const isCalls = !isNotRead(requests) && requests.kind === "calls";
  const calls = isCalls ? requests.calls : [];
  const trials = await tryCalls(chain, session.inspection.avatar.address, calls);
  const carried = await carryOut(session, proposal);
  const { decided, rest } = carried;
  const redeems = toTheEnd ? await redeemFromMachine(chain, proposal, decided) : [];
  const acts = [...preceding, ...decided.acts, ...rest, ...redeems];
  const { future, after } = await describeFuture(session, proposal.id, decided, acts, first);
  const concluded = await conclude(session, proposal, carried, future.stages, after);
  const { balances } = future;
  const own = [...decided.acts.slice(-1), ...rest].map(({ tried }) => tried);
  const given = await readGivenAway(chain, session.inspection, own, first, after, {
    balances,
    anybodys: isCalls ? (trials?.anybodys ?? new Set()) : undefined,
  });
  const counted = isNotRead(after)
    ? []
    : await readCounted(chain, after, own, first, given.touched);
  const origins = isNotRead(after) ? [] : await readUnprovenOrigins(session, after);
  const consequences = { ...concluded.consequences, given, counted, origins, balances, trials };
  return { future, decided, acts, ...concluded, consequences };
}

/** Passes a proposal on the fork like `pass`, but finds out only whether it does what it says. */
export async function passAndJudge(session: Session, proposal: Described): Promise<Concluded> {
  const carried = await carryOut(session, proposal);
  const stages = await describeStages(session, [
    ...carried.decided.acts.slice(-1),
    ...carried.rest,
  ]);
  const { requests, id } = proposal;
  // The effects of rewards and calls are visible without reading the DAO again.
  const isSeen = !isNotRead(requests) && (requests.kind === "reward" || requests.kind === "calls");
  const after = isSeen
    ? { notRead: "it was not requested" }
    : await attempt(() => session.inspectNow(id));
  return await conclude(session, proposal, carried, stages, after);
}

async function conclude(
  { chain, inspection }: Session,
  proposal: Described,
  { chances, decided, decidedAt, decidedIn, doneIn, rest, obstacle }: CarriedOut,
  stages: SimulatedFuture["stages"],
  after: Inspected<Inspection>,
): Promise<Concluded> {
  const redeems = rest.filter(({ stage }) => stage === "redeem").map(({ tried }) => tried);
  const redeemed = await readBalanceChanges(chain, inspection, redeems, decidedIn, doneIn);
  const holders = [inspection.reputation.holders, proposal.votes].find((each) => isNotRead(each));
  const isCut = [...decided.acts, ...rest].some(({ tried }) => tried.cutAt !== undefined);
  const unknown =
    holders !== undefined
      ? `who can vote is unknown: ${holders.notRead}`
      : isCut
        ? "with more gas, it may pass"
        : undefined;
  const failed = unknown === undefined ? "cannot pass" : "inconclusive";
  const passes = obstacle === undefined;
  const supply = supplyOf(proposal);
  return {
    machineSlots: await machineSlots(chain, proposal, [...decided.acts, ...rest]),
    consequences: { id: proposal.id, before: inspection, after, obstacle, redeemed, stages },
    verdict: {
      verdict: chances.done ? "passed" : passes ? "can pass" : failed,
      reason: passes || unknown === undefined ? obstacle : `${obstacle}; ${unknown}`,
      votes: decided.votes.map(({ account, reputation }) => ({
        account,
        reputation: String(reputation),
        share: percentOf(reputation, supply),
      })),
      stakes: decided.stakes.map(({ account, tokens }) => ({ account, amount: String(tokens) })),
      ...chances.numbers,
      decidedAt: passes && !chances.done ? decidedAt : undefined,
    },
  };
}

async function machineSlots(
  chain: ForkedChain,
  { votingMachine }: Described,
  acts: readonly Act[],
): Promise<ReadonlySet<string>> {
  const start = `${votingMachine.address.toLowerCase()} storage `;
  const changes = await Promise.all(acts.map(({ tried }) => chain.changes(tried)));
  return new Set(changes.flatMap((each) => [...each.keys()].filter((at) => at.startsWith(start))));
}

/** Makes a proposal fail on the fork. */
export async function fail(session: Session, proposal: Described): Promise<SimulatedFuture> {
  const { chain } = session;
  const first = await chain.head();
  const decided = await decideOn(session, proposal, await openBallot(session, proposal), "against");
  const acts = [...decided.acts, ...(await redeemFromMachine(chain, proposal, decided))];
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
  proposal: Described,
  ballot: BallotOnFork,
  side: ProposalSide,
  choose: (all: readonly Voter[]) => readonly Voter[] = (all) => all,
): Promise<Decided> {
  const all = choose(await readVoters(chain, inspection, proposal));
  const { votesFirst } = chain.conditions.sender ?? {};
  const isFirst = ({ account }: Voter): boolean => account === votesFirst;
  const voters = [...all.filter(isFirst), ...all.filter((each) => !isFirst(each))];
  return await decideOnFork({ chain, inspection, ballot, voters }, side);
}

async function describeFuture(
  session: Session,
  id: string,
  { state, decision, obstacle }: Decided,
  acts: readonly Act[],
  before: number,
): Promise<{ readonly future: SimulatedFuture; readonly after: Inspected<Inspection> }> {
  const { chain, inspection } = session;
  const after = await attempt(() => session.inspectNow(id));
  const stages = await describeStages(session, acts);
  const tried = acts.map((act) => act.tried);
  const balances = await readBalanceChanges(chain, inspection, tried, before);
  const dao = isNotRead(after)
    ? { changes: after, promises: {} }
    : { changes: changesOf(inspection, after), promises: promisesOf(inspection, after) };
  return { future: { state, decision, obstacle, stages, balances, ...dao }, after };
}

function changesOf(before: Inspection, after: Inspection): SimulatedFuture["changes"] {
  const { differences, notCompared } = compareInspections(before, after);
  return { differences, notCompared };
}

/** Those that changed. */
function promisesOf(before: Inspection, after: Inspection): SimulatedFuture["promises"] {
  const names = ["owes", "mintable", "listings"] as const;
  const changed = names.filter((name) => !isSame(before[name], after[name]));
  return Object.fromEntries(changed.map((name) => [name, after[name]]));
}

/** Whether it passed before the fork, and how many votes and stakes it still needs on the chain. */
async function readChances(
  { stakes, deadline }: Described,
  ballot: BallotOnFork,
): Promise<{ readonly done: boolean; readonly numbers: Partial<PassVerdict> }> {
  const { recorded, now, decision, votes, bar, deadline: end } = await ballot.standing();
  if (recorded === "executed") return { done: decision === "for", numbers: {} };
  const missing = missingVotes(ballot.machine, "for", bar, votes) + 1n;
  const boosted =
    isBoosted(now) || now === "preBoosted"
      ? { state: now, for: String(votes.for), against: String(votes.against), until: end }
      : undefined;
  const numbers = { majority: String(bar), missing: String(missing > 0n ? missing : 0n), boosted };
  const stake = stakes === undefined || isNotRead(stakes) ? undefined : stakes.toBoost;
  if (stake === undefined) return { done: false, numbers };
  const until = isNotRead(deadline) ? undefined : deadline;
  const boost = { stake, stakingToken: await ballot.stakingToken(), until };
  return { done: false, numbers: { ...numbers, boost } };
}
