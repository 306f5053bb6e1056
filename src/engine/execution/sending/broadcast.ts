import { isFullPool } from "../../../foundation/chain/node-words.js";
import { ask } from "../../../foundation/chain/provider.js";
import { RpcError } from "../../../foundation/chain/rpc-error.js";
import type { Target } from "../../../foundation/chain/target.js";
import { MigrationError } from "../../../foundation/support/errors.js";
import type { SignedStep } from "../journal/lines.js";
import type { SendingContext } from "./context.js";
import { feesOf } from "./signing.js";

/** As geth, anvil, ganache, hardhat, erigon, nethermind and openethereum word it. */
const KNOWN =
  /already ?known|already (imported|exists)|known transaction|already in the (pool|mempool)/i;
const NONCE_USED =
  /nonce (is )?too low|nonce has already been used|correct nonce|oldnonce|invalid nonce|replacement|could not replace/i;
const NONCE_GAP = /nonce (is )?too (high|distant)|nonce ?gap/i;
const UNDERPRICED = /underpriced|base ?fee|gas ?price|fee ?cap|fee ?(is )?too low|feetoolow/i;
/** A chain without EIP-1559 transactions. */
const TYPE = /(transaction|tx|envelope) type|type (2|0x2|two)\b|typed transaction|1559/i;
const FUNDS = /insufficient ?(funds|balance)|doesn't have enough funds|upfront cost/i;

/** How a node responded to signed bytes: it took them, has no room, or refused their fee, in its own words. */
export type Broadcast = "sent" | "full" | RpcError;

/**
 * Sends signed bytes to the node. It is no failure if the node already has them; if their nonce is used (receipts show
 * what happened) or too high (they are sent again later); or if the node took them but reports that they reverted, as
 * development nodes do.
 */
export async function broadcast(target: Target, signed: SignedStep): Promise<Broadcast> {
  try {
    await ask(target.provider, "eth_sendRawTransaction", signed.raw);
    return "sent";
  } catch (error) {
    return await meaningOf(target, signed, error);
  }
}

/** The same for one step, with an event if the node took it. */
export async function broadcastStep(
  { target, onEvent }: SendingContext,
  signed: SignedStep,
): Promise<Broadcast> {
  const answer = await broadcast(target, signed);
  const { step, hash: transactionHash } = signed;
  if (answer === "sent") onEvent({ type: "sent", step, transactionHash });
  return answer;
}

/**
 * Sends transactions in order: concurrently if the provider keeps the order, otherwise one by one until the node has no
 * room.
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
  if (UNDERPRICED.test(error.message)) return error;
  const next =
    TYPE.test(error.message) && feesOf(signed).type === 2
      ? "It may take only legacy transactions, which --gas-price signs: pass that, with --restart."
      : "Run the same command again to resume.";
  throw new MigrationError(`The node rejected step ${signed.step}: ${error.message}. ${next}`, {
    cause: error,
  });
}
