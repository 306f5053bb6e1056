import { percentOf } from "../inspect/reading/percent.js";
import { compareInspections } from "../inspect/compare/compare-inspections.js";
import type {
  Inspection,
  NotRead,
  ProposalDescription,
  Read,
  Side,
} from "../inspect/description.js";
import type { InspectOptions } from "../inspect/inspect-dao.js";
import { attempt, isNotRead } from "../inspect/reading/attempt.js";
import { describeContract } from "../inspect/reading/identify.js";
import { packageVersion } from "../support/package.js";
import { refuseOver } from "./find-proposal.js";
import { Ballot } from "./passing/ballot.js";
import { decide, type Act, type Decided } from "./passing/decide.js";
import { readVoters } from "./passing/electorate.js";
import { finish } from "./passing/finish.js";
import type { Session } from "./session.js";
import {
  SIMULATION_SCHEMA_VERSION,
  type Future,
  type PassVerdict,
  type Simulation,
} from "./simulation.js";
import { readBalanceChanges } from "./telling/balances.js";
import { tellStages } from "./telling/tell-stages.js";
import { judgeDeeds, type Aftermath } from "./verdicts/deeds.js";
import { findWarnings } from "./verdicts/warnings.js";

/** Calls what anybody may call. Nobody has its key, and no contract knows it. */
const ANYBODY = "0x00000000000000000000000000000000A9B0d7F5";

export type SimulateOptions = InspectOptions;

/**
 * Finds out on a fork what a proposal would do: it is passed by its own rules, by holders who vote and stake,
 * and carried through to the end. The fork is afterwards as before.
 * @throws MigrationError for a proposal that is over
 */
export async function simulateOn(
  session: Session,
  proposal: ProposalDescription,
  { onProgress = () => {} }: SimulateOptions,
): Promise<Simulation> {
  const { chain, inspection } = session;
  refuseOver(proposal);
  onProgress("Passing the proposal on the fork");
  const [scheme, votingMachine] = await Promise.all(
    [proposal.scheme, proposal.votingMachine].map(async (address) =>
      describeContract(await chain.reader(), address),
    ),
  );
  const simulated = { ...proposal, scheme: scheme!, votingMachine: votingMachine! };
  const passed = await chain.forgetting(() => pass(session, simulated));
  const isDecided = isNotRead(proposal.state) || proposal.state.noted === "executed";
  onProgress("Letting it fail on the fork");
  const failed = isDecided ? undefined : await chain.forgetting(() => fail(session, simulated));
  const { id, proposer, description, asks } = proposal;
  const does = judgeDeeds(asks, passed.aftermath);
  return {
    schemaVersion: SIMULATION_SCHEMA_VERSION,
    tool: { name: "hardhat-dao-migration", version: packageVersion() },
    chainId: inspection.chainId,
    block: inspection.block,
    avatar: inspection.avatar.address,
    name: inspection.name,
    proposal: {
      id,
      scheme: scheme!,
      votingMachine: votingMachine!,
      proposer,
      ...(description !== undefined && { description }),
      asks,
    },
    passes: passed.verdict,
    does,
    warnings: findWarnings(asks, passed.aftermath),
    passed: passed.future,
    ...(failed !== undefined && { failed }),
  };
}

type Described = Omit<ProposalDescription, "scheme" | "votingMachine"> &
  Pick<Simulation["proposal"], "scheme" | "votingMachine">;

interface Passed {
  readonly verdict: PassVerdict;
  readonly future: Future;
  readonly aftermath: Aftermath;
}

async function pass(session: Session, proposal: Described): Promise<Passed> {
  const { chain, inspection } = session;
  const first = await chain.head();
  const ballot = await openBallot(session, proposal);
  const chances = await readChances(proposal, ballot);
  const decided = await decideOn(session, proposal, ballot, "for");
  const isFor = decided.decision === "for";
  const decidedIn = await chain.head();
  const decidedAt = chain.time;
  const { id, scheme, asks } = proposal;
  const request = isNotRead(asks) ? undefined : asks;
  const rest = isFor
    ? await finish({
        chain,
        id,
        scheme,
        request,
        avatar: inspection.avatar.address,
        anybody: ANYBODY,
      })
    : [];
  const acts = [...decided.acts, ...rest];
  const obstacle = isFor
    ? undefined
    : (decided.obstacle ?? `it is ${decided.decision ?? decided.state}`);
  const { future, after } = await tellFuture(session, decided, acts, first);
  const redeems = rest.filter(({ stage }) => stage === "redeem").map(({ tried }) => tried);
  const redeemed = await readBalanceChanges(chain, inspection, redeems, decidedIn);
  const supply = supplyOf(proposal);
  const verdict: PassVerdict = {
    verdict: chances.done ? "passed" : isFor ? "can pass" : "cannot pass",
    ...(obstacle !== undefined && { reason: obstacle }),
    votes: decided.votes.map(({ account, reputation }) => ({
      account,
      reputation: String(reputation),
      share: percentOf(reputation, supply),
    })),
    stakes: decided.stakes.map(({ account, tokens }) => ({ account, amount: String(tokens) })),
    ...chances.numbers,
    ...(isFor && !chances.done && { decidedAt }),
  };
  const { stages } = future;
  return {
    verdict,
    future,
    aftermath: { before: inspection, after, obstacle, redeemed, stages },
  };
}

async function fail(session: Session, proposal: Described): Promise<Future> {
  const first = await session.chain.head();
  const ballot = await openBallot(session, proposal);
  const decided = await decideOn(session, proposal, ballot, "against");
  return (await tellFuture(session, decided, decided.acts, first)).future;
}

async function openBallot({ chain }: Session, proposal: Described): Promise<Ballot> {
  const supply = supplyOf(proposal);
  return await Ballot.open(chain, proposal.votingMachine, { id: proposal.id, supply });
}

function supplyOf({ votes }: Described): bigint {
  return isNotRead(votes) ? 0n : BigInt(votes.supply);
}

async function decideOn(
  { chain, inspection }: Session,
  { votes, block }: Described,
  ballot: Ballot,
  side: Side,
): Promise<Decided> {
  const voted = new Set(isNotRead(votes) ? [] : votes.cast.map(({ voter }) => voter));
  const voters = await readVoters(chain, inspection, block, voted);
  return await decide({ chain, inspection, ballot, voters, anybody: ANYBODY }, side);
}

async function tellFuture(
  session: Session,
  { state, decision, obstacle }: Decided,
  acts: readonly Act[],
  before: number,
): Promise<{ readonly future: Future; readonly after: Read<Inspection> }> {
  const { chain, inspection } = session;
  const tried = acts.map((act) => act.tried);
  const after = await attempt(session.inspectNow);
  const future = {
    state,
    ...(decision !== undefined && { decision }),
    ...(obstacle !== undefined && { obstacle }),
    stages: await tellStages(session, acts),
    balances: await readBalanceChanges(chain, inspection, tried, before),
    changes: isNotRead(after) ? after : changesOf(inspection, after),
  };
  return { future, after };
}

function changesOf(before: Inspection, after: Inspection): Exclude<Future["changes"], NotRead> {
  const { differences, notCompared } = compareInspections(before, after);
  return { differences, notCompared };
}

/** Whether it passed before, and what is missing with the votes and stakes of the chain. */
async function readChances(
  { stakes, deadline }: Described,
  ballot: Ballot,
): Promise<{ readonly done: boolean; readonly numbers: Partial<PassVerdict> }> {
  const { noted, decision, votes } = await ballot.standing();
  if (noted === "executed") return { done: decision === "for", numbers: {} };
  const missing = ballot.bar + 1n - votes.for;
  const numbers = { majority: String(ballot.bar), missing: String(missing > 0n ? missing : 0n) };
  const stakingToken = await ballot.stakingToken();
  const known: Read<string> | undefined =
    stakes === undefined || isNotRead(stakes) ? undefined : stakes.toBoost;
  if (stakingToken === undefined || known === undefined || isNotRead(known)) {
    return { done: false, numbers };
  }
  const until = deadline === undefined || isNotRead(deadline) ? undefined : deadline;
  const boost = { stake: known, stakingToken, ...(until !== undefined && { until }) };
  return { done: false, numbers: { ...numbers, boost } };
}
