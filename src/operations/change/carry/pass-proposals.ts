import { subjectOf } from "../../../engine/governance/proposal-kinds.js";
import { decidesRemovals } from "../../../foundation/params/voting-machine-of-scheme.js";
import type { InspectOptions } from "../../../engine/inspect/inspect-dao.js";
import type { Inspection } from "../../../engine/inspect/description.js";
import { ifRead, isNotRead } from "../../../engine/inspect/reading/attempt.js";
import { pass } from "../../simulate/carrying/carry.js";
import { propose } from "../../simulate/drafts/propose.js";
import { describeParts, refuseOver } from "../../simulate/find-proposal.js";
import { cutShort } from "../../simulate/repeating/repeat.js";
import { sessionOn, type Session } from "../../simulate/session.js";
import { judgeEffects } from "../../simulate/verdicts/effects.js";
import { findWarnings } from "../../simulate/verdicts/find-warnings.js";
import { MigrationError } from "../../../foundation/support/errors.js";
import type { ChangeProposal } from "../change.js";
import { findProposed } from "../decide/find-proposed.js";
import { proposalsBefore, type NeededProposal } from "../decide/proposal-order.js";

/** A proposal that could not be completed on the fork. */
export interface FailedProposal {
  readonly proposal: NeededProposal;
  /** A sentence. */
  readonly reason: string;
}

/** What happened to all proposals. */
export interface PassedProposals {
  readonly proposals: readonly ChangeProposal[];
  readonly failed: readonly FailedProposal[];
  /** The DAO before the first proposal and after each one. */
  readonly inspections: readonly Inspection[];
}

/**
 * Carries out proposals on a fork, one after the other: makes each, unless the chain has it, passes it by its own
 * rules, and completes it.
 */
export async function passProposals(
  session: Session,
  needed: readonly NeededProposal[],
  options: InspectOptions,
): Promise<PassedProposals> {
  const { onProgress = () => {} } = options;
  const proposals: ChangeProposal[] = [];
  const failed: FailedProposal[] = [];
  const inspections: Inspection[] = [await session.inspectNow()];
  const earlier: NeededProposal[] = [];
  for (const each of needed) {
    onProgress(`Trying proposal ${proposals.length + 1} of ${needed.length} on the fork`);
    const now = sessionOn(session.chain, inspections.at(-1)!, options);
    try {
      const { proposal, after } = await passProposal(now, each, earlier, session.inspection);
      proposals.push(proposal);
      earlier.push(each);
      inspections.push(after);
      if (proposal.passes.reason !== undefined) {
        const { verdict, reason } = proposal.passes;
        const is = verdict === "inconclusive" ? "whether it passes is not known" : "it cannot pass";
        failed.push({ proposal: each, reason: `${is}: ${reason}.` });
      }
    } catch (error) {
      if (!(error instanceof MigrationError)) throw error;
      failed.push({ proposal: each, reason: error.message });
    }
  }
  return { proposals, failed, inspections };
}

/**
 * @param earlier the proposals that were completed, in the order of their numbers
 * @param start the DAO on the chain
 */
async function passProposal(
  session: Session,
  needed: NeededProposal,
  earlier: readonly NeededProposal[],
  start: Inspection,
): Promise<{ readonly proposal: ChangeProposal; readonly after: Inspection }> {
  const { chain, inspection } = session;
  const { key, why, differences, draft } = needed;
  const proposed = findProposed(start, needed);
  const isThere = proposed !== undefined && proposed.status !== "failed";
  const begun = chain.time;
  const { proposal, act } = isThere
    ? { proposal: proposed.proposal, act: undefined }
    : await propose(session, draft);
  if (!isThere) refuseOver(proposal);
  const described = await describeParts(session, proposal);
  const passed = await pass(session, described, act && [act], false);
  const { stages } = passed.future;
  const duration = (stages.at(-1)?.time ?? 0) - (stages[0]?.time ?? 0);
  const { after } = passed.consequences;
  if (isNotRead(after)) throw new MigrationError(`the DAO cannot be read then: ${after.notRead}`);
  const before = proposalsBefore(needed, earlier, start);
  const waits = earlier.flatMap((each, index) => (before.includes(each) ? index + 1 : []));
  return {
    after,
    proposal: {
      ...{ number: earlier.length + 1, key, requests: draft, why, differences },
      subject: isNotRead(described.requests) ? undefined : subjectOf(described.requests),
      status: proposed?.status ?? (waits.length > 0 ? "waits" : "to be made"),
      after: isThere ? [] : waits,
      id: proposed?.proposal.id,
      scheme: described.scheme,
      ...votingOf(inspection, needed, described.scheme.address),
      passes: passed.verdict,
      does: judgeEffects(described.requests, passed.consequences),
      leastSeconds: isThere || chain.time < begun ? chain.time - begun : duration,
      gas: gasOf(stages),
      warnings: findWarnings(passed.consequences, { unproven: cutShort(passed.acts) }),
      stages,
    },
  };
}

/** Which of a scheme's vote parameters decide a proposal. */
function votingOf(
  { schemes, control }: Inspection,
  { draft }: NeededProposal,
  scheme: string,
): Pick<ChangeProposal, "control" | "votes"> {
  const found = schemes.find(({ contract }) => contract.address === scheme);
  const all = Object.entries(ifRead(found?.parameters)?.votes ?? {});
  const isRemoval = draft.kind === "unregisterScheme";
  const [name, votes] = all.find(([each]) => decidesRemovals(each) === isRemoval) ?? all[0] ?? [];
  const who = ifRead(control)?.find((each) => each.scheme === scheme && each.vote === name);
  if (who === undefined) return { votes };
  const { scheme: _scheme, permissions: _permissions, ...rest } = who;
  return { control: rest, votes };
}

function gasOf(stages: ChangeProposal["stages"]): ChangeProposal["gas"] {
  const sum = { propose: 0n, rest: 0n };
  for (const { stage, gas } of stages) sum[stage === "propose" ? stage : "rest"] += BigInt(gas);
  return { propose: String(sum.propose), rest: String(sum.rest) };
}
