import { MigrationError } from "../../support/errors.js";
import { RpcError } from "../../chain/rpc-error.js";
import type { SignedStep } from "../journal/journal.js";
import type { Target } from "../../chain/target.js";

/** In the words of geth, anvil, ganache, hardhat, erigon, nethermind, openethereum. */
const KNOWN = /already (known|imported|exists)|known transaction|already in the (pool|mempool)/i;
const NONCE_USED =
  /nonce (is )?too low|nonce has already been used|oldnonce|invalid nonce|replacement/i;
const NONCE_GAP = /nonce (is )?too (high|distant)|nonce gap/i;
const UNDERPRICED = /underpriced|base ?fee|gas ?price|fee ?cap|fee ?(is )?too low|feetoolow/i;
const FUNDS = /insufficient (funds|balance)|doesn't have enough funds|upfront cost/i;

/**
 * Hands signed bytes to the node. It is no failure where the node has them already, where their
 * nonce is used (what happened to it shows in the receipts) or cannot be used yet (they are sent
 * again), or where the node says that the transaction reverted but took it: development nodes do.
 * @returns whether the node wants a higher price
 */
export async function broadcast(
  target: Target,
  signed: SignedStep,
): Promise<"sent" | "underpriced"> {
  try {
    await target.broadcast(signed.raw);
    return "sent";
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    if ([KNOWN, NONCE_USED, NONCE_GAP].some((words) => words.test(error.message))) return "sent";
    if (await target.knows(signed.hash)) return "sent";
    if (FUNDS.test(error.message)) {
      throw new MigrationError(
        `The account ${signed.from} cannot pay for step ${signed.step}: ${error.message}. ` +
          "Send it what is missing and run the same command again: it goes on from here.",
        { cause: error },
      );
    }
    if (UNDERPRICED.test(error.message)) return "underpriced";
    throw new MigrationError(
      `The node refuses step ${signed.step}: ${error.message}. Run the same command again to go on from here.`,
      { cause: error },
    );
  }
}
