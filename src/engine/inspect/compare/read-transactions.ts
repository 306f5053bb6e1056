import { dataSlice, getAddress, zeroPadValue } from "ethers";

import { readLogs } from "../../../foundation/chain/logs/read-logs.js";
import type { ChainLog } from "../../../foundation/chain/logs/log.js";
import { ask, type Eip1193Provider } from "../../../foundation/chain/provider.js";
import type { RpcTransaction } from "../../../foundation/chain/sent-transactions.js";
import { MigrationError } from "../../../foundation/support/errors.js";
import type { BlockDescription, Inspection } from "../description.js";
import { AVATAR_CALLS } from "../organization/find-organization.js";
import { abiAs } from "../reading/identify.js";

/** A transaction that did something to a DAO. */
export interface DaoTransaction {
  readonly transaction: string;
  readonly block: number;
  /** Who sent it. */
  readonly from: string;
  /** What was called; absent for a deployment. */
  readonly to?: string;
  /** The contracts that the avatar called, which may be the DAO's, although no inspection reads them. */
  readonly calls: readonly string[];
}

/** Later ones are left out. */
const MOST = 100;

/**
 * Reads which transactions made a DAO's contracts say something after one block and until another: first those in which
 * the DAO called something, as anybody can fill the list with others; oldest first.
 * @param after the DAO at the later block
 */
export async function readTransactions(
  provider: Eip1193Provider,
  before: BlockDescription,
  after: Inspection,
): Promise<readonly DaoTransaction[]> {
  const { avatar, token, reputation } = after;
  const own = [avatar, token.contract, reputation.contract].map((each) => each.address);
  // Of contracts that serve many DAOs, only what names this one.
  const others = [after.controller.address, ...after.schemes.map((each) => each.contract.address)];
  const machines = after.votingMachines.map(({ contract }) => contract.address);
  const address = [...new Set([...own, ...others, ...machines])];
  const range = { fromBlock: before.number + 1, toBlock: after.block.number };
  if (range.fromBlock > range.toBlock) return [];
  const logs = await readLogs(provider, { address, ...range });
  const isOwn = isOfDao(after, new Set(own));
  const hashes = new Map(
    logs.filter(isOwn).map(({ transactionHash, blockNumber }) => [transactionHash, blockNumber]),
  );
  const callEvents = AVATAR_CALLS.map((name) => abiAs(avatar, "Avatar").getEvent(name)?.topicHash);
  const calls = Map.groupBy(
    logs.filter((log) => log.address === avatar.address && callEvents.includes(log.topics[0])),
    ({ transactionHash }) => transactionHash,
  );
  const order = ([hash]: readonly [string, number]): number => (calls.has(hash) ? 0 : 1);
  const inOrder = [...hashes].toSorted((one, other) => order(one) - order(other));
  return await Promise.all(
    inOrder.slice(0, MOST).map(async ([transaction, block]) => {
      type Found = RpcTransaction | null;
      const found = await ask<Found>(provider, "eth_getTransactionByHash", transaction);
      if (found?.from !== undefined) {
        const to = found.to ? getAddress(found.to) : undefined;
        const called = (calls.get(transaction) ?? []).map(({ topics: [, callee] }) =>
          getAddress(dataSlice(callee!, 12)),
        );
        return {
          ...{ transaction, block, from: getAddress(found.from), to },
          calls: [...new Set(called)],
        };
      }
      throw new MigrationError(`The node does not have the transaction ${transaction}.`);
    }),
  );
}

function isOfDao({ avatar, controller }: Inspection, own: ReadonlySet<string>) {
  const topic = zeroPadValue(avatar.address, 32).toLowerCase();
  const isShared = controller.universal;
  return ({ address, topics, data }: ChainLog): boolean =>
    own.has(address) ||
    (address === controller.address && !isShared) ||
    [...topics, data].some((text) => text.toLowerCase().includes(topic.slice(2)));
}
