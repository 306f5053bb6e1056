import { rm } from "node:fs/promises";

import { ask, type Eip1193Provider } from "../../foundation/chain/provider.js";
import { MigrationError } from "../../foundation/support/errors.js";
import { ifAbsent, readGivenText } from "../../foundation/support/read-given.js";
import { shownPath } from "../../foundation/support/shown-path.js";
import { writeWhole } from "../../foundation/support/write-file.js";

/** A run whose steps no journal has, as its node signs them. */
export interface Unjournaled {
  readonly provider: Eip1193Provider;
  readonly chainId: number;
  readonly account: string;
  /** Path of the result file. */
  readonly result: string;
  /** Whether to send everything again, whatever an earlier run has sent. */
  readonly restart: boolean;
}

/**
 * Runs what sends steps that no journal has. A file beside the result says meanwhile that something may have been sent,
 * and stays if it fails: otherwise the next run would make another DAO without a word.
 * @param run is done once the result file has what it made
 * @throws MigrationError if an earlier run left its file
 */
export async function withoutJournal<T>(
  { provider, chainId, account, result, restart }: Unjournaled,
  run: () => Promise<T>,
): Promise<T> {
  const path = `${result}.${chainId}-unfinished`;
  const left = await readGivenText(path, "The file").catch(ifAbsent);
  if (left !== undefined && !restart) {
    throw new MigrationError(
      `An earlier run did not finish on this chain, and no journal says what it sent, as its node signed for ${left.trim()}. ` +
        "The same steps would be sent a second time, and make another DAO. Nothing was sent. Look at what that account sent; " +
        `to send everything again, pass --restart, which replaces ${shownPath(path)}.`,
    );
  }
  const count = async () =>
    await ask<string>(provider, "eth_getTransactionCount", account, "pending");
  const before = await count();
  await writeWhole(path, `${account}\n`);
  const remove = async () => await rm(path, { force: true });
  try {
    const made = await run();
    await remove();
    return made;
  } catch (error) {
    if (left === undefined && (await count().catch(() => undefined)) === before) await remove();
    throw error;
  }
}
