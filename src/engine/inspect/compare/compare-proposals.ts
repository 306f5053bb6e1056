import type { ProposalDescription, StakesDescription, VotesDescription } from "../description.js";
import { added, isSame, paired, type Collector } from "./collector.js";
import type { ProposalReference, ProposalStanding, Sides } from "./comparison.js";

export function compareProposals(
  before: readonly ProposalDescription[],
  after: readonly ProposalDescription[],
  collector: Collector,
): void {
  const keyOf = ({ votingMachine, id }: ProposalDescription) => `${votingMachine} ${id}`;
  for (const [, was, is] of paired(before, after, keyOf)) {
    if (is === undefined) {
      // Proposals do not disappear, unless the chain was reorganized.
      collector.add({ kind: "value", path: `proposals[${was!.id}]`, before: was });
    } else if (was === undefined) {
      collector.add({ kind: "proposalMade", proposal: is });
    } else {
      compareProposal(collector, was, is);
    }
  }
}

function compareProposal(
  collector: Collector,
  before: ProposalDescription,
  after: ProposalDescription,
): void {
  const { id, votingMachine, scheme, description } = after;
  const proposal = { id, votingMachine, scheme, description };
  const path = `proposals[${id}]`;
  const [stood, stands] = [standingOf(before), standingOf(after)];
  if (!isSame(stood, stands)) {
    collector.both(`${path}.state`, before.state, after.state, () => {
      collector.both(`${path}.progress`, before.progress, after.progress, () => {
        collector.add({ kind: "proposalProgress", proposal, before: stood, after: stands });
      });
    });
  }
  collector.both(`${path}.votes`, before.votes, after.votes, (was, is) => {
    compareVotes(collector, proposal, was, is);
  });
  collector.both(`${path}.stakes`, before.stakes, after.stakes, (was, is) => {
    if (was !== undefined && is !== undefined) compareStakes(collector, proposal, was, is);
  });
  collector.both(`${path}.redeemable`, before.redeemable, after.redeemable, (was, is) => {
    for (const [account, could, can] of paired(was ?? [], is ?? [], (each) => each.account)) {
      if (isSame(could, can)) continue;
      collector.add({ kind: "redeemable", proposal, account, before: could, after: can });
    }
  });
  const told = [...Object.keys(stands), "votes", "stakes", "redeemable"];
  collector.values(path, before, after, told);
}

function standingOf(proposal: ProposalDescription): ProposalStanding {
  const { state, progress, decision, deadline } = proposal;
  return { state, progress, decision, deadline };
}

function sidesOf(of: Sides): Sides {
  return { for: of.for, against: of.against };
}

function compareVotes(
  collector: Collector,
  proposal: ProposalReference,
  was: VotesDescription,
  is: VotesDescription,
): void {
  const [before, after] = [sidesOf(was), sidesOf(is)];
  const cast = added(was.cast, is.cast);
  const withdrawn = added(is.cast, was.cast);
  if (!isSame(before, after) || cast.length > 0 || withdrawn.length > 0) {
    collector.add({ kind: "votesCast", proposal, before, after, cast, withdrawn });
  }
  collector.values(`proposals[${proposal.id}].votes`, was, is, ["for", "against", "cast"]);
}

/** Does not compare the threshold and the missing stake: they follow from the stakes and the boosted proposals. */
function compareStakes(
  collector: Collector,
  proposal: ProposalReference,
  was: StakesDescription,
  is: StakesDescription,
): void {
  const [before, after] = [sidesOf(was), sidesOf(is)];
  const placed = added(was.placed, is.placed);
  if (!isSame(before, after) || placed.length > 0) {
    collector.add({ kind: "stakesPlaced", proposal, before, after, placed });
  }
  const told = ["for", "against", "placed", "threshold", "toBoost"];
  collector.values(`proposals[${proposal.id}].stakes`, was, is, told);
}
