import { isFullPool } from "../../chain/node-words.js";
import { RpcError } from "../../chain/rpc-error.js";
import type { Target } from "../../chain/target.js";
import { MigrationError } from "../../support/errors.js";
import type { SignedStep } from "../journal/lines.js";

/** In the words of geth, anvil, ganache, hardhat, erigon, nethermind, openethereum. */
const KNOWN = /already (known|imported|exists)|known transaction|already in the (pool|mempool)/i;
const NONCE_USED =
  /nonce (is )?too low|nonce has already been used|oldnonce|invalid nonce|replacement/i;
const NONCE_GAP = /nonce (is )?too (high|distant)|nonce gap/i;
const UNDERPRICED = /underpriced|base ?fee|gas ?price|fee ?cap|fee ?(is )?too low|feetoolow/i;
const FUNDS = /insufficient (funds|balance)|doesn't have enough funds|upfront cost/i;

/** What became of signed bytes: taken, or refused for their fee, or for lack of room. */
export type Broadcast = "sent" | "underpriced" | "full";

/**
 * Hands signed bytes to the node. It is not a failure if the node has them already, if their nonce is
 * used (the receipts show what happened to it) or cannot be used yet (they are sent again), or if the
 * node says that the transaction reverted but took it: development nodes do.
 */
export async function broadcast(target: Target, signed: SignedStep): Promise<Broadcast> {
  try {
    await target.broadcast(signed.raw);
    return "sent";
  } catch (error) {
    return await meaningOf(target, signed, error);
  }
}

/**
 * Hands over the transactions of accounts in order: at the same time where the provider keeps the
 * order, and else one by one, until there is no room for more.
 */
export async function broadcastAll(
  target: Target,
  steps: readonly SignedStep[],
): Promise<readonly Broadcast[]> {
  if (target.provider.keepsOrder === true) {
    return await Promise.all(steps.map(async (signed) => await broadcast(target, signed)));
  }
  const answers: Broadcast[] = [];
  for (const signed of steps) {
    if (answers.at(-1) === "full") answers.push("full");
    else answers.push(await broadcast(target, signed));
  }
  return answers;
}

async function meaningOf(target: Target, signed: SignedStep, error: unknown): Promise<Broadcast> {
  if (!(error instanceof RpcError)) throw error;
  if ([KNOWN, NONCE_USED, NONCE_GAP].some((words) => words.test(error.message))) return "sent";
  if (await target.knows(signed.hash)) return "sent";
  if (FUNDS.test(error.message)) {
    throw new MigrationError(
      `The account ${signed.from} cannot pay for step ${signed.step}: ${error.message}. ` +
        "Add funds and run the same command again to resume.",
      { cause: error },
    );
  }
  if (isFullPool(error)) return "full";
  if (UNDERPRICED.test(error.message)) return "underpriced";
  throw new MigrationError(
    `The node rejected step ${signed.step}: ${error.message}. Run the same command again to resume.`,
    { cause: error },
  );
}
