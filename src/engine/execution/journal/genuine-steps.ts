import type { Transaction } from "ethers";

import { decodeTransaction } from "../../../foundation/chain/raw-transaction.js";
import { MigrationError } from "../../../foundation/support/errors.js";
import { callOf } from "../steps/plan.js";
import type { JournalLine, SignedStep } from "./lines.js";

/** The chain and the accounts whose steps a journal may hold. */
export interface JournalOwner {
  readonly chainId: number;
  /** The deploying account. */
  readonly account: string;
  readonly testAccounts: readonly string[];
}

/**
 * Refuses a journal that somebody else wrote. A file in a folder proves nothing, so this decodes each signed
 * transaction. An account of this migration must have signed it, for this chain, with the nonce and the call that its
 * line says. These bytes may be sent again; nothing is signed again because of them.
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
        "right one, or pass --restart to start over.",
    );
  }
}

function problemOf(line: SignedStep, owner: JournalOwner): string | undefined {
  const transaction = parse(line.raw);
  if (transaction === undefined) return "does not contain a transaction";
  const { from, to, nonce, chainId, value, data, type, accessList, blobs } = transaction;
  const senders = [owner.account, ...owner.testAccounts];
  if (from === null || !senders.includes(from)) {
    return `is signed by ${from ?? "nobody"}, which is not an account of this migration`;
  }
  if (from !== line.from) return `is signed by ${from}, but its line says ${line.from}`;
  if (chainId !== BigInt(owner.chainId)) return `is signed for chain ID ${chainId}`;
  if (nonce !== line.nonce) return `has nonce ${nonce}, but its line says ${line.nonce}`;
  if ((type !== 0 && type !== 2) || (accessList?.length ?? 0) > 0 || blobs !== null) {
    return "has a transaction type that this migration does not send";
  }
  if (callOf({ ...(to !== null && { to }), value, data }) !== line.call) {
    return "makes a different call than its line says";
  }
  const isFunding = to !== null && data === "0x" && owner.testAccounts.includes(to);
  if (value > 0n && !isFunding) {
    return `sends ${value} wei to ${to ?? "a new contract"}, but this migration sends funds only to its test accounts`;
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
