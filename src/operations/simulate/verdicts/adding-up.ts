import type { Inspection, ProposalDescription } from "../../../engine/inspect/description.js";
import { ifRead, isNotRead } from "../../../engine/inspect/reading/attempt.js";
import { percentOf } from "../../../engine/inspect/reading/percent.js";
import { isSimulable } from "../find-proposal.js";
import type { Consequences } from "./consequences.js";
import { firstOf } from "./effect-words.js";
import { gain, type PowerChange } from "./power-words.js";
import { THRESHOLDS } from "./warnings.js";

/** Reputation that is too little to be told, but adds up with what other pending proposals give. */
export function addingUp({ id, before }: Consequences, after: Inspection): readonly PowerChange[] {
  const own = (ifRead(after.proposals) ?? []).filter((each) => each.id === id).flatMap(giftOf);
  if (own.length === 0) return [];
  const others = (ifRead(before.proposals) ?? [])
    .filter((each) => each.id !== id && isSimulable(each))
    .flatMap(giftOf);
  const gifts = [...own, ...others];
  const given = gifts.reduce((sum, { reputation }) => sum + reputation, 0n);
  const supply = BigInt(ifRead(before.reputation.totalSupply) ?? 0) + given;
  const share = (of: typeof gifts): string =>
    percentOf(
      of.reduce((sum, { reputation }) => sum + reputation, 0n),
      supply,
    );
  if (
    others.length === 0 ||
    Number(share(own)) >= THRESHOLDS.power ||
    Number(share(gifts)) < THRESHOLDS.power
  ) {
    return [];
  }
  const receivers = [...Map.groupBy(gifts, ({ account }) => account)]
    .map(([account, of]) => ({ account, share: share(of) }))
    .toSorted((one, other) => Number(other.share) - Number(one.share));
  const named = firstOf(receivers.map((each) => `${each.account} (${each.share}%)`));
  const who = receivers.map(({ account }) => account);
  return [
    gain(who, "gifts-add-up", {
      what: `Together with ${others.length} other pending proposal${others.length > 1 ? "s" : ""}, this one gives ${share(gifts)}% of all reputation, to ${named}.`,
      why: "Each of them gives too little to matter, but anyone with enough of the reputation decides everything that the DAO's schemes can do.",
      check: `What the others ask for: ${firstOf(others.map(({ id: other }) => other))}.`,
      todo: "Decide on all of them together.",
    }),
  ];
}

interface Gift {
  readonly id: string;
  readonly account: string;
  readonly reputation: bigint;
}

function giftOf({ id, requests }: ProposalDescription): Gift | readonly [] {
  if (isNotRead(requests) || requests.kind !== "reward") return [];
  const reputation = BigInt(requests.reputation) * BigInt(requests.periods);
  return reputation > 0n ? { id, account: requests.beneficiary, reputation } : [];
}
