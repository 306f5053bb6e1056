import type { FunctionFragment } from "ethers";

import type { AbiEntry } from "../../arc/artifact.js";
import type { Inspection, ProposalDescription } from "../../inspect/description.js";
import { isNotRead } from "../../inspect/reading/attempt.js";
import {
  encodeProposal,
  NEW_PROPOSAL,
  type EncodedProposal,
} from "../../simulate/drafts/propose.js";
import type { Contract, Deployer } from "../../migration/deployer.js";
import { MigrationError, UsageError } from "../../support/errors.js";
import { movesBefore, NO_CHAIN } from "../deciding/moves-before.js";
import type { Move } from "../deciding/move.js";
import { findProposed } from "../deciding/proposed.js";
import { knownContract } from "./known-contract.js";

/** What became of a move. */
export interface HandledMove {
  readonly key: string;
  readonly why: string;
  /** What is otherwise than the file says, a sentence each; absent where `why` says all. */
  readonly differences?: readonly string[];
  /**
   * `proposed`: just now. `executed`: it had passed, and was carried on just now. `open`: votes count. `waits`:
   * others have to be done first. `left`: it is left to others, as only what is to be deployed was asked for. `failed`:
   * it failed before, and is not made again unless that is asked for.
   * `impossible`: no scheme of the DAO may propose it.
   */
  readonly did: "proposed" | "executed" | "open" | "waits" | "left" | "failed" | "impossible";
  /** Of the proposal. */
  readonly id?: string;
  /** Of what waits: keys of what it waits for. Of what is impossible: why. */
  readonly reason?: string;
}

/** How moves are submitted. */
export interface SubmitWishes {
  /** Makes a proposal again that failed before. */
  readonly again?: boolean | undefined;
  /** Deploys and sets parameters, and leaves the proposals to others, such as a Safe. */
  readonly deployOnly?: boolean | undefined;
}

const PARTS = ["reputation", "nativeTokens", "ether", "externalTokens"] as const;

/**
 * Does for each move what can be done now: proposes it, or carries on with the proposal that the chain has.
 * @param start the DAO as the chain has it
 */
export async function submitMoves(
  deployer: Deployer,
  moves: readonly Move[],
  start: Inspection,
  wishes: SubmitWishes,
): Promise<readonly HandledMove[]> {
  const handled: HandledMove[] = [];
  for (const move of moves) {
    const { key, why, differences } = move;
    const became = await submitMove(deployer, move, { moves, start, wishes });
    handled.push({ key, why, ...(differences !== undefined && { differences }), ...became });
  }
  return handled;
}

type Became = Pick<HandledMove, "did" | "id" | "reason">;

interface Situation {
  readonly moves: readonly Move[];
  readonly start: Inspection;
  readonly wishes: SubmitWishes;
}

async function submitMove(
  deployer: Deployer,
  move: Move,
  { moves, start, wishes }: Situation,
): Promise<Became> {
  const proposed = findProposed(start, move.draft);
  const id = proposed?.proposal.id;
  const known = id === undefined ? {} : { id };
  if (proposed?.status === "open") return { did: "open", ...known };
  if (wishes.deployOnly === true) return { did: "left", ...known };
  if (proposed?.status === "passed") {
    await carryOn(deployer, proposed.proposal, start);
    return { did: "executed", ...known };
  }
  if (proposed?.status === "failed" && wishes.again !== true) return { did: "failed", ...known };
  const before = await movesBefore(move, moves, start);
  if (before.length > 0) {
    return { did: "waits", reason: before.map(({ key }) => key).join(", ") };
  }
  return await propose(deployer, move, start, proposed?.failures ?? 0);
}

async function propose(
  deployer: Deployer,
  { key, draft }: Move,
  start: Inspection,
  failures: number,
): Promise<Became> {
  const encoded = await encodeProposal(NO_CHAIN, start, draft).catch((error: unknown) => {
    if (error instanceof UsageError) return error;
    throw error;
  });
  if (encoded instanceof UsageError) return { did: "impossible", reason: encoded.message };
  const contract = knownContract(encoded.scheme.contract)!;
  const refusal =
    draft.kind === "calls" ? await whyRefused(deployer, contract, encoded) : undefined;
  if (refusal !== undefined) return { did: "impossible", reason: refusal };
  // One that failed is another step than the next one.
  const step = `change/propose/${key}/${failures}`;
  const logs = await deployer.sendForLogs(step, contract, entryOf(encoded.fragment), encoded.args);
  const id = logs.find(({ topics }) => topics[0] === NEW_PROPOSAL)?.topics[1];
  return { did: "proposed", ...(id !== undefined && { id }) };
}

/**
 * Why a scheme takes no proposal of a call, where it does not: its constraints may list other contracts.
 * @returns undefined where it takes it
 */
async function whyRefused(
  deployer: Deployer,
  contract: Contract,
  { fragment, args }: EncodedProposal,
): Promise<string | undefined> {
  try {
    await deployer.read(contract, entryOf(fragment), args);
    return undefined;
  } catch (error) {
    if (error instanceof MigrationError) return error.message;
    throw error;
  }
}

/** What anybody may do with a proposal that is decided: `execute` of its voting machine or scheme, `redeem`. */
async function carryOn(
  deployer: Deployer,
  proposal: ProposalDescription,
  { votingMachines, schemes, avatar }: Inspection,
): Promise<void> {
  const { id, asks, progress } = proposal;
  const step = `change/execute/${id}`;
  if (isNotRead(progress) || isNotRead(asks)) return;
  if (progress.stage === "to be executed") {
    const machine = votingMachines.find(
      ({ contract }) => contract.address === proposal.votingMachine,
    );
    const contract = machine && knownContract(machine.contract);
    if (contract !== undefined) await deployer.send(`${step}/machine`, contract, "execute", [id]);
    return;
  }
  const scheme = schemes.find(({ contract }) => contract.address === proposal.scheme);
  const contract = scheme && knownContract(scheme.contract);
  if (contract === undefined) return;
  const takes = (name: string): number =>
    contract.artifact.abi.find((entry) => entry.name === name)?.inputs?.length ?? 0;
  if (asks.kind === "reward") {
    const flags = PARTS.map((part) => asks[part] !== "0");
    const args = takes("redeem") === 3 ? [id, avatar.address, flags] : [id, flags];
    await deployer.send(`${step}/redeem`, contract, "redeem", args);
  } else if (asks.kind === "calls" && takes("execute") > 0) {
    const args = takes("execute") === 1 ? [id] : [avatar.address, id];
    await deployer.send(`${step}/scheme`, contract, "execute", args);
  }
}

function entryOf(fragment: FunctionFragment): AbiEntry {
  return JSON.parse(fragment.format("json")) as AbiEntry;
}
