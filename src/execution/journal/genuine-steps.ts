import type { Transaction } from "ethers";

import { decodeTransaction } from "../../chain/raw-transaction.js";
import { MigrationError } from "../../support/errors.js";
import { callOf } from "../steps/plan.js";
import type { JournalLine, SignedStep } from "./lines.js";

/** Whose steps a journal may hold. */
export interface JournalOwner {
  readonly chainId: number;
  /** The deploying account. */
  readonly account: string;
  readonly testAccounts: readonly string[];
}

/**
 * Refuses a journal that somebody else wrote. Whatever lies in a folder is a claim: each signed
 * transaction is decoded, and has to be signed by an account of this migration, for this chain, with
 * the nonce and the call that its line says. These bytes may be sent again; none are signed again.
 * @throws MigrationError naming the line's step and what is wrong
 */
export function requireGenuine(
  path: string,
  lines: readonly JournalLine[],
  owner: JournalOwner,
): void {
  for (const line of lines) {
    if (line.kind !== "signed") continue;
    const problem = problemOf(line, owner);
    if (problem === undefined) continue;
    throw new MigrationError(
      `The journal ${path} was not written by this migration: step ${line.step} ${problem}. Nothing was signed or sent. ` +
        "If you did not move this file here yourself, somebody else put it there: delete it. Otherwise restore the " +
        "right one, or pass --restart to begin again.",
    );
  }
}

function problemOf(line: SignedStep, owner: JournalOwner): string | undefined {
  const transaction = parse(line.raw);
  if (transaction === undefined) return "holds no transaction";
  const { from, to, nonce, chainId, value, data, type, accessList, blobs } = transaction;
  const senders = [owner.account, ...owner.testAccounts];
  if (from === null || !senders.includes(from)) {
    return `is signed by ${from ?? "nobody"}, which is no account of this migration`;
  }
  if (from !== line.from) return `is signed by ${from}, and the line says ${line.from}`;
  if (chainId !== BigInt(owner.chainId)) return `is signed for chain ID ${chainId}`;
  if (nonce !== line.nonce) return `has the nonce ${nonce}, and the line says ${line.nonce}`;
  if ((type !== 0 && type !== 2) || (accessList?.length ?? 0) > 0 || blobs !== null) {
    return "is of a kind that this migration does not send";
  }
  if (callOf({ ...(to !== null && { to }), value, data }) !== line.call) {
    return "does something else than the line says";
  }
  const isFunding = to !== null && data === "0x" && owner.testAccounts.includes(to);
  if (value > 0n && !isFunding) {
    return `sends ${value} wei to ${to ?? "a new contract"}, and this migration sends money to its test accounts only`;
  }
  return undefined;
}

function parse(raw: string): Readonly<Transaction> | undefined {
  try {
    return decodeTransaction(raw);
  } catch {
    return undefined;
  }
}
