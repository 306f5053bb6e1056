import type { Inspection, ProposalDescription } from "../../engine/inspect/description.js";
import { isNotRead } from "../../engine/inspect/reading/attempt.js";
import { readerAt, requireSameBlock } from "../../engine/inspect/reading/block-reader.js";
import { findDao, type DaoChoice, type InspectedDao } from "../../operations/run/find-dao.js";
import { draftOfFlags, parseDraft, type Draft } from "../../operations/simulate/drafts/draft.js";
import { findDaoOf, findProposal, isSimulable } from "../../operations/simulate/find-proposal.js";
import { parseSimulation, parseSimulations } from "../../operations/simulate/report/seal.js";
import { openSession, type Session } from "../../operations/simulate/session.js";
import {
  simulateDraft,
  simulateOn,
  type SimulateOptions,
} from "../../operations/simulate/simulate-proposal.js";
import type { Simulation } from "../../operations/simulate/simulation.js";
import { findThreats } from "../../operations/simulate/threats/find-threats.js";
import type { Threats } from "../../operations/simulate/threats/threat.js";
import { parseExpectations } from "../../operations/simulate/verdicts/expectations.js";
import { failureReason } from "../../foundation/chain/failure-reason.js";
import { MigrationError, UsageError } from "../../foundation/support/errors.js";
import { readGiven, readGivenJson, readGivenText } from "../../foundation/support/read-given.js";
import { typed } from "../../foundation/support/secrets.js";
import type { OptionsOf } from "./flag.js";
import type { DRAFT, flags } from "./flags.js";
import type { ReadingInputs } from "./reading.js";

type SimulateFlags = OptionsOf<
  typeof DRAFT & Pick<typeof flags, "description" | "descriptionText" | "expect" | "verify">
>;

interface SimulateInputs extends DaoChoice, SimulateOptions {
  /** ID of the proposal, or the beginning of it. Default: all that are open or not done. */
  readonly proposal?: string;
  /** A proposal that is not made yet, to simulate instead. */
  readonly draft?: Draft;
  /** A simulation to repeat instead. */
  readonly verify?: Simulation;
}

/** Pending proposals that are simulated at most if none is named. Anybody can make proposals. */
const MOST_PENDING = 20;
/** After this, no further one is begun. */
const MOST_SECONDS = 300;

/** Simulations on one fork, the forked chain, and the DAO at the fork block. */
export interface SimulatedProposals extends InspectedDao {
  readonly simulations: readonly Simulation[];
  /** IDs of pending proposals that were left out: those that failed, and the oldest ones, if there are many. */
  readonly leftOut: readonly string[];
}

/** Reads the files that options name, and combines the options of a proposal. */
export async function simulateFiles(options: SimulateFlags) {
  const { file, description, expect, verify, draft } = options;
  const descriptionText =
    description === undefined
      ? options.descriptionText
      : await readGiven(description, "The description");
  const given = draft === undefined ? draftOfFlags(options) : parseDraft(draft, "draft");
  if (file !== undefined && given !== undefined) {
    throw new UsageError("--file and other flags both describe a proposal. Omit one or the other.");
  }
  return {
    draft:
      file === undefined
        ? given
        : parseDraft(await readGivenJson(file, "The file"), `The file ${typed(file)}`),
    descriptionText,
    expect:
      typeof expect === "string"
        ? parseExpectations(await readGivenJson(expect, "The file"), `The file ${typed(expect)}`)
        : expect && parseExpectations(expect, "expect"),
    verify:
      verify === undefined
        ? undefined
        : parseSimulation(await readGivenText(verify, "The simulation")),
  };
}

/** Reads simulations that `simulate --json` printed. */
export async function readSimulations(
  given: readonly (string | Simulation)[],
): Promise<readonly Simulation[]> {
  const all = await Promise.all(
    given.map(async (path) => {
      if (typeof path !== "string") return [path];
      const text = await readGivenText(path, "The simulations");
      return parseSimulations(text, `The file ${typed(path)}`);
    }),
  );
  return all.flat();
}

/** Simulates a proposal of a DAO, or all that are not over, on one fork. */
export async function simulateDao(given: SimulateInputs): Promise<SimulatedProposals> {
  const inputs = given.verify === undefined ? given : inputsOf(given, given.verify);
  const { provider, proposal, draft } = inputs;
  if (proposal !== undefined && draft !== undefined) {
    throw new UsageError("Name an existing proposal or describe a new one, not both.");
  }
  const search = async (): Promise<string> => {
    const reader = await readerAt(provider, inputs);
    const found = await findDaoOf(reader, proposal!);
    await reader.logSource.keep(true);
    return found;
  };
  const { avatar, chain } = await findDao(inputs, proposal === undefined ? undefined : search);
  await using session = await openSession(provider, avatar, inputs);
  const { inspection } = session;
  const wanted = () =>
    proposal === undefined ? pendingOf(inspection) : [findProposal(inspection, proposal)];
  const simulated =
    draft === undefined
      ? await simulateAll(session, wanted(), inputs)
      : { simulations: [await simulateDraft(session, draft, inputs)], leftOut: [] };
  await requireSameBlock(provider, { block: inspection.block, chainId: chain.chainId });
  return { ...simulated, chain, inspection };
}

/**
 * Simulates the proposals of a DAO that are not over, on one fork; of many, the newest.
 * @param inspection the DAO at the fork block
 */
export async function simulatePending(
  inputs: DaoChoice,
  inspection: Inspection,
): Promise<readonly Simulation[]> {
  const pending = pendingOf(inspection);
  if (pending.length === 0) return [];
  const { address } = inspection.avatar;
  await using session = await openSession(inputs.provider, address, inputs, inspection);
  const { simulations } = await simulateAll(session, pending, inputs);
  await requireSameBlock(inputs.provider, inspection);
  return simulations;
}

/** Searches for ways to take what a DAO owns, on a fork at the block at which it was read. */
export async function threatsTo(inputs: ReadingInputs, dao: Inspection): Promise<Threats> {
  inputs.onProgress?.("Searching for ways to take what the DAO owns");
  await using session = await openSession(inputs.provider, dao.avatar.address, inputs, dao);
  const threats = await findThreats(session);
  await requireSameBlock(inputs.provider, dao);
  return threats;
}

async function simulateAll(
  session: Session,
  wanted: readonly ProposalDescription[],
  inputs: SimulateOptions & Pick<ReadingInputs, "onNote">,
): Promise<Pick<SimulatedProposals, "simulations" | "leftOut">> {
  const simulate = async (each: ProposalDescription, place: string) => {
    const onProgress = (message: string) => inputs.onProgress?.(`${message}${place}`);
    if (place !== "") inputs.onNote?.(`Simulating ${each.id}${place}`);
    return await simulateOn(session, each, { ...inputs, onProgress });
  };
  const { results, leftOut } = await withNewest(wanted, simulate, ({ id }, error) =>
    inputs.onNote?.(`${id} could not be simulated: ${failureReason(error)}.`),
  );
  return { simulations: results, leftOut: leftOut.map(({ id }) => id) };
}

/**
 * Does something with the newest items, the newest first, until there were enough or time is up. One that fails is left
 * out, as anybody can make proposals, unless all do.
 * @param run also gets which of how many it is, as text, if there are several
 * @returns the results in the order of the items
 */
export async function withNewest<Item, Result>(
  items: readonly Item[],
  run: (item: Item, place: string) => Promise<Result>,
  onFailure: (item: Item, error: unknown) => void,
  { most, seconds } = { most: MOST_PENDING, seconds: MOST_SECONDS },
): Promise<{ readonly results: readonly Result[]; readonly leftOut: readonly Item[] }> {
  const newest = items.slice(-most).toReversed();
  const end = Date.now() + seconds * 1000;
  const results = new Map<Item, Result>();
  const failures: unknown[] = [];
  for (const [index, each] of newest.entries()) {
    if (index > 0 && Date.now() >= end) break;
    const place = newest.length === 1 ? "" : ` (${index + 1} of ${newest.length})`;
    try {
      results.set(each, await run(each, place));
    } catch (error) {
      failures.push(error);
      onFailure(each, error);
    }
  }
  if (failures.length > 0 && results.size === 0) throw failures[0];
  const leftOut = items.filter((each) => !results.has(each));
  return { results: [...results.values()].toReversed(), leftOut };
}

function pendingOf({ proposals }: Inspection): readonly ProposalDescription[] {
  if (!isNotRead(proposals)) return proposals.filter(isSimulable);
  throw new MigrationError(`The proposals of this DAO could not be read: ${proposals.notRead}`);
}

function inputsOf(
  given: SimulateInputs,
  { inputs: asked, block, avatar, chainId, proposal }: Simulation,
): SimulateInputs {
  if (given.proposal !== undefined || given.draft !== undefined || given.expect !== undefined) {
    throw new UsageError(
      "--verify runs the simulation in its file. Omit the proposal and --expect.",
    );
  }
  const { draft, expect, descriptionText, alone, eventsFromBlock } = asked;
  return {
    ...given,
    ...{ avatar, chainId, alone, section: undefined },
    block: block.number,
    fromBlock: eventsFromBlock,
    proposal: draft === undefined ? proposal.id : undefined,
    draft: draft === undefined ? undefined : parseDraft(draft, "draft"),
    expect: expect === undefined ? undefined : parseExpectations(expect, "expect"),
    descriptionText:
      descriptionText === undefined ? undefined : Buffer.from(descriptionText, "base64"),
  };
}
