import type {
  ContractDescription,
  HolderDescription,
  NotRead,
  Inspected,
  ReputationDescription,
  StakingTokenDescription,
  TokenDescription,
} from "../description.js";
import { attempt, isNotRead, unlessRefused } from "../reading/attempt.js";
import { accountsIn, type Contract } from "../reading/contract.js";
import { readDecimals } from "../reading/foreign-contracts.js";

export async function describeToken(
  token: Contract,
  contract: ContractDescription,
): Promise<TokenDescription> {
  const [words, totalSupply, owner, cap, { holders }] = await Promise.all([
    readWords(token),
    text(token, "totalSupply"),
    text(token, "owner"),
    token.has("cap") ? text(token, "cap") : undefined,
    readHolders(token, ["Transfer"], "balanceOf"),
  ]);
  return { contract, ...words, totalSupply, cap, owner, holders };
}

export async function describeReputation(
  reputation: Contract,
  contract: ContractDescription,
): Promise<ReputationDescription> {
  const balance = reputation.has("balanceOf") ? "balanceOf" : "reputationOf";
  const [totalSupply, owner, held] = await Promise.all([
    text(reputation, "totalSupply"),
    text(reputation, "owner"),
    readHolders(reputation, ["Mint", "Burn"], balance),
  ]);
  return { contract, totalSupply, owner, ...held };
}

export async function describeStakingToken(token: Contract): Promise<StakingTokenDescription> {
  return { address: token.address, ...(await readWords(token)) };
}

async function readWords(
  token: Contract,
): Promise<Pick<TokenDescription, "name" | "symbol" | "decimals">> {
  const [name, symbol, decimals] = await Promise.all([
    said(async () => String(await token.value("name"))),
    said(async () => String(await token.value("symbol"))),
    said(() => readDecimals(token)),
  ]);
  return { name, symbol, decimals };
}

/** What a token says of itself. It may be a stranger's, which refuses. */
async function said<Value>(read: () => Promise<Value>): Promise<Inspected<Value>> {
  return await attempt(async () => await unlessRefused(read()));
}

async function text(contract: Contract, functionName: string): Promise<string | NotRead> {
  return await attempt(async () => String(await contract.value(functionName)));
}

/**
 * Reads the holders of a token or of reputation, largest first: the accounts that events name, with the balances that
 * the contract returns. Balances computed from events would be wrong for a contract that omits or invents some.
 * @param moves the events that change balances
 * @param balance the function that returns an account's balance
 */
async function readHolders(
  contract: Contract,
  moves: readonly string[],
  balance: string,
): Promise<Pick<ReputationDescription, "holders" | "formerHolders">> {
  const read = await attempt(() => readBalances(contract, moves, balance));
  if (isNotRead(read)) return { holders: read };
  const formerHolders = read.filter(({ amount }) => amount === "0").map(({ account }) => account);
  return {
    holders: read.filter(({ amount }) => amount !== "0"),
    ...(formerHolders.length > 0 && { formerHolders }),
  };
}

/** The accounts that events name, largest balance first. */
async function readBalances(
  contract: Contract,
  moves: readonly string[],
  balance: string,
): Promise<Inspected<readonly HolderDescription[]>> {
  const accounts = accountsIn(await contract.events(moves));
  const [supply, ...amounts] = (await Promise.all([
    contract.value("totalSupply"),
    ...accounts.map((account) => contract.value(balance, account)),
  ])) as [bigint, ...bigint[]];
  const sum = amounts.reduce((total, amount) => total + amount, 0n);
  if (sum !== supply) {
    return {
      notRead:
        `the ${accounts.length} accounts in the events hold ${sum} wei, but the supply is ${supply} wei: the node ` +
        "did not return all events, or the contract does not emit some",
    };
  }
  return accounts
    .map((account, index) => ({ account, amount: amounts[index]! }))
    .sort((a, b) => {
      if (a.amount !== b.amount) return a.amount > b.amount ? -1 : 1;
      return a.account < b.account ? -1 : 1;
    })
    .map(({ account, amount }) => ({ account, amount: String(amount) }));
}
