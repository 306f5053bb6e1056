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

/**
 * Hands signed bytes to the node. It is no failure if the node has them already, if their nonce is
 * used (the receipts show what happened to it) or cannot be used yet (they are sent again), or if the
 * node says that the transaction reverted but took it: development nodes do.
 * @returns whether the node wants a higher fee
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
          "Add funds and run the same command again to resume.",
        { cause: error },
      );
    }
    if (UNDERPRICED.test(error.message)) return "underpriced";
    throw new MigrationError(
      `The node refuses step ${signed.step}: ${error.message}. Run the same command again to resume.`,
      { cause: error },
    );
  }
}
