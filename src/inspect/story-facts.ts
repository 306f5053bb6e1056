import { MigrationError } from "../support/errors.js";
import type {
  DaoDescription,
  ProposalDescription as ToldProposal,
  ProposalState as ToldState,
} from "../voice/narration/story.js";
import type { Inspection, ProposalDescription, ProposalState, Read } from "./description.js";
import { isNotRead } from "./reading/attempt.js";

const STATES: Readonly<Record<ProposalState, ToldState>> = {
  expiredInQueue: "ExpiredInQueue",
  executed: "Executed",
  queued: "Queued",
  preBoosted: "PreBoosted",
  boosted: "Boosted",
  quietEndingPeriod: "QuietEndingPeriod",
};

/**
 * What a story tells of a DAO, from what was read of it.
 * @param network such as `mainnet`
 * @param names of schemes whose code is not Arc's, by address
 * @throws MigrationError where something could not be read that a story needs: it tells no half truths
 */
export function factsOf(
  inspection: Inspection,
  network: string,
  names: ReadonlyMap<string, string>,
): DaoDescription {
  const { avatar, token, reputation, schemes } = inspection;
  const nameOf = (address: string): string | undefined =>
    schemes.find(({ contract }) => contract.address === address)?.contract.name ??
    names.get(address);
  return {
    name: required("its name", inspection.name),
    network,
    avatar: avatar.address,
    token: {
      name: required("the name of its token", token.name),
      symbol: required("the symbol of its token", token.symbol),
      totalSupply: BigInt(required("the supply of its token", token.totalSupply)),
    },
    totalReputation: BigInt(required("its reputation", reputation.totalSupply)),
    founders: required("its founders", inspection.founders).map((founder) => ({
      address: founder.account,
      tokens: BigInt(founder.tokens),
      reputation: BigInt(founder.reputation),
    })),
    schemes: schemes
      .filter(({ registered }) => registered)
      .map(({ contract, permissions }) => ({
        name:
          nameOf(contract.address) ??
          (contract.code === "account" ? "an account without code" : "a scheme of unknown code"),
        address: contract.address,
        permissions: permissions.bytes,
      })),
    proposals: required("its proposals", inspection.proposals).map((proposal) =>
      told(proposal, nameOf(proposal.scheme)),
    ),
  };
}

function told(proposal: ProposalDescription, scheme: string | undefined): ToldProposal {
  const { id, decision } = proposal;
  const { noted } = required("the state of a proposal", proposal.state);
  const votes = required("the votes of a proposal", proposal.votes);
  const stakes = proposal.stakes && required("the stakes of a proposal", proposal.stakes);
  const isDecided = noted === "executed" && decision !== undefined;
  return {
    id,
    scheme,
    state: STATES[noted],
    ...(isDecided && { outcome: required("the decision of a proposal", decision) }),
    totalReputation: BigInt(votes.supply),
    votes: votes.cast.flatMap(({ side, reputation, ...vote }) =>
      side === "abstained" ? [] : [{ ...vote, side, reputation: BigInt(reputation) }],
    ),
    stakes: (stakes?.placed ?? []).map((stake) => ({ ...stake, amount: BigInt(stake.amount) })),
  };
}

function required<Value>(what: string, value: Read<Value>): Value {
  if (!isNotRead(value)) return value;
  throw new MigrationError(
    `The story of this DAO cannot be told, as ${what} could not be read: ${value.notRead}. ` +
      "Use a node that has all events and the state of the latest block.",
  );
}
