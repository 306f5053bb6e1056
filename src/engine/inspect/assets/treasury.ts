import { dataSlice, getAddress, zeroPadValue } from "ethers";

import {
  APPROVAL,
  APPROVAL_FOR_ALL,
  DEPOSIT,
  ERC20,
  TRANSFER,
} from "../../../foundation/chain/erc20.js";
import { matcherOf, type ChainLog } from "../../../foundation/chain/logs/log.js";
import type {
  AllowanceDescription,
  ClaimedAllowancesDescription,
  ContractDescription,
  TreasuryDescription,
} from "../description.js";
import { AVATAR_CALLS } from "../organization/find-organization.js";
import { CallRefused } from "../../../foundation/chain/call-refused.js";
import type { BlockReader } from "../reading/block-reader.js";
import type { Contract } from "../reading/contract.js";
import { NoAnswer, openForeign } from "../reading/foreign-contracts.js";
import { describeStakingToken } from "./describe-assets.js";
import { readNfts, type Called } from "./nfts.js";

/**
 * Reads what an avatar owns: ether, every ERC-20 that it ever received, wrapped or that `others` names, if any is left,
 * and the NFTs among those that it received. A token without events is found only through `others`.
 * @param others addresses of tokens to read in any case
 * @param calledByAvatar only of these contracts, others may have been allowed to take NFTs
 */
export async function readTreasury(
  reader: BlockReader,
  avatar: string,
  others: readonly string[],
  calledByAvatar: Called,
): Promise<TreasuryDescription> {
  const [received, given] = await Promise.all([
    reader.logs({ topics: [TRANSFER, null, zeroPadValue(avatar, 32)] }),
    logsBy(reader, avatar, calledByAvatar),
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
  const operators = given.filter(({ topics }) => topics[0] === APPROVAL_FOR_ALL);
  const nfts = await readNfts(reader, avatar, received, { operators, calledByAvatar });
  return {
    ether: String(await reader.balance(avatar)),
    tokens: tokens.flat(),
    ...(nfts.length > 0 && { nfts }),
    ...(unanswered.length > 0 && { unanswered: unanswered.sort(byAddress) }),
  };
}

/** What an avatar allowed others to take, and tokens that say so although it never called them. */
export interface Allowances {
  readonly allowances: readonly AllowanceDescription[];
  readonly claimed: readonly ClaimedAllowancesDescription[];
}

/**
 * Reads what others may still transfer from an avatar, from the Approval events of tokens. Anybody can create a contract
 * that emits such events, so a token counts only if the avatar called it: these are asked. The others are not, because
 * their number is a stranger's choice.
 */
export async function readAllowances(
  reader: BlockReader,
  avatar: Contract,
  calledByAvatar: Called,
): Promise<Allowances> {
  const logs = (await logsBy(reader, avatar.address, calledByAvatar)).filter(
    ({ topics }) => topics[0] === APPROVAL && topics.length === 3,
  );
  const pairs = new Map(
    logs.map(({ address, topics }) => {
      const spender = getAddress(dataSlice(topics[2]!, 12));
      return [`${address} ${spender}`, { token: address, spender }] as const;
    }),
  );
  const [real, strange] = [new Array<Pair>(), new Map<string, number>()];
  for (const pair of pairs.values()) {
    if (calledByAvatar(pair.token)) real.push(pair);
    else strange.set(pair.token, (strange.get(pair.token) ?? 0) + 1);
  }
  const found = await Promise.all(
    real.map(async ({ token, spender }) => {
      const opened = openForeign(reader, token, ERC20);
      const amount = await amountOf(opened, "allowance", avatar.address, spender);
      // It may answer on the chain, or when it is taken.
      if (amount instanceof NoAnswer) {
        return { token, spender, amount: { notRead: amount.message } };
      }
      return { token, spender, amount: String(amount) };
    }),
  );
  return {
    allowances: found
      .filter(({ amount }) => amount !== "0")
      .sort((a, b) => (`${a.token} ${a.spender}` < `${b.token} ${b.spender}` ? -1 : 1)),
    claimed: [...strange].map(([token, spenders]) => ({ token, spenders })).sort(byToken),
  };
}

type Pair = Pick<AllowanceDescription, "token" | "spender">;

function byToken(a: { readonly token: string }, b: { readonly token: string }): number {
  return a.token < b.token ? -1 : 1;
}

/**
 * Reads which contracts an avatar ever called in a way that can give allowances. If its code is not Arc's, if it emits
 * no event for such calls (up to alpha.52), or if events are missing, that may be any contract.
 */
export async function readCalled(
  avatar: Contract,
  { code }: ContractDescription,
  missingEvents: string | undefined,
): Promise<Called> {
  const tells = code === "arc" && avatar.abi.getEvent("GenericCall") !== null;
  if (!tells || missingEvents !== undefined) return () => true;
  const events = await avatar.events(AVATAR_CALLS);
  const called = new Set(events.map(({ values }) => String(values[0])));
  const transactions = [...new Set(events.map(({ log }) => log.transactionHash))];
  return Object.assign((contract: string) => called.has(contract), { transactions });
}

/** More requests are not made for what strangers say of the avatar. */
const MOST_REQUESTS = 1000;

/** Whether to search events of every contract for the avatar; otherwise, its own transactions tell what counts. */
export async function mayAskAll(
  reader: Pick<BlockReader, "isShort">,
  { transactions }: Called,
): Promise<boolean> {
  if (transactions === undefined) return true;
  return await reader.isShort(Math.max(MOST_REQUESTS, transactions.length));
}

function byAddress(a: { readonly address: string }, b: { readonly address: string }): number {
  return a.address < b.address ? -1 : 1;
}

/** What an account let others take, and what it wrapped: one search, as a node may need many requests for each. */
async function logsBy(
  reader: BlockReader,
  account: string,
  calledByAvatar: Called,
): Promise<readonly ChainLog[]> {
  const filter = { topics: [[APPROVAL, APPROVAL_FOR_ALL, DEPOSIT], zeroPadValue(account, 32)] };
  if (await mayAskAll(reader, calledByAvatar)) return await reader.logs(filter);
  return (await reader.logsOf(calledByAvatar.transactions!)).filter(matcherOf(filter));
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
