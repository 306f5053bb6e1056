import { mostRegistered } from "../../engine/inspect/control/compare-powers.js";
import type { ProposalDescription } from "../../engine/inspect/description.js";
import type { InspectOptions } from "../../engine/inspect/inspect-dao.js";
import { ifRead, isNotRead } from "../../engine/inspect/reading/attempt.js";
import { packageVersion } from "../../foundation/support/package.js";
import { fail, pass } from "./carrying/carry.js";
import { tryRegistering } from "./carrying/try-registering.js";
import type { Draft } from "./drafts/draft.js";
import { propose } from "./drafts/propose.js";
import { describeParts, refuseOver } from "./find-proposal.js";
import { tryWithOthers } from "./others/with-others.js";
import type { Act } from "./passing/decide-on-fork.js";
import { cutShort, observe, repeatUnderOthers } from "./repeating/repeat.js";
import { effectHash } from "./report/effect-hash.js";
import { sealed } from "./report/seal.js";
import type { Session } from "./session.js";
import { SIMULATION_SCHEMA_VERSION, type Simulation } from "./simulation.js";
import { readFading } from "./tracing/fade-alone.js";
import { judgeEffects } from "./verdicts/effects.js";
import { judgeExpectations, type Expectations } from "./verdicts/expectations.js";
import { judgePowers, powerChanges } from "./verdicts/power-changes.js";
import { findWarnings } from "./verdicts/find-warnings.js";
import { unlessUnproven } from "./verdicts/verdicts.js";

export interface SimulateOptions extends InspectOptions {
  /** Skips the other pending proposals, which take a few seconds each. */
  readonly alone?: boolean;
  /** Assertions on the DAO before and after; amounts in whole units, as decimal text. */
  readonly expect?: Expectations;
  /** The text that the proposal's description should contain, or be the hash of. */
  readonly descriptionText?: Uint8Array;
}

/**
 * Finds out on a fork what a proposal would do: holders pass it by its own rules, by voting and staking, and it is
 * executed and redeemed. The fork is reverted afterwards.
 * @param made for a proposal that was made on the fork: how
 * @throws MigrationError if the proposal is over
 */
export async function simulateOn(
  session: Session,
  proposal: ProposalDescription,
  { onProgress = () => {}, alone = false, expect, descriptionText }: SimulateOptions,
  made?: { readonly draft: Draft; readonly act: Act },
): Promise<Simulation> {
  const { chain, inspection } = session;
  refuseOver(proposal);
  onProgress("Passing the proposal on the fork");
  const described = await describeParts(session, proposal);
  const { expectations, ...carriedOut } = await chain.forgetting(async () => {
    const carried = await pass(session, described, made && [made.act]);
    const { before, after } = carried.consequences;
    const met = expect && (await judgeExpectations(expect, { chain, before, after }));
    const first = await observe(session, carried);
    const isShifted = !isNotRead(after) && powerChanges(carried.consequences).length > 0;
    const registers = isShifted
      ? await tryRegistering({ ...session, inspection: after }, mostRegistered(inspection, after))
      : undefined;
    const consequences = { ...carried.consequences, registers };
    return { ...carried, consequences, expectations: met, first };
  });
  const fading = await readFading(chain, carriedOut.consequences);
  const passed = { ...carriedOut, consequences: { ...carriedOut.consequences, fading } };
  const { first } = passed;
  let unproven = cutShort(passed.acts, first?.contracts);
  if (unproven === undefined && first !== undefined) {
    onProgress("Carrying it out again under other conditions");
    unproven = await repeatUnderOthers(session, described, first);
  }
  const isDecided = isNotRead(proposal.state) || proposal.state.recorded === "executed";
  onProgress("Letting it fail on the fork");
  const failed = isDecided ? undefined : await chain.forgetting(() => fail(session, described));
  const { id, scheme, votingMachine, proposer, description, requests } = described;
  const { competition, rewarder } = described;
  const does = unlessUnproven(judgeEffects(requests, passed.consequences), unproven);
  const changes = powerChanges(passed.consequences);
  const others = alone ? undefined : await tryWithOthers(session, described, onProgress);
  const simulation: Omit<Simulation, "hash"> = {
    schemaVersion: SIMULATION_SCHEMA_VERSION,
    tool: { name: "hardhat-dao-migration", version: packageVersion() },
    inputs: {
      eventsFromBlock: inspection.eventsFromBlock,
      alone,
      draft: made?.draft,
      expect,
      descriptionText: descriptionText && Buffer.from(descriptionText).toString("base64"),
    },
    chainId: inspection.chainId,
    block: inspection.block,
    avatar: inspection.avatar.address,
    name: inspection.name,
    proposal: {
      ...{ id, scheme, votingMachine, proposer, description },
      draft: made && true,
      ...{ requests, competition, rewarder },
    },
    passes: passed.verdict,
    does,
    powers: judgePowers(passed.consequences, changes, does.reason),
    warnings: findWarnings(passed.consequences, {
      ...{ unproven, others, changes },
      text: descriptionText && { given: descriptionText, described: description },
    }),
    passed: passed.future,
    ...{ failed, others, unproven, expectations },
  };
  const accounts = ifRead(ifRead(passed.consequences.after)?.accounts);
  return sealed({ ...simulation, effectHash: effectHash(simulation, accounts) });
}

/**
 * Simulates a proposal that has not been made yet: the account with the most reputation makes it on the fork.
 * @throws UsageError if no scheme of the DAO can make it; MigrationError if it is refused
 */
export async function simulateDraft(
  session: Session,
  draft: Draft,
  options: SimulateOptions,
): Promise<Simulation> {
  return await session.chain.forgetting(async () => {
    const { proposal, act } = await propose(session, draft);
    // Outcomes with this proposal are not valid on the chain, so they are not kept.
    const own = { ...session, outcomes: new Map() };
    return await simulateOn(own, proposal, options, { draft, act });
  });
}
