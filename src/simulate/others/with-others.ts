import { isNotRead } from "../../inspect/reading/attempt.js";
import { describeParts, passAndJudge, type Described } from "../carrying/carry.js";
import { isSimulable } from "../find-proposal.js";
import type { Session } from "../session.js";
import type { DeedVerdict, Others, Outcome, PassVerdict } from "../simulation.js";
import { judgeDeeds } from "../verdicts/deeds.js";
import { touchedByBoth } from "./touching.js";

/** So many others are tried; each takes seconds. */
const MOST_TRIED = 10;

/**
 * Passes a proposal before and after each of the other pending ones that touch the same, and tells what
 * becomes of both. The fork is afterwards as before.
 */
export async function tryWithOthers(
  session: Session,
  proposal: Described,
  onProgress: (message: string) => void,
): Promise<Others> {
  const { chain, inspection } = session;
  const { proposals, controller } = inspection;
  const own = { ...proposal, scheme: proposal.scheme.address, votingMachine: "" };
  const touching = (isNotRead(proposals) ? [] : proposals)
    .filter((each) => each.id !== proposal.id && isSimulable(each))
    .map((other) => ({ other, touches: touchedByBoth(own, other, controller.address) }))
    .filter(({ touches }) => touches.length > 0);
  const tried: Others["tried"][number][] = [];
  for (const { other, touches } of touching.slice(0, MOST_TRIED)) {
    onProgress(`Trying it with another proposal: ${tried.length + 1}`);
    const described = await describeParts(session, other);
    const itAlone = await chain.forgetting(() => outcomeOf(session, described));
    const afterIt = await chain.forgetting(async () => {
      await passAndJudge(session, described);
      return await outcomeOf(session, proposal);
    });
    const beforeIt = await chain.forgetting(async () => {
      await passAndJudge(session, proposal);
      return await outcomeOf(session, described);
    });
    tried.push({ id: other.id, touches, afterIt, beforeIt, itAlone });
  }
  return { tried, notTried: touching.slice(MOST_TRIED).map(({ other }) => other.id) };
}

async function outcomeOf(session: Session, proposal: Described): Promise<Outcome> {
  const { verdict, aftermath } = await passAndJudge(session, proposal);
  return outcome(verdict, judgeDeeds(proposal.asks, aftermath));
}

function outcome({ verdict }: PassVerdict, { verdict: does, deeds }: DeedVerdict): Outcome {
  const missing = deeds.flatMap(({ asked, happened, instead }) =>
    happened === "yes" ? [] : [`${asked}: ${instead ?? happened}`],
  );
  return { passes: verdict, does, missing };
}
