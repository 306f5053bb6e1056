import { matcherOf } from "../../../foundation/chain/logs/log.js";
import type { Eip1193Provider } from "../../../foundation/chain/provider.js";
import type { AccountNeeds, TopicFilter } from "../../migration/deployer.js";
import type { ChainFacts } from "../steps/step.js";
import type { StepLedger } from "../steps/step-ledger.js";
import { SetUps } from "../steps/taken-contracts.js";
import { ChainDeployer } from "./chain-deployer.js";

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

export interface LedgerTerms {
  readonly ledger: StepLedger;
  readonly funding: Funding;
}

type Content = Awaited<ReturnType<ChainDeployer["logs"]>>[number];

/** What the deployers for a live network share: they do no step again that is mined, and pay the test accounts. */
export abstract class LedgerDeployer extends ChainDeployer {
  protected readonly ledger: StepLedger;
  protected readonly setUps: SetUps;
  readonly canMoveClock: boolean;
  readonly #funding: Funding;

  protected constructor(
    provider: Eip1193Provider,
    chain: ChainFacts & { readonly canMoveClock: boolean },
    { ledger, funding }: LedgerTerms,
  ) {
    super(provider, chain);
    this.ledger = ledger;
    this.setUps = new SetUps(ledger);
    this.canMoveClock = chain.canMoveClock;
    this.#funding = funding;
  }

  /** What a node leaves out of the events of this migration's steps follows, from their receipts. */
  override async logs(address: string, topics: TopicFilter): ReturnType<ChainDeployer["logs"]> {
    const found = await super.logs(address, topics);
    const shown = new Set(found.map(contentOf));
    const own = this.ledger.logs().filter(matcherOf({ address, topics }));
    return [...found, ...own.filter((log) => !shown.has(contentOf(log)))];
  }

  /** An account that was paid, or has enough funds, gets none. */
  async fundTestAccounts(step: string, needs: readonly AccountNeeds[]): Promise<void> {
    const { account, testAccounts, ledger } = this;
    const { gasPrice, dataFee, fundsOf } = this.#funding;
    for (const [index, to] of testAccounts.entries()) {
      const name = `${step}/${index}`;
      const { gas, transactions } = needs[index] ?? { gas: 0n, transactions: 0 };
      const value = gas * gasPrice + BigInt(transactions) * dataFee;
      if (to === account || value === 0n) continue;
      if (ledger.has(name) || (await fundsOf(to)) >= value) continue;
      await this.perform({ step: name, from: account, to, data: "0x", value });
    }
  }
}

function contentOf({ transactionHash, address, topics, data }: Content): string {
  return [transactionHash, address, ...topics, data].join(" ").toLowerCase();
}
