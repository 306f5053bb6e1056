import { ZeroAddress } from "ethers";

import type { HolderDescription, NotRead, Read } from "../description.js";
import type { Contract, ContractEvent } from "../reading/contract.js";

/**
 * Reads the holders of a token or of reputation, largest first: the accounts that events name, with the balances that
 * the contract returns. Balances computed from events would be wrong for a contract that omits or invents some.
 * @param moves the events that change balances
 * @param balance the function that returns an account's balance
 */
export async function readHolders(
  contract: Contract,
  moves: readonly string[],
  balance: string,
): Promise<Read<readonly HolderDescription[]>> {
  const events = await contract.events(moves);
  const accounts = [...new Set(events.flatMap(accountsOf))].filter((each) => each !== ZeroAddress);
  const [supply, ...amounts] = (await Promise.all([
    contract.value("totalSupply"),
    ...accounts.map((account) => contract.value(balance, account)),
  ])) as [bigint, ...bigint[]];
  const sum = amounts.reduce((total, amount) => total + amount, 0n);
  if (sum !== supply) return notAll(sum, supply, accounts.length);
  return accounts
    .map((account, index) => ({ account, amount: amounts[index]! }))
    .filter(({ amount }) => amount > 0n)
    .sort((a, b) => compare(b.amount, a.amount) || (a.account < b.account ? -1 : 1))
    .map(({ account, amount }) => ({ account, amount: String(amount) }));
}

function accountsOf({ values }: ContractEvent): string[] {
  return values.toArray().filter((value): value is string => typeof value === "string");
}

function notAll(sum: bigint, supply: bigint, accounts: number): NotRead {
  return {
    notRead:
      `the ${accounts} accounts in the events hold ${sum} wei, but the supply is ${supply} wei: the node ` +
      "did not return all events, or the contract does not emit some",
  };
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
