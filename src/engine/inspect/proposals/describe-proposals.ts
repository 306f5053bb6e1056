import type { Interface } from "ethers";

import type {
  ContractDescription,
  ProposalDescription,
  Inspected,
  SchemeDescription,
} from "../description.js";
import type { Organization } from "../organization/find-organization.js";
import { attempt, ifRead, isNotRead, Unknowable } from "../reading/attempt.js";
import type { BlockReader } from "../reading/block-reader.js";
import { Contract, type ContractEvent } from "../reading/contract.js";
import { openContract } from "../reading/identify.js";
import { isOpen, sideOf } from "../../governance/proposal-state.js";
import { givenAbis, type GivenAbis } from "./calls.js";
import { openCompetition, readCompetition, type OpenCompetition } from "./competition.js";
import { findProposals, type FoundProposal } from "./find-proposals.js";
import { problemsOf } from "./problems.js";
import { readProgress } from "./progress.js";
import {
  describeEvent,
  describeRequest,
  descriptionOf,
  proposalEvents,
  readOwnEvents,
  readSchemeEvents,
} from "./requests.js";
import { readUnpaid } from "./unpaid.js";
import { readRedeemable, readStakes, readVotes } from "./votes-stakes-and-rewards.js";

interface Context {
  readonly reader: BlockReader;
  readonly organization: Organization;
  readonly schemes: ReadonlyMap<string, SchemeOfProposals>;
  readonly abis: GivenAbis;
}

interface SchemeOfProposals {
  /** Absent if it is not Arc's. */
  readonly contract?: Contract;
  /** One that is not Arc's, but whose ABI is known. */
  readonly own?: Contract;
  readonly events: ReadonlyMap<string, ContractEvent>;
  readonly competition?: OpenCompetition;
}

/**
 * Reads every proposal made through a scheme of the DAO, oldest first.
 * @param abis ABIs of contracts that proposals call, and of schemes that are not Arc's, by address
 * @param known descriptions that are still valid, whose proposals are not read again, and voting machines of schemes
 */
export async function describeProposals(
  reader: BlockReader,
  organization: Organization,
  schemes: readonly SchemeDescription[],
  abis: Readonly<Record<string, unknown>>,
  known: {
    readonly unchanged: readonly ProposalDescription[];
    readonly machines: readonly string[];
  },
): Promise<readonly ProposalDescription[]> {
  const avatar = organization.avatar.address;
  const { unchanged } = known;
  const contracts = new Map(schemes.map(({ contract }) => [contract.address, contract]));
  const found = await findProposals(reader, avatar, new Set(contracts.keys()), known);
  const given = givenAbis(abis);
  const opened = await Promise.all(
    [...Map.groupBy(found, ({ scheme }) => scheme)].map(async ([address, made]) => {
      const described = contracts.get(address)!;
      const abi = given.get(address.toLowerCase());
      return [address, await openScheme(reader, described, avatar, made, abi)] as const;
    }),
  );
  const context = { reader, organization, schemes: new Map(opened), abis: given };
  // Where the machine stores only the scheme, the proposal may be another DAO's.
  const own = found.filter(
    ({ id, scheme, kept }) =>
      kept.organization === undefined || context.schemes.get(scheme)?.events.has(id) === true,
  );
  const read = await Promise.all(own.map((proposal) => describeProposal(context, proposal)));
  // The sort is stable: within a block, unchanged proposals stay first, as they are older.
  return [...unchanged, ...read].sort((a, b) => a.block - b.block);
}

async function openScheme(
  reader: BlockReader,
  described: ContractDescription,
  avatar: string,
  made: readonly FoundProposal[],
  abi: Interface | undefined,
): Promise<SchemeOfProposals> {
  const contract = openContract(reader, described);
  if (contract === undefined) {
    if (abi === undefined) return { events: new Map() };
    const own = new Contract(reader, described.address, abi);
    return { own, events: await readOwnEvents(own, made) };
  }
  const [events, competition] = await Promise.all([
    readSchemeEvents(contract, avatar),
    openCompetition(reader, contract),
  ]);
  return { contract, events, competition };
}

async function describeProposal(
  { reader, organization, schemes, abis }: Context,
  proposal: FoundProposal,
): Promise<ProposalDescription> {
  const { id, machine, scheme, made, ballot } = proposal;
  const { contract, own, events, competition } = schemes.get(scheme)!;
  const event = events.get(id);
  const execution = proposal.events.find(({ name }) => name === "ExecuteProposal");
  const decided = execution && sideOf(execution.values._decision);
  const [state, competing, requests, votes, time] = await Promise.all([
    attempt(async () => {
      const read = await ballot.states(reader, decided);
      if (!isOpen(read.recorded) && execution === undefined) {
        reader.reportMissing(`it was decided (${read.recorded}), but no event says so`);
      }
      return read;
    }),
    attempt(async () => competition && (await readCompetition(competition, id))),
    attempt(async () => {
      if (contract && event) return await describeRequest(reader, contract, event, abis);
      if (own && event) return describeEvent(own, event);
      if (contract && proposalEvents(contract).length > 0) {
        reader.reportMissing("its scheme has no event for it");
      }
      throw new Unknowable("its scheme does not describe it in a known way");
    }),
    attempt(() => readVotes(reader, proposal, organization.reputation)),
    reader.timeOf(made.log.blockNumber),
  ]);
  const problems = isNotRead(requests) ? [] : problemsOf(requests);
  const frame = {
    id,
    votingMachine: machine.contract.address,
    scheme,
    proposer: String(made.values._proposer),
    block: made.log.blockNumber,
    time,
    transaction: made.log.transactionHash,
    description: event && descriptionOf(event),
    requests,
    problems: problems.length > 0 ? problems : undefined,
    competition: competing,
    votes,
  };
  if (isNotRead(state)) return { ...frame, state, progress: state };
  const { recorded, now, decision } = state;
  const stillOpen = isOpen(recorded);
  const passed = recorded === "executed" && decision === "for";
  const [unpaid, deadline, stakes, redeemable] = await Promise.all([
    passed && !isNotRead(requests) && requests.kind === "reward" && contract !== undefined
      ? attempt(() => readUnpaid(contract, id, organization.avatar.address, requests))
      : undefined,
    attempt(() => ballot.endOf(recorded)),
    ballot.isGenesis
      ? attempt(() =>
          readStakes(reader, proposal, { isOpen: stillOpen, isQueued: now === "queued" }),
        )
      : undefined,
    ballot.isGenesis && !stillOpen
      ? attempt(() => readRedeemable(proposal, recorded, organization.avatar.address))
      : undefined,
  ]);
  const progress = isNotRead(unpaid)
    ? unpaid
    : await attempt(() =>
        readProgress(proposal, state, contract, organization.avatar.address, {
          requests: ifRead(requests),
          unpaid,
        }),
      );
  return {
    ...frame,
    state: { recorded, now },
    ...{ decision, progress, deadline, stakes },
    unpaid: unlessEmpty(unpaid),
    redeemable: unlessEmpty(redeemable),
  };
}

function unlessEmpty<Each>(
  list?: Inspected<readonly Each[]>,
): Inspected<readonly Each[]> | undefined {
  return ifRead(list)?.length === 0 ? undefined : list;
}
