import { ifRead } from "../../../engine/inspect/reading/attempt.js";
import { isSameAddress } from "../../../foundation/chain/same-address.js";
import { carryOut, passAndJudge } from "../carrying/carry.js";
import { describeParts, isSimulable, type Described } from "../find-proposal.js";
import type { OutcomeAndSlots, Session } from "../session.js";
import type { OtherProposals } from "../simulation.js";
import { judgeEffects } from "../verdicts/effects.js";
import { touchedByBoth } from "./touching.js";

/** Limit, because each takes seconds. */
const MOST_TRIED = 10;

/**
 * Passes a proposal before and after each other pending proposal that touches the same things, and reports the outcome
 * of both. The fork is reverted afterwards.
 * @param machineSlots what passing it changes in its voting machine
 */
export async function tryWithOthers(
  session: Session,
  proposal: Described,
  machineSlots: ReadonlySet<string>,
  onProgress: (message: string) => void,
): Promise<OtherProposals> {
  const { inspection } = session;
  const { proposals } = inspection;
  const { scheme, votingMachine } = proposal;
  const own = { ...proposal, scheme: scheme.address, votingMachine: votingMachine.address };
  const pending = (ifRead(proposals) ?? [])
    .filter((each) => each.id !== proposal.id && isSimulable(each))
    .map((other) => ({ other, touches: touchedByBoth(own, other, inspection) }));
  const touching = pending.filter(({ touches }) => touches.length > 0);
  const apart = pending.filter(
    ({ other, touches }) =>
      touches.length === 0 && isSameAddress(other.votingMachine, votingMachine.address),
  );
  for (const { other } of apart.slice(0, MOST_TRIED)) {
    onProgress("Looking for other proposals that share something in the voting machine");
    const { machineSlots: slots } = await tryOne(session, await describeParts(session, other));
    if ([...slots].every((slot) => !machineSlots.has(slot))) continue;
    touching.push({ other, touches: [`storage of the voting machine ${votingMachine.address}`] });
  }
  const tried: OtherProposals["tried"][number][] = [];
  for (const { other, touches } of touching.slice(0, MOST_TRIED)) {
    onProgress(`Trying it with another proposal: ${tried.length + 1}`);
    const described = await describeParts(session, other);
    const [itAlone, afterIt, beforeIt] = [
      (await tryOne(session, described)).outcome,
      (await tryOne(session, proposal, described)).outcome,
      (await tryOne(session, described, proposal)).outcome,
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
): Promise<OutcomeAndSlots> {
  const key = [first?.id ?? "", proposal.id].join(" ");
  const known = session.outcomes.get(key);
  if (known !== undefined) return known;
  const found = await session.chain.forgetting(async () => {
    if (first !== undefined) await carryOut(session, first);
    const { verdict, consequences, machineSlots } = await passAndJudge(session, proposal);
    const { verdict: does, effects } = judgeEffects(proposal.requests, consequences);
    const missing = effects.flatMap(({ request, happened, instead }) =>
      happened === "yes" ? [] : `${request}: ${instead ?? happened}`,
    );
    return { outcome: { passes: verdict.verdict, does, missing }, machineSlots };
  });
  session.outcomes.set(key, found);
  return found;
}
