import type { AccountNeeds } from "../../migration/deployer.js";
import type { StepLedger } from "./step-ledger.js";
import type { ChainFacts, StepRequest } from "./step.js";

/**
 * How test accounts get the funds for their transactions. What they are funded for is the same in all runs of a
 * migration.
 */
export interface Funding {
  /** In wei per gas. */
  readonly gasPrice: bigint;
  /** On an L2: what the data of each transaction may cost, in wei. */
  readonly dataFee: bigint;
  /** An account's balance on the target, in wei. */
  readonly fundsOf: (account: string) => Promise<bigint>;
}

/**
 * The transfers that let each test account pay for what it sends. An account that was paid, or has enough funds, gets
 * none.
 * @param needs by test account
 */
export async function fundingSteps(
  step: string,
  needs: readonly AccountNeeds[],
  { account, testAccounts }: ChainFacts,
  ledger: StepLedger,
  { gasPrice, dataFee, fundsOf }: Funding,
): Promise<StepRequest[]> {
  const steps: StepRequest[] = [];
  for (const [index, to] of testAccounts.entries()) {
    const name = `${step}/${index}`;
    const { gas, transactions } = needs[index] ?? { gas: 0n, transactions: 0 };
    const value = gas * gasPrice + BigInt(transactions) * dataFee;
    if (to === account || value === 0n) continue;
    if (ledger.has(name) || (await fundsOf(to)) >= value) continue;
    steps.push({ step: name, from: account, to, data: "0x", value });
  }
  return steps;
}
