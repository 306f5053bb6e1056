import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";

import { z } from "zod/v4";

import type { ChainIdentity } from "../../foundation/chain/identity.js";
import { isLoopback } from "../../foundation/chain/rpc-url.js";
import { isPrivate } from "../../foundation/chain/private-chain.js";
import type { Eip1193Provider } from "../../foundation/chain/provider.js";
import { RpcClient } from "../../foundation/chain/rpc-client.js";
import type { OnEvent } from "../../engine/execution/steps/event.js";
import { MigrationError } from "../../foundation/support/errors.js";
import { lock, LockHeldError, type Unlock } from "../../foundation/support/file-lock.js";
import { isRunning } from "../../foundation/support/is-running.js";
import { makeFolder } from "../../foundation/support/make-folder.js";
import { stateFolder } from "../../foundation/support/user-folders.js";
import { reasonOf } from "../../foundation/support/system-error.js";
import { writeWhole } from "../../foundation/support/write-file.js";

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
  /** Next nonces after the accounts' earlier migrations; 0 if none was remembered. */
  readonly nextNonces: ReadonlyMap<string, number>;
  /**
   * Keeps the nonce after an account's steps for its next migration: a node that is behind does not show what they made,
   * and nothing else says that they were mined once the journal is gone.
   */
  readonly remember: (account: string, nextNonce: number) => Promise<void>;
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
  const locked = new Map<string, AccountLock>();
  const unlock = async () => {
    for (const [account, each] of locked) {
      locked.delete(account);
      await each.unlock();
    }
  };
  const place = placeOf(terms);
  const folder = join(stateFolder(), "accounts");
  try {
    if (place !== undefined) {
      makeFolder(folder, 0o700);
      for (const account of accounts)
        locked.set(account, await lockOne(folder, account, place, terms));
    }
  } catch (error) {
    await unlock();
    if (error instanceof LockHeldError) throw error;
    const reason =
      error instanceof MigrationError
        ? error.message
        : `A file in ${folder} cannot be written: ${reasonOf(error)}.`;
    terms.onEvent?.({ type: "accountNotLocked", reason });
  }
  const all = [...locked];
  return {
    unlock,
    earlier: new Set(all.flatMap(([, { earlier = [] }]) => earlier)),
    nextNonces: new Map(all.map(([account, { nextNonce = 0 }]) => [account, nextNonce])),
    remember: async (account, nextNonce) => await locked.get(account)?.remember(nextNonce),
  };
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

type AccountLock = Awaited<ReturnType<typeof lockOne>>;

async function lockOne(
  folder: string,
  account: string,
  place: string,
  { chain, output }: AccountLockTerms,
) {
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
  // A lock's own file stays empty.
  const note = `${path}.json`;
  const { output: earlier, nextNonce } = noteOf(note);
  const own = { pid: process.pid, output };
  let known = nextNonce;
  // Others read it while it is written, and the next migration what a kill or a full disk leaves.
  const write = async (content: object) =>
    await writeWhole(note, JSON.stringify(content), { mode: 0o600, advice: "" });
  await write({ ...own, nextNonce }).catch(async (error: unknown) => {
    await unlock();
    throw error;
  });
  return {
    earlier: earlier === output ? undefined : earlier,
    nextNonce,
    remember: async (next: number) => {
      known = Math.max(next, known ?? 0);
      await write({ ...own, nextNonce: known });
    },
    unlock: async () => {
      // A journal that is left must be found by the next migration of the account, whatever its result file.
      // A note that cannot be changed is harmless; a lock that stays would refuse the next migration of this process.
      if (!existsSync(journalPath(output))) {
        const end = known === undefined ? rm(note, { force: true }) : write({ nextNonce: known });
        await end.catch(() => {});
      }
      await unlock();
    },
  };
}

/** Names who holds a lock, if known: the file may be left over from a killed process. */
function holderOf(path: string): string {
  const { pid, output } = noteOf(path);
  if (pid === undefined || output === undefined || !isRunning(pid)) return "";
  return ` (process ${pid}, which writes ${output})`;
}

const NOTE = z.object({
  pid: z.int().optional(),
  output: z.string().optional(),
  nextNonce: z.int().nonnegative().optional(),
});

/** Reads a note; nothing of one that is damaged. */
function noteOf(path: string): z.infer<typeof NOTE> {
  try {
    return NOTE.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return {};
  }
}
