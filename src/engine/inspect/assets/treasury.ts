import { dataSlice, getAddress, id, zeroPadValue } from "ethers";

import { APPROVAL, ERC20 } from "../../../foundation/chain/erc20.js";
import type { ChainLog } from "../../../foundation/chain/logs/log.js";
import type { AllowanceDescription, TreasuryDescription } from "../description.js";
import { CallRefused, type BlockReader } from "../reading/block-reader.js";
import type { Contract } from "../reading/contract.js";
import { NoAnswer, openStranger } from "../reading/strangers.js";
import { describeStakingToken } from "./describe-assets.js";

const TRANSFER = id("Transfer(address,address,uint256)");

/**
 * Reads what an avatar owns: ether, and every ERC-20 that it ever received or that `others` names, if any is left. A
 * token without Transfer events is found only through `others`.
 * @param others addresses of tokens to read in any case
 */
export async function readTreasury(
  reader: BlockReader,
  avatar: string,
  others: readonly string[],
): Promise<TreasuryDescription> {
  const received = await erc20Logs(reader, [TRANSFER, null, zeroPadValue(avatar, 32)]);
  const addresses = [...new Set([...others, ...received.map(({ address }) => address)])].sort();
  const unanswered: { readonly address: string; readonly reason: string }[] = [];
  const tokens = await Promise.all(
    addresses.map(async (address) => {
      const token = openStranger(reader, address, ERC20);
      const amount = await amountOf(token, "balanceOf", avatar);
      if (amount instanceof NoAnswer) unanswered.push({ address, reason: amount.message });
      if (amount === 0n || amount instanceof NoAnswer) return [];
      return [{ ...(await describeStakingToken(token)), amount: String(amount) }];
    }),
  );
  return {
    ether: String(await reader.balance(avatar)),
    tokens: tokens.flat(),
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
  const logs = await erc20Logs(reader, [APPROVAL, zeroPadValue(owner, 32)]);
  const pairs = new Map(
    logs.map(({ address, topics }) => {
      const spender = getAddress(dataSlice(topics[2]!, 12));
      return [`${address} ${spender}`, { address, spender }] as const;
    }),
  );
  const found = await Promise.all(
    [...pairs.values()].map(async ({ address, spender }) => {
      const token = openStranger(reader, address, ERC20);
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

/** ERC-721 tokens emit the same events with one more indexed parameter. */
async function erc20Logs(
  reader: BlockReader,
  topics: readonly (string | null)[],
): Promise<readonly ChainLog[]> {
  return (await reader.logs({ topics })).filter((log) => log.topics.length === 3);
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
