import { currencyOf, type Network } from "../chain/networks.js";
import { MigrationError } from "../support/errors.js";
import type {
  DaoDescription,
  ProposalDescription as ToldProposal,
  ProposalState as ToldState,
} from "../voice/narration/story.js";
import { words } from "../voice/narration/words.js";
import type {
  ContractDescription,
  Inspection,
  ProposalDescription,
  ProposalState,
  Read,
} from "./description.js";
import { isNotRead } from "./reading/attempt.js";
import { tellRequest, type RequestWords } from "./story-requests.js";

const STATES: Readonly<Record<ProposalState, ToldState>> = {
  expiredInQueue: "ExpiredInQueue",
  executed: "Executed",
  queued: "Queued",
  preBoosted: "PreBoosted",
  boosted: "Boosted",
  quietEndingPeriod: "QuietEndingPeriod",
};

/** A description that only refers to another text: an IPFS hash, hexadecimal, or a web address. */
const REFERENCE = /^(Qm[1-9A-HJ-NP-Za-km-z]{44}|baf[a-z2-7]{50,}|(0x)?[0-9a-f]{32,}|\w+:\S+)$/i;
/** Limit for the characters of a description that are shown. */
const LONGEST_TITLE = 300;

/**
 * What a story says about a DAO, from its inspection.
 * @param network the chain's name
 * @param names contracts' names by address, such as aliases; they take precedence over Arc's names
 * @throws MigrationError if something that a story needs could not be read, because a story must not be incomplete
 */
export function factsOf(
  inspection: Inspection,
  network: Network,
  names: ReadonlyMap<string, string>,
): DaoDescription {
  const { token, reputation, schemes } = inspection;
  const given = new Map([...names].map(([address, name]) => [address.toLowerCase(), name]));
  const nameOf = ({ address, name, code }: ContractDescription): string => {
    const known = given.get(address.toLowerCase()) ?? name;
    if (known !== undefined) return words(known);
    return code === "account" ? "an account without code" : "a contract of unknown code";
  };
  const told = {
    nameOf,
    currency: currencyOf(network),
    tokenDecimals: isNotRead(token.decimals) ? 18 : token.decimals,
  };
  const byAddress = new Map(schemes.map(({ contract }) => [contract.address, nameOf(contract)]));
  return {
    name: required("its name", inspection.name),
    network: network.name,
    token: {
      name: required("the name of its token", token.name),
      symbol: required("the symbol of its token", token.symbol),
      totalSupply: BigInt(required("the supply of its token", token.totalSupply)),
    },
    totalReputation: BigInt(required("its reputation", reputation.totalSupply)),
    founders: required("its founders", inspection.founders).map((founder) => ({
      tokens: BigInt(founder.tokens),
      reputation: BigInt(founder.reputation),
    })),
    schemes: schemes
      .filter(({ registered }) => registered)
      .map(({ contract, permissions }) => ({
        name: nameOf(contract),
        permissions: permissions.bytes,
      })),
    proposals: required("its proposals", inspection.proposals).map((proposal) =>
      factsOfProposal(proposal, inspection, { ...told, scheme: byAddress.get(proposal.scheme) }),
    ),
  };
}

function factsOfProposal(
  proposal: ProposalDescription,
  { votingMachines }: Inspection,
  { scheme, ...told }: RequestWords & { readonly scheme: string | undefined },
): ToldProposal {
  const { stage } = required("what became of a proposal", proposal.progress);
  const { now } = required("the state of a proposal", proposal.state);
  const votes = required("the votes of a proposal", proposal.votes);
  const stakes = proposal.stakes && required("the stakes of a proposal", proposal.stakes);
  const machine = votingMachines.find(
    ({ contract }) => contract.address === proposal.votingMachine,
  );
  const token = machine?.stakingToken && required("the staking token", machine.stakingToken);
  const isDecided = stage === "rejected" || stage === "passed" || stage === "done";
  const asks = tellRequest(required("what a proposal asks for", proposal.asks), told);
  return {
    title: titleOf(proposal.description),
    scheme,
    asks,
    state: STATES[now],
    ...(isDecided && { outcome: stage === "rejected" ? "against" : "for" }),
    ...(stage === "passed" && { missing: "fulfil" }),
    ...(stage === "to be executed" && { missing: "execute" }),
    totalReputation: BigInt(votes.supply),
    votes: votes.cast.flatMap(({ side, reputation, ...vote }) =>
      side === "abstained" ? [] : [{ ...vote, side, reputation: BigInt(reputation) }],
    ),
    stakes: stakes?.placed.map((stake) => ({ ...stake, amount: BigInt(stake.amount) })),
    ...(token && {
      stakingToken: {
        name: required("the name of the staking token", token.name),
        decimals: required("the decimals of the staking token", token.decimals),
      },
    }),
  };
}

/** A description if it is readable text: a hash makes no sense when read aloud. */
function titleOf(description = ""): string | undefined {
  const text = description.trim();
  if (text === "" || REFERENCE.test(text)) return undefined;
  return text.length <= LONGEST_TITLE ? text : `${text.slice(0, LONGEST_TITLE).trimEnd()}…`;
}

function required<Value>(what: string, value: Read<Value>): Value {
  if (!isNotRead(value)) return value;
  throw new MigrationError(
    `The story of this DAO cannot be told, as ${what} could not be read: ${value.notRead}. ` +
      "Use a node that has all events and the state of the latest block.",
  );
}
