import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

import type { ChainIdentity } from "../../foundation/chain/identity.js";
import { isLoopback } from "../../foundation/chain/rpc-url.js";
import { isPrivate } from "../../foundation/chain/private-chain.js";
import type { Eip1193Provider } from "../../foundation/chain/provider.js";
import { RpcClient } from "../../foundation/chain/rpc-client.js";
import type { OnEvent } from "../../engine/execution/steps/event.js";
import { MigrationError } from "../../foundation/support/errors.js";
import { lock, LockHeldError, type Unlock } from "../../foundation/support/file-lock.js";
import { isRunning } from "../../foundation/support/is-running.js";
import { stateFolder } from "../../foundation/support/user-folders.js";
import { reasonOf } from "../../foundation/support/system-error.js";

/** Path of the journal that belongs to a result file. */
export function journalPath(output: string): string {
  return `${output}.journal`;
}

/** What to lock, and for which migration. */
export interface AccountLockTerms {
  readonly chain: ChainIdentity;
  readonly provider: Eip1193Provider;
  /** The result file, which identifies the migration. */
  readonly output: string;
  readonly onEvent?: OnEvent;
}

export interface AccountLocks {
  readonly unlock: () => Promise<void>;
  /** Result files of the accounts' earlier migrations that did not finish. */
  readonly earlier: ReadonlySet<string>;
}

/**
 * Locks accounts on a chain against all other processes of this user: two migrations with one account would sign for
 * the same nonces, and neither would finish. The locks are files in the user's state folder. If that folder cannot be
 * written, it reports so and locks nothing.
 * @throws MigrationError if another migration signs with one of the accounts; names its process and result file
 */
export async function lockAccounts(
  accounts: Iterable<string>,
  terms: AccountLockTerms,
): Promise<AccountLocks> {
  const unlocks: (() => Promise<void>)[] = [];
  const earlier = new Set<string>();
  const unlock = async () => {
    for (const each of unlocks.splice(0)) await each();
  };
  const place = placeOf(terms);
  if (place === undefined) return { unlock, earlier };
  const folder = join(stateFolder(), "accounts");
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const account of accounts) {
      const one = await lockOne(folder, account, place, terms);
      unlocks.push(one.unlock);
      if (one.earlier !== undefined) earlier.add(one.earlier);
    }
  } catch (error) {
    await unlock();
    if (error instanceof LockHeldError) throw error;
    const reason =
      error instanceof MigrationError
        ? error.message
        : `The folder ${folder} cannot be written: ${reasonOf(error)}.`;
    terms.onEvent?.({ type: "accountNotLocked", reason });
  }
  return { unlock, earlier };
}

/**
 * Development chains that were started in the same second may have the same first block, so each node gets its own
 * locks.
 * @returns undefined if the node cannot be identified
 */
function placeOf({ chain, provider }: AccountLockTerms): string | undefined {
  if (!isPrivate(chain)) return "";
  if (!(provider instanceof RpcClient)) return undefined;
  return provider.place.replace(/^(.*?)(?=:\d+$|$)/, (host) =>
    isLoopback(host) || host === "0.0.0.0" ? "localhost" : host,
  );
}

async function lockOne(
  folder: string,
  account: string,
  place: string,
  { chain, output }: AccountLockTerms,
): Promise<{ readonly unlock: () => Promise<void>; readonly earlier?: string }> {
  const { chainId, genesis } = chain;
  const id = createHash("sha256").update(`${genesis} ${place}`).digest("hex").slice(0, 16);
  const path = join(folder, `${chainId}-${account.toLowerCase()}-${id}`);
  const what = `The account ${account} on chain ID ${chainId}`;
  let unlock: Unlock;
  try {
    unlock = await lock(`${path}.lock`, {
      what,
      holder: "another migration",
      instead: "run one migration at a time",
    });
  } catch (error) {
    if (!(error instanceof LockHeldError)) throw error;
    throw new LockHeldError(
      `${what} is in use by another migration${holderOf(`${path}.json`)}. Two migrations with one account would use the same ` +
        "nonces. Nothing was sent. Wait until it ends, or deploy from another account.",
    );
  }
  const earlier = noteOf(`${path}.json`)?.output;
  // A lock's own file stays empty.
  const note = JSON.stringify({ pid: process.pid, output });
  await writeFile(`${path}.json`, note, { mode: 0o600 }).catch(async (error: unknown) => {
    await unlock();
    throw error;
  });
  return {
    earlier: earlier === output ? undefined : earlier,
    unlock: async () => {
      // A journal that is left must be found by the next migration of the account, whatever its result file.
      // A note that cannot be removed is harmless; a lock that stays would refuse the next migration of this process.
      if (!existsSync(journalPath(output)))
        await rm(`${path}.json`, { force: true }).catch(() => {});
      await unlock();
    },
  };
}

/** Names who holds a lock, if known: the file may be left over from a killed process. */
function holderOf(path: string): string {
  const { pid, output } = noteOf(path) ?? {};
  if (pid === undefined || !isRunning(pid)) return "";
  return ` (process ${pid}, which writes ${output})`;
}

/** What a migration wrote beside its lock. */
function noteOf(path: string): { readonly pid: number; readonly output: string } | undefined {
  try {
    const { pid, output } = JSON.parse(readFileSync(path, "utf8")) as Record<string, unknown>;
    return typeof pid === "number" && typeof output === "string" ? { pid, output } : undefined;
  } catch {
    return undefined;
  }
}
