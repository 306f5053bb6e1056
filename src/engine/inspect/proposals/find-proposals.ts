import { topicsOf } from "../../../foundation/arc/abi-index.js";
import { knownAbi } from "../../../foundation/arc/known-abis.js";
import { TO_ACCOUNT } from "../../../foundation/chain/erc20.js";
import { Ballot } from "../../governance/ballot.js";
import { NEW_PROPOSAL, organizationTopics, schemeOf } from "../../governance/machine-events.js";
import {
  isVotingMachine,
  VOTING_MACHINES,
  type VotingMachineName,
} from "../../../foundation/arc/voting-machines.js";
import type { ContractDescription, NotRead, ProposalDescription } from "../description.js";
import type { BlockReader } from "../reading/block-reader.js";
import { byPlace, eventsBy, type Contract, type ContractEvent } from "../reading/contract.js";
import { describeContract, openContract } from "../reading/identify.js";

/** An Arc voting machine, ready to be read. */
interface Machine {
  readonly name: VotingMachineName;
  readonly contract: Contract;
}

/** A proposal of the DAO, with all events that its voting machine emitted for it. */
export interface FoundProposal {
  readonly id: string;
  readonly machine: Machine;
  /** Address of the scheme, which the machine calls back. */
  readonly scheme: string;
  readonly made: ContractEvent;
  readonly ballot: Ballot;
  /** What the machine stores for it, by field name. */
  readonly kept: Readonly<Record<string, unknown>>;
  /** Whether the machine has deleted it, as AbsoluteVote and QuorumVote do once it is decided. */
  readonly isDeleted: boolean;
  /** Votes, stakes and the like, in chain order. */
  readonly events: readonly ContractEvent[];
}

const EVENTS = ["NewProposal", "VoteProposal", "CancelVoting", "Stake", "ExecuteProposal"];

/** Why the proposals of a voting machine cannot be read; undefined if they can. */
export function unreadable(
  { code, name }: ContractDescription,
  machine: Contract | undefined,
): NotRead | undefined {
  const why = (notRead: string): NotRead => ({ notRead, unknowable: true });
  if (code === "account") return why("there is no contract at the address");
  if (machine === undefined || name === undefined) return why("its code is unknown");
  if (!isVotingMachine(name)) return why(`Arc's ${name} is not a voting machine`);
  if (machine.abi.getEvent("NewProposal")?.topicHash === NEW_PROPOSAL) return undefined;
  return why("in releases this old, its events do not say which DAO a proposal belongs to");
}

/**
 * Finds every proposal that a scheme of the DAO made in any of Arc's voting machines, oldest first. Anybody can deploy
 * a contract, or make a machine, that claims a proposal belongs to this DAO. So only Arc's machines count, and only
 * proposals that call back a scheme of the DAO.
 * @param schemes addresses of all schemes that were ever registered
 * @param options proposals to leave out, and voting machines that schemes of the DAO use
 */
export async function findProposals(
  reader: BlockReader,
  avatar: string,
  schemes: ReadonlySet<string>,
  options: {
    readonly unchanged: readonly Pick<ProposalDescription, "id">[];
    readonly machines: readonly string[];
  },
): Promise<readonly FoundProposal[]> {
  // What the avatar received is read, too, as a node may need many requests for each search.
  const organizations = organizationTopics(avatar, schemes);
  const topics = VOTING_MACHINES.flatMap((name) => topicsOf(knownAbi(name)!, EVENTS));
  const wanted = [NEW_PROPOSAL, ...TO_ACCOUNT, ...topics];
  const logs = await reader.logs({ topics: [[...new Set(wanted)], null, organizations] });
  const made = logs.filter(({ topics: [event] }) => event === NEW_PROPOSAL);
  const known = new Set(options.unchanged.map(({ id }) => id));
  const addresses = new Set([...options.machines, ...made.map(({ address }) => address)]);
  const found = await Promise.all(
    [...addresses].map(async (address) => {
      const described = await describeContract(reader, address);
      const contract = openContract(reader, described);
      if (contract === undefined || !isVotingMachine(described.name)) return [];
      const events = await readEvents(reader, contract, organizations);
      return await ofMachine({ contract, name: described.name }, events, schemes, known);
    }),
  );
  return found.flat().sort((a, b) => byPlace(a.made.log, b.made.log));
}

/**
 * Reads what a voting machine emitted for a DAO.
 * @throws Error if the machine made more proposals, for whichever DAO, than its events tell
 */
async function readEvents(
  reader: BlockReader,
  machine: Contract,
  organizations: readonly string[],
): Promise<readonly ContractEvent[]> {
  // In all events, the first parameter is the proposal and the second is the organization.
  const events = await machine.events(EVENTS, [null, organizations]);
  if (reader.fromBlock > 0 || !machine.has("proposalsCnt")) return events;
  const [all, count] = await Promise.all([
    machine.events(["NewProposal"]),
    machine.value("proposalsCnt") as Promise<bigint>,
  ]);
  const own = new Set(organizations.map((each) => each.toLowerCase()));
  const made = events.filter(({ name }) => name === "NewProposal");
  const found = eventsBy("_proposalId", made);
  const isFound = all.every(
    ({ values, log }) => !own.has(log.topics[2]!) || found.has(String(values._proposalId)),
  );
  if (BigInt(all.length) === count && isFound) return events;
  return reader.reportMissing(
    `the voting machine ${machine.address} made ${count} proposals, and its events show ${all.length}`,
  );
}

async function ofMachine(
  machine: Machine,
  events: readonly ContractEvent[],
  schemes: ReadonlySet<string>,
  known: ReadonlySet<string>,
): Promise<readonly FoundProposal[]> {
  const byId = eventsBy("_proposalId", events);
  const found = await Promise.all(
    [...byId].map(async ([proposal, own]): Promise<FoundProposal[]> => {
      const made = own.find(({ name }) => name === "NewProposal");
      if (made === undefined || known.has(proposal)) return [];
      const paramsHash = String(made.values._paramsHash);
      const ballot = new Ballot(machine, { id: proposal, paramsHash });
      const kept = await ballot.stored();
      const { scheme, isDeleted } = schemeOf(kept, { proposer: String(made.values._proposer) });
      if (!schemes.has(scheme)) return [];
      return [{ id: proposal, machine, scheme, made, ballot, kept, isDeleted, events: own }];
    }),
  );
  return found.flat();
}
