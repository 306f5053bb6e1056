import type { Voter } from "../../../engine/governance/collect-votes.js";
import { missingVotes } from "../../../engine/governance/majority-and-boost.js";
import { endText, isBoosted } from "../../../engine/governance/proposal-state.js";
import { compareInspections } from "../../../engine/inspect/compare/compare-inspections.js";
import { isSame } from "../../../engine/inspect/compare/collector.js";
import type { Inspection, Inspected, ProposalSide } from "../../../engine/inspect/description.js";
import { attempt, ifRead, isNotRead } from "../../../engine/inspect/reading/attempt.js";
import { abiAs } from "../../../engine/inspect/reading/identify.js";
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
import { describeStages } from "../tracing/describe-stages.js";
import type { Consequences } from "../verdicts/consequences.js";
import { tryConstraints } from "../verdicts/constraint-changes.js";
import { readFreed } from "../verdicts/revived-proposals.js";
import { originChanges } from "../verdicts/origin-changes.js";
import { passVerdict } from "../verdicts/verdicts.js";

/**
 * Passes a proposal on the fork, executes and redeems it. Does not read the result.
 * @param choose who may vote, of all who could, largest first; default: all
 * @returns also the transactions after the votes, when it was decided (UNIX seconds), and why it did not pass, if so
 */
export async function carryOut(
  session: Session,
  proposal: Described,
  choose?: (all: readonly Voter[]) => readonly Voter[],
) {
  const { chain, inspection } = session;
  const ballot = await openBallot(chain, proposal);
  const chances = await readChances(proposal, ballot);
  const decided = await decideOn(session, proposal, ballot, "for", choose);
  const isFor = decided.decision === "for";
  const decidedAt = chain.time;
  const { time: { before, between } = { before: 0, between: 0 }, blocks = 0 } = chain.conditions;
  if (isFor && between > 0) {
    await chain.moveTo(chain.time + between, Math.ceil((between * blocks) / Math.max(before, 1)));
  }
  const rest = isFor ? await executeAndRedeem(chain, proposal, inspection.avatar.address) : [];
  const obstacle = isFor ? undefined : (decided.obstacle ?? endText(decided));
  return { decided, chances, rest, decidedAt, obstacle };
}

/**
 * Passes a proposal on the fork, executes and redeems it.
 * @param preceding transactions sent for it before, such as the one that made it
 * @param toTheEnd whether to redeem what the voting machine owes, too
 * @returns every transaction, in order, with what they changed
 */
export async function pass(
  session: Session,
  proposal: Described,
  preceding: readonly Act[] = [],
  toTheEnd = true,
) {
  const { chain } = session;
  const first = preceding[0] === undefined ? await chain.head() : preceding[0].tried.block - 1;
  const requests = ifRead(proposal.requests);
  const calls = requests?.kind === "calls" ? requests.calls : undefined;
  const avatar = session.inspection.avatar.address;
  const trials = await tryCalls(chain, avatar, calls ?? []);
  const carried = await carryOut(session, proposal);
  const { decided, rest } = carried;
  const redeems = toTheEnd ? await redeemFromMachine(chain, proposal, decided, avatar) : [];
  const acts = [...preceding, ...decided.acts, ...rest, ...redeems];
  const { future, after } = await describeFuture(session, proposal.id, decided, acts, first);
  const concluded = await conclude(session, proposal, carried, future.stages, after);
  const { balances } = future;
  const own = [...decided.acts.slice(-1), ...rest].map(({ tried }) => tried);
  const { anybodys, events } = trials ?? { anybodys: new Set<string>(), events: [] };
  const told = calls ? { balances, anybodys, events } : { balances };
  const given = await readGivenAway(chain, session.inspection, own, first, told);
  const more = isNotRead(after)
    ? {}
    : {
        constraints: await tryConstraints(chain, session.inspection, after, first),
        freed: await readFreed(chain, session.inspection, first),
        counted: await readCounted(chain, after, own, first, given.touched),
        origins: await originChanges(session, after),
      };
  const { consequences: judged } = concluded;
  const consequences: Consequences = { ...judged, given, balances, trials, ...more };
  return { future, decided, acts, ...concluded, consequences };
}

/** Passes a proposal on the fork like `pass`, but finds out only whether it does what it says. */
export async function passAndJudge(session: Session, proposal: Described) {
  const carried = await carryOut(session, proposal);
  const acts = [...carried.decided.acts.slice(-1), ...carried.rest];
  const stages = await describeStages(session, acts);
  // The effects of rewards and calls are visible without reading the DAO again.
  const after = ["reward", "calls"].includes(ifRead(proposal.requests)?.kind ?? "")
    ? { notRead: "it was not requested" }
    : await attempt(() => session.inspectNow(proposal.id));
  return await conclude(session, proposal, carried, stages, after);
}

async function conclude(
  { chain, inspection }: Session,
  proposal: Described,
  { chances, decided, decidedAt, rest, obstacle }: Awaited<ReturnType<typeof carryOut>>,
  stages: SimulatedFuture["stages"],
  after: Inspected<Inspection>,
) {
  const redeems = rest.filter(({ stage }) => stage === "redeem").map(({ tried }) => tried);
  const [before = 0, last] = [redeems[0]?.block, redeems.at(-1)?.block];
  const redeemed = await readBalanceChanges(chain, inspection, redeems, before - 1, last);
  const holders = [inspection.reputation.holders, proposal.votes].find((each) => isNotRead(each));
  const isCut = [...decided.acts, ...rest].some(({ tried }) => tried.cutAt !== undefined);
  const supply = supplyOf(proposal);
  const verdict: PassVerdict = {
    ...passVerdict({ isDone: chances.done, obstacle, unread: holders?.notRead, isCut }),
    votes: decided.votes.map(({ account, reputation }) => ({
      account,
      reputation: String(reputation),
      share: percentOf(reputation, supply),
    })),
    stakes: decided.stakes.map(({ account, tokens }) => ({ account, amount: String(tokens) })),
    ...chances.numbers,
    decidedAt: obstacle === undefined && !chances.done ? decidedAt : undefined,
  };
  const avatar = chain.contract(inspection.avatar.address, abiAs(inspection.avatar, "Avatar"));
  const ownerNow = async () => (await avatar.value("owner")) as string;
  const owner = isNotRead(after) ? ifRead(await attempt(ownerNow)) : undefined;
  const judged = { before: inspection, after, owner };
  const consequences = { id: proposal.id, ...judged, obstacle, redeemed, stages };
  return { consequences, verdict };
}

/** Makes a proposal fail on the fork. */
export async function fail(session: Session, proposal: Described): Promise<SimulatedFuture> {
  const { chain } = session;
  const first = await chain.head();
  const decided = await decideOn(session, proposal, await openBallot(chain, proposal), "against");
  const { address } = session.inspection.avatar;
  const redeems = await redeemFromMachine(chain, proposal, decided, address);
  const acts = [...decided.acts, ...redeems];
  return (await describeFuture(session, proposal.id, decided, acts, first)).future;
}

async function openBallot(chain: ForkedChain, proposal: Described): Promise<BallotOnFork> {
  const { id, votingMachine, block } = proposal;
  return await BallotOnFork.open(chain, votingMachine, { id, supply: supplyOf(proposal), block });
}

function supplyOf({ votes }: Described): bigint {
  return BigInt(ifRead(votes)?.supply ?? 0);
}

async function decideOn(
  { chain, inspection }: Session,
  proposal: Described,
  ballot: BallotOnFork,
  side: ProposalSide,
  choose: (all: readonly Voter[]) => readonly Voter[] = (all) => all,
): Promise<Decided> {
  const voters = choose(await readVoters(chain, inspection, proposal));
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
  const future = { state, decision, obstacle, stages, balances };
  if (isNotRead(after)) return { future: { ...future, changes: after, promises: {} }, after };
  const { differences, notCompared } = compareInspections(inspection, after);
  const promises = (["owes", "mintable", "listings"] as const)
    .filter((name) => !isSame(inspection[name], after[name]))
    .map((name) => [name, after[name]]);
  const changes = { differences, notCompared };
  return { future: { ...future, changes, promises: Object.fromEntries(promises) as never }, after };
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
  const stake = ifRead(stakes)?.toBoost;
  if (stake === undefined) return { done: false, numbers };
  const boost = { stake, stakingToken: await ballot.stakingToken(), until: ifRead(deadline) };
  return { done: false, numbers: { ...numbers, boost } };
}
