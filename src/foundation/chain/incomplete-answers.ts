/**
 * A node may answer only in part, or as if what it lacks did not exist: it pruned old blocks, cuts long answers, is behind
 * another node at the same address, or is broken. What depends on it is then not known, whatever it said: an inspection
 * says so (`attempt.ts`), and a migration stops. This file has how long it is asked again, and what the user is told. These
 * checks find such answers:
 *
 * - `target.ts`: fewer transactions of an account than a node has counted, no receipt of a mined transaction, an older
 *   block than one that another node has shown
 * - `sent-transactions.ts`: fewer transactions in a block than the account's nonces say
 * - `latest-block.ts`: no latest block
 * - `proposed-meanwhile.ts`: a block before an account's counted transactions
 * - `logs/last-blocks.ts` and `logs/serves-logs.ts`: other logs than a block's header announces
 * - `logs/read-logs.ts`: after a cut answer, more logs than it had; an error that says that logs were pruned
 * - `usable-answers.ts`: not what the method promises
 * - `provider-reader.ts`: no answer from a contract, and `stepwise-deployer.ts`: from one that a mined step made
 * - `divergence.ts`: no code of a contract that a mined step made, or another state of it; `plan-sender.ts` and
 *   `used-nonce.ts`: a used nonce, but no receipt; `live-migration.ts`: a finished DAO that lacks its last steps
 * - `block-reader.ts`: state that contradicts the events
 */
import { SYSTEM_CLOCK, type Clock } from "../support/clock.js";
import { MigrationError } from "../support/errors.js";
import { RpcError } from "./rpc-error.js";
import { isPassing } from "./node-words.js";

/** How answers are incomplete, and what the user can do about it. */
const ADVICE = {
  pruned: ". Use an archive node, or start at a later block if you do not need the earlier ones.",
  behind:
    ". Several nodes may answer at its address, and one of them is behind. Run the same command again, with an older block, " +
    "or use another node.",
  malformed: ". Run the same command again, or use another node.",
};

/** @param found what the answer lacks, or what shows that it lacks something */
export function incomplete(
  way: keyof typeof ADVICE,
  found: string,
  cause?: unknown,
): MigrationError {
  return new MigrationError(found + ADVICE[way], { cause });
}

/** Waits before a node is asked again; false once it was asked for long enough. */
export type Pause = () => Promise<boolean>;

/** Milliseconds for something that exists: another node has shown it, or a mined step made it. */
const LAG = 60_000;
/** Blocks by which a node may be behind: a minute of a chain that has four a second. */
export const BLOCKS_BEHIND = 240;
/** Polls of a chain for something that may also be missing for another reason. */
const POLLS = 10;
/** Milliseconds between calls of a contract: on public chains, together longer than a block of most. */
const CALLS = { private: [50, 200, 800], public: [500, 1000, 2000, 4000, 8000] };

/** For a node's latest block, and for the logs of the last blocks. */
export const RETRIES = {
  latestBlock: { attempts: 5, backoff: 250 },
  lastLogs: { attempts: 4, backoff: 100 },
};

/** Polls that find a used nonce without a receipt, before looking for what used it, and before giving up. */
export const NONCE_POLLS = { look: 4, giveUp: 40 };

/** For something that exists, or will within so many milliseconds. */
export function untilShown(clock: Clock = SYSTEM_CLOCK, polling = 1000, within = LAG): Pause {
  const deadline = clock.now() + within;
  return async () => clock.now() < deadline && (await slept(clock, polling));
}

/** For something that may also be missing for another reason. */
export function forPolls({ clock, polling }: { clock: Clock; polling: number }): Pause {
  return after(Array<number>(POLLS - 1).fill(polling), clock);
}

/** For a contract that may not be there. */
export function forCalls(isPrivate: boolean): Pause {
  return after(CALLS[isPrivate ? "private" : "public"], SYSTEM_CLOCK);
}

/** For what a node that is up to date returns at once. */
export function atOnce(): Pause {
  return after([0, 0], SYSTEM_CLOCK);
}

/** For what is looked for again and again anyway. */
export const NEVER: Pause = async () => await Promise.resolve(false);

function after(waits: readonly number[], clock: Clock): Pause {
  const left = [...waits];
  return async () => left.length > 0 && (await slept(clock, left.shift()!));
}

async function slept(clock: Clock, milliseconds: number): Promise<true> {
  await clock.sleep(milliseconds);
  return true;
}

/**
 * Asks again while an answer is incomplete, or the node says that it does not have a block yet.
 * @returns the last answer, complete or not
 */
export async function askAgain<Answer>(
  read: () => Promise<Answer>,
  isComplete: (answer: Answer) => boolean,
  pause: Pause,
): Promise<Answer> {
  for (;;) {
    try {
      const answer = await read();
      if (isComplete(answer) || !(await pause())) return answer;
    } catch (error) {
      if (!(error instanceof RpcError && isPassing(error) && (await pause()))) throw error;
    }
  }
}
