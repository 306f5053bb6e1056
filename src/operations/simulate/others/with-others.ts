import { ifRead } from "../../../engine/inspect/reading/attempt.js";
import { carryOut, passAndJudge } from "../carrying/carry.js";
import { describeParts, isSimulable, type Described } from "../find-proposal.js";
import type { Session } from "../session.js";
import type { OtherProposals, SimulatedOutcome } from "../simulation.js";
import { judgeEffects } from "../verdicts/effects.js";
import { touchedByBoth } from "./touching.js";

/** Limit, because each takes seconds. */
const MOST_TRIED = 10;

/**
 * Passes a proposal before and after each other pending proposal that touches the same things, and reports the outcome
 * of both. The fork is reverted afterwards.
 */
export async function tryWithOthers(
  session: Session,
  proposal: Described,
  onProgress: (message: string) => void,
): Promise<OtherProposals> {
  const { inspection } = session;
  const { proposals } = inspection;
  const { scheme, votingMachine } = proposal;
  const own = { ...proposal, scheme: scheme.address, votingMachine: votingMachine.address };
  const touching = (ifRead(proposals) ?? [])
    .filter((each) => each.id !== proposal.id && isSimulable(each))
    .map((other) => ({ other, touches: touchedByBoth(own, other, inspection) }))
    .filter(({ touches }) => touches.length > 0);
  const tried: OtherProposals["tried"][number][] = [];
  for (const { other, touches } of touching.slice(0, MOST_TRIED)) {
    onProgress(`Trying it with another proposal: ${tried.length + 1}`);
    const described = await describeParts(session, other);
    const [itAlone, afterIt, beforeIt] = [
      await tryOne(session, described),
      await tryOne(session, proposal, described),
      await tryOne(session, described, proposal),
    ];
    tried.push({ id: other.id, touches, afterIt, beforeIt, itAlone });
  }
  return { tried, notTried: touching.slice(MOST_TRIED).map(({ other }) => other.id) };
}

/**
 * What happens to a proposal on the fork, which is reverted afterwards.
 * @param first another proposal, passed before it
 */
async function tryOne(
  session: Session,
  proposal: Described,
  first?: Described,
): Promise<SimulatedOutcome> {
  const key = [first?.id ?? "", proposal.id].join(" ");
  const known = session.outcomes.get(key);
  if (known !== undefined) return known;
  const found = await session.chain.forgetting(async () => {
    if (first !== undefined) await carryOut(session, first);
    const { verdict, consequences } = await passAndJudge(session, proposal);
    const { verdict: does, effects } = judgeEffects(proposal.requests, consequences);
    const missing = effects.flatMap(({ request, happened, instead }) =>
      happened === "yes" ? [] : `${request}: ${instead ?? happened}`,
    );
    return { passes: verdict.verdict, does, missing };
  });
  session.outcomes.set(key, found);
  return found;
}
