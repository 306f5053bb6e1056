import { dataSlice, getAddress, zeroPadValue } from "ethers";

import {
  APPROVAL,
  APPROVAL_FOR_ALL,
  DEPOSIT,
  ERC20,
  TRANSFER,
} from "../../../foundation/chain/erc20.js";
import type { ChainLog } from "../../../foundation/chain/logs/log.js";
import type { AllowanceDescription, TreasuryDescription } from "../description.js";
import { CallRefused, type BlockReader } from "../reading/block-reader.js";
import type { Contract } from "../reading/contract.js";
import { NoAnswer, openForeign } from "../reading/foreign-contracts.js";
import { describeStakingToken } from "./describe-assets.js";
import { readNfts } from "./nfts.js";

/**
 * Reads what an avatar owns: ether, every ERC-20 that it ever received, wrapped or that `others` names, if any is left,
 * and the NFTs among those that it received. A token without events is found only through `others`.
 * @param others addresses of tokens to read in any case
 */
export async function readTreasury(
  reader: BlockReader,
  avatar: string,
  others: readonly string[],
): Promise<TreasuryDescription> {
  const [received, given] = await Promise.all([
    reader.logs({ topics: [TRANSFER, null, zeroPadValue(avatar, 32)] }),
    logsBy(reader, avatar),
  ]);
  const found = [
    ...received.filter(({ topics }) => topics.length === 3),
    ...given.filter(({ topics }) => topics[0] === DEPOSIT),
  ];
  const addresses = [...new Set([...others, ...found.map(({ address }) => address)])].sort();
  const unanswered: { readonly address: string; readonly reason: string }[] = [];
  const tokens = await Promise.all(
    addresses.map(async (address) => {
      const token = openForeign(reader, address, ERC20);
      const amount = await amountOf(token, "balanceOf", avatar);
      if (amount instanceof NoAnswer) unanswered.push({ address, reason: amount.message });
      if (amount === 0n || amount instanceof NoAnswer) return [];
      return [{ ...(await describeStakingToken(token)), amount: String(amount) }];
    }),
  );
  const isFor = ({ topics }: ChainLog) => topics[0] === APPROVAL_FOR_ALL;
  const nfts = await readNfts(reader, avatar, received, given.filter(isFor));
  return {
    ether: String(await reader.balance(avatar)),
    tokens: tokens.flat(),
    ...(nfts.length > 0 && { nfts }),
    ...(unanswered.length > 0 && { unanswered: unanswered.sort(byAddress) }),
  };
}

/**
 * Reads what others may still transfer from an account, from the Approval events of tokens. This includes approvals by
 * calls of the avatar, for which the DAO's own contracts emit no event.
 */
export async function readAllowances(
  reader: BlockReader,
  owner: string,
): Promise<readonly AllowanceDescription[]> {
  const logs = (await logsBy(reader, owner)).filter(
    ({ topics }) => topics[0] === APPROVAL && topics.length === 3,
  );
  const pairs = new Map(
    logs.map(({ address, topics }) => {
      const spender = getAddress(dataSlice(topics[2]!, 12));
      return [`${address} ${spender}`, { address, spender }] as const;
    }),
  );
  const found = await Promise.all(
    [...pairs.values()].map(async ({ address, spender }) => {
      const token = openForeign(reader, address, ERC20);
      const amount = await amountOf(token, "allowance", owner, spender);
      // It may answer on the chain, or when it is taken.
      if (amount instanceof NoAnswer) {
        return { token: address, spender, amount: { notRead: amount.message } };
      }
      return { token: address, spender, amount: String(amount) };
    }),
  );
  return found
    .filter(({ amount }) => amount !== "0")
    .sort((a, b) => (`${a.token} ${a.spender}` < `${b.token} ${b.spender}` ? -1 : 1));
}

function byAddress(a: { readonly address: string }, b: { readonly address: string }): number {
  return a.address < b.address ? -1 : 1;
}

/** What an account let others take, and what it wrapped: one search, as a node may need many requests for each. */
async function logsBy(reader: BlockReader, account: string): Promise<readonly ChainLog[]> {
  const topics = [[APPROVAL, APPROVAL_FOR_ALL, DEPOSIT], zeroPadValue(account, 32)];
  return await reader.logs({ topics });
}

/**
 * A contract that emits the event but lacks the function is not a token, so there is nothing of it.
 * @returns why it did not answer, if it did not
 */
async function amountOf(token: Contract, name: string, ...args: string[]): Promise<unknown> {
  return await token.value(name, ...args).catch((error: unknown) => {
    if (error instanceof NoAnswer) return error;
    if (error instanceof CallRefused) return 0n;
    throw error;
  });
}
