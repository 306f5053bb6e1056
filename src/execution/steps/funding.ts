import type { StepLedger } from "./step-ledger.js";
import type { ChainFacts, StepRequest } from "./step.js";

/** How test accounts come to what they pay for gas. */
export interface Funding {
  /** In wei per gas: what they are funded for, the same over all runs of a migration. */
  readonly gasPrice: bigint;
  /** What an account owns on the target, in wei. */
  readonly fundsOf: (account: string) => Promise<bigint>;
}

/**
 * The transfers that let each test account pay for so much gas. One that owns enough gets nothing,
 * unless it was funded by an earlier run: the steps of a migration do not change.
 * @param gas by test account
 */
export async function fundingSteps(
  step: string,
  gas: readonly bigint[],
  { account, testAccounts }: ChainFacts,
  ledger: StepLedger,
  { gasPrice, fundsOf }: Funding,
): Promise<StepRequest[]> {
  const steps: StepRequest[] = [];
  for (const [index, to] of testAccounts.entries()) {
    const name = `${step}/${index}`;
    const value = (gas[index] ?? 0n) * gasPrice;
    if (to === account || value === 0n) continue;
    if (!ledger.has(name) && (await fundsOf(to)) >= value) continue;
    steps.push({ step: name, from: account, to, data: "0x", value });
  }
  return steps;
}
