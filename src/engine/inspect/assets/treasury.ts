import { dataSlice, getAddress, MaxUint256, zeroPadValue } from "ethers";

import {
  APPROVAL,
  APPROVAL_FOR_ALL,
  AUTHORIZED_OPERATOR,
  DEPOSIT,
  ERC20,
  OPERATORS,
  TO_ACCOUNT,
  TRANSFER,
} from "../../../foundation/chain/erc20.js";
import { matcherOf, type ChainLog } from "../../../foundation/chain/logs/log.js";
import type {
  AllowanceDescription,
  ContractDescription,
  Inspection,
  TreasuryDescription,
} from "../description.js";
import { AVATAR_CALLS } from "../organization/find-organization.js";
import { CallRefused } from "../../../foundation/chain/call-refused.js";
import type { BlockReader } from "../reading/block-reader.js";
import type { Contract } from "../reading/contract.js";
import { NoAnswer, openForeign } from "../reading/foreign-contracts.js";
import { describeStakingToken } from "./describe-assets.js";
import { allowanceKey } from "./allowances.js";
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
    logsTo(reader, avatar),
    logsBy(reader, avatar, calledByAvatar),
  ]);
  const found = [
    ...received.filter(({ topics }) => topics[0] === TRANSFER && topics.length === 3),
    ...given.filter(({ topics }) => topics[0] === DEPOSIT),
  ];
  const addresses = [...new Set([...others, ...found.map(({ address }) => address)])].sort();
  const asked = await Promise.all(
    addresses.map(async (address) => {
      const token = openForeign(reader, address, ERC20);
      const amount = await amountOf(token, "balanceOf", avatar);
      if (amount instanceof NoAnswer) return { silent: { address, reason: amount.message } };
      if (amount === 0n) return {};
      return { held: { ...(await describeStakingToken(token)), amount: String(amount) } };
    }),
  );
  const unanswered = asked.flatMap(({ silent = [] }) => silent);
  const nfts = await readNfts(reader, avatar, received, calledByAvatar);
  return {
    ether: String(await reader.balance(avatar)),
    tokens: asked.flatMap(({ held = [] }) => held),
    ...(nfts.length > 0 && { nfts }),
    ...(unanswered.length > 0 && { unanswered }),
  };
}

/**
 * Reads what others may still transfer from an avatar, from the events of tokens that allow it. Anybody can create a
 * contract that emits such events, so a token counts only if the avatar called it: these are asked. Of the others, which
 * only claim it, just the number of accounts is given, because that is a stranger's choice.
 */
export async function readAllowances(
  reader: BlockReader,
  avatar: Contract,
  calledByAvatar: Called,
): Promise<
  Required<Pick<Inspection, "claimedAllowances">> & {
    readonly allowances: readonly AllowanceDescription[];
  }
> {
  const logs = await Promise.all([
    logsBy(reader, avatar.address, calledByAvatar),
    logsTo(reader, avatar.address),
  ]);
  const pairs = new Map(
    logs
      .flat()
      .flatMap(pairOf)
      .map((pair) => [allowanceKey(pair), pair]),
  );
  const [real, strange] = [new Array<Pair>(), new Map<string, number>()];
  for (const pair of pairs.values()) {
    if (calledByAvatar(pair.token)) real.push(pair);
    else strange.set(pair.token, (strange.get(pair.token) ?? 0) + 1);
  }
  const found = await Promise.all(
    real.map(async (pair) => ({ ...pair, amount: await allowed(reader, avatar.address, pair) })),
  );
  return {
    allowances: found
      .filter(({ amount }) => amount !== "0")
      .sort((a, b) => (allowanceKey(a) < allowanceKey(b) ? -1 : 1)),
    claimedAllowances: [...strange].sort().map(([token, spenders]) => ({ token, spenders })),
  };
}

type Pair = Omit<AllowanceDescription, "amount">;

/** Whom an event allows to take something of a token, if it is about that. */
function pairOf({ address: token, topics }: ChainLog): Pair | readonly [] {
  const [event, first, second] = topics;
  if (first === undefined || second === undefined || topics.length !== 3) return [];
  const [one, other] = [first, second].map((topic) => getAddress(dataSlice(topic, 12)));
  if (event === APPROVAL) return { token, spender: other! };
  if (event === APPROVAL_FOR_ALL) return { token, spender: other!, operator: "isApprovedForAll" };
  return event === AUTHORIZED_OPERATOR ? { token, spender: one!, operator: "isOperatorFor" } : [];
}

/** What a token says that somebody may take. It may not answer here, but when something is taken. */
async function allowed(
  reader: BlockReader,
  owner: string,
  { token, spender, operator }: Pair,
): Promise<AllowanceDescription["amount"]> {
  if (operator === undefined) {
    const amount = await amountOf(openForeign(reader, token, ERC20), "allowance", owner, spender);
    return amount instanceof NoAnswer ? { notRead: amount.message } : String(amount);
  }
  const args = operator === "isOperatorFor" ? [spender, owner] : [owner, spender];
  const may = await openForeign(reader, token, OPERATORS).answer(operator, ...args);
  if (typeof may !== "boolean") return { notRead: `the token does not answer ${operator}` };
  return may ? String(MaxUint256) : "0";
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
export async function mayAskAll(reader: BlockReader, { transactions }: Called): Promise<boolean> {
  if (transactions === undefined) return true;
  return await reader.logSource.isShort(Math.max(MOST_REQUESTS, transactions.length));
}

/** What an account received, and whom it made an operator of an ERC-777: one search, too. */
async function logsTo(reader: BlockReader, account: string): Promise<readonly ChainLog[]> {
  const holder = zeroPadValue(account, 32);
  return await reader.logs({ topics: [TO_ACCOUNT, null, holder] });
}

/** What an account let others take, and what it wrapped: one search, as a node may need many requests for each. */
async function logsBy(
  reader: BlockReader,
  account: string,
  calledByAvatar: Called,
): Promise<readonly ChainLog[]> {
  const filter = { topics: [[APPROVAL, APPROVAL_FOR_ALL, DEPOSIT], zeroPadValue(account, 32)] };
  if (await mayAskAll(reader, calledByAvatar)) return await reader.logs(filter);
  const logs = await reader.logSource.ofTransactions(calledByAvatar.transactions!);
  return logs.filter(matcherOf(filter));
}

/**
 * A contract that emits the event but refuses this and its decimals is not a token, so there is nothing of it.
 * @returns why it did not answer, if it did not
 */
async function amountOf(token: Contract, name: string, ...args: string[]): Promise<unknown> {
  return await token.value(name, ...args).catch(async (error: unknown) => {
    if (error instanceof NoAnswer) return error;
    if (!(error instanceof CallRefused)) throw error;
    const isToken = await token.value("decimals").then(Boolean, () => false);
    return isToken ? new NoAnswer("it refuses to say") : 0n;
  });
}
