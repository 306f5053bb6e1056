import { paired } from "../../../engine/inspect/compare/collector.js";
import { decidersOf } from "../../../engine/inspect/control/by-votes.js";
import type { ContractDescription, Inspection } from "../../../engine/inspect/description.js";
import { ifRead, isNotRead } from "../../../engine/inspect/reading/attempt.js";
import { textOf } from "../../../engine/inspect/reading/contract.js";
import { warning } from "../simulation.js";
import type { Removal } from "../tracing/constraint-trials.js";
import { NOTHING_GIVEN, type GivenAway } from "../tracing/given-away.js";
import type { Consequences } from "./consequences.js";
import { gain, votersWords, type PowerChange } from "./power-words.js";

/** Constraints that are added or removed, and new rules by which votes remove them. */
export function constraintChanges(
  { before, given = NOTHING_GIVEN }: Consequences,
  after: Inspection,
): readonly PowerChange[] {
  const [was, is] = [before, after].map(({ globalConstraints }) => ifRead(globalConstraints));
  if (was === undefined || is === undefined) return [];
  const keyOf = (each: (typeof was)[number]) =>
    `${each.contract.address} ${each.looks} ${each.paramsHash}`;
  return paired(was, is, keyOf).flatMap(([, then, now]): readonly PowerChange[] => {
    if (then !== undefined && now !== undefined) return removalsOf(now.contract, given, after);
    const { contract } = (now ?? then)!;
    const name = `${contract.name ?? "Unknown code"} ${contract.address}`;
    if (now === undefined) {
      const texts = {
        what: `${name} no longer limits what the DAO does.`,
        why: "What it refused can be done from then on.",
        check: "What it limited: `dao-migrate inspect`.",
      };
      return [gain([], "constraint-removed", texts)];
    }
    const { refused } = given;
    const values = Object.values(ifRead(now.parameters) ?? {});
    const isUnset = values.every((value) => /^(0x)?0*$|^false$/.test(textOf(value)));
    const rules =
      values.length === 0
        ? ""
        : isUnset
          ? " Nothing is stored under the hash of its parameters: anyone who knows them can do that later."
          : ` Its parameters: ${JSON.stringify(now.parameters)}.`;
    const removed = given.removals.filter(({ constraint }) => constraint === contract.address);
    const ways = removed.map((each) => ` ${removalWords(each, after)}`).join("");
    const added = warning("constraint-added", {
      what: `${name} can refuse what the DAO does from then on. ${refused.length > 0 ? `It refuses at once: ${refused.join(", ")}.` : "On the fork, it refused nothing that was tried."}${rules}${ways}`,
      why:
        contract.code === "arc"
          ? "No vote can do what a constraint refuses."
          : "No vote can do what a constraint refuses. Its code is not Arc's, so what it will refuse is unknown; it may also refuse to be removed.",
      check: "Its rules, and whether a vote can remove it (voteToRemoveParams of the proposal).",
    });
    return [{ kind: "loses", who: [], warning: added }];
  });
}

/** New rules by which a vote removes a constraint that stays. */
function removalsOf(
  { name, address }: Pick<ContractDescription, "name" | "address">,
  { removals }: GivenAway,
  after: Inspection,
): readonly PowerChange[] {
  return removals
    .filter(({ constraint }) => constraint === address)
    .map((removal) =>
      gain([], "constraint-removal-changes", {
        what: `It changes who can remove the constraint ${name ?? "of unknown code"} ${address}. ${removalWords(removal, after)}`,
        why: "What a constraint refuses is as safe as the vote that removes it.",
        check: "The proposal's voteToRemoveParams.",
      }),
    );
}

function removalWords({ registrar, rules, votingMachine }: Removal, dao: Inspection): string {
  const by = `${registrar.name} ${registrar.address}`;
  if (isNotRead(rules)) {
    return `By ${by}, no vote can remove it, unless somebody stores parameters for that later: ${rules.notRead}.`;
  }
  const deciders = decidersOf(rules, dao.reputation);
  return `By ${by}, a vote removes it. ${votersWords({ kind: "votes", votingMachine, rules, ...deciders }, dao)}.`;
}
