import { gwei, highestPrice, quoteFees, type FeeQuote } from "../../../foundation/chain/fees.js";
import type { Eip1193Provider } from "../../../foundation/chain/provider.js";
import { FeeCapError, UsageError } from "../../../foundation/support/errors.js";

/** What a user wants to pay. Prices are in wei per gas. */
export interface FeeOptions {
  /** An exact price; undefined for what the chain asks. */
  readonly gasPrice?: bigint;
  /** The most that any transaction may pay. Default: the exact price, or twice the first offer. */
  readonly maxGasPrice?: bigint;
  /** Milliseconds that a transaction may be pending before its fee is raised. */
  readonly raiseAfter?: number;
}

/** What a migration pays, and when and how far it raises the fee of a pending transaction. */
export interface FeePolicy extends Pick<FeeOptions, "gasPrice" | "raiseAfter"> {
  /** The most that a transaction may pay, in wei per gas. */
  readonly cap: bigint;
}

/**
 * The fee policy of a run.
 * @throws UsageError if no transaction could be mined under it
 */
export async function feePolicy(
  provider: Eip1193Provider,
  { gasPrice, maxGasPrice, raiseAfter }: FeeOptions,
): Promise<FeePolicy> {
  const { price, fees } = await quoteFees(provider, gasPrice);
  if (price > 0n && (gasPrice === 0n || maxGasPrice === 0n)) {
    throw new UsageError(
      `The gas price is 0, but this chain requires at least ${gwei(price)}: no transaction would be mined. ` +
        "Omit --gas-price and --max-gas-price, or pass a price that it accepts. Nothing was sent.",
    );
  }
  if (gasPrice !== undefined && maxGasPrice !== undefined && maxGasPrice < gasPrice) {
    throw new UsageError(
      `--gas-price is ${gwei(gasPrice)}, but --max-gas-price allows at most ${gwei(maxGasPrice)}. Nothing was ` +
        "sent. Pass a maximum no lower than the price.",
    );
  }
  return { gasPrice, cap: maxGasPrice ?? gasPrice ?? capFor(highestPrice(fees)), raiseAfter };
}

/**
 * The policy of a run that can ask nobody and was given no price: it keeps the cap with which the migration began.
 * @param first what the migration's first transaction was to offer, in wei per gas
 */
export function asBegun({ cap, ...policy }: FeePolicy, first: bigint): FeePolicy {
  return { ...policy, cap: cap < capFor(first) ? cap : capFor(first) };
}

/** Unless the user sets a limit, no transaction pays more than twice what is offered first, or when the user agrees. */
function capFor(offer: bigint): bigint {
  return offer * 2n;
}

/** The chain asks for a higher price than a migration may pay. Prices are in wei per gas. */
export interface HigherFee {
  /** The highest price that transactions may pay so far. */
  readonly cap: bigint;
  /** The price that the chain asks for now. */
  readonly price: bigint;
  /** The highest price that they may pay if the user agrees. */
  readonly wanted: bigint;
}

/** The highest price that transactions may pay: the one shown to the user, and more only if the user agrees again. */
export class FeeLimit {
  readonly raiseAfter: number | undefined;
  readonly #gasPrice: bigint | undefined;
  readonly #confirm: ((higher: HigherFee) => Promise<boolean>) | undefined;
  #cap: bigint;
  /** How the node last refused the fee of a transaction. */
  #refusal: string | undefined;

  /** @param confirm asks the user; absent if nobody can be asked, which counts as a no */
  constructor(
    { gasPrice, cap, raiseAfter }: FeePolicy,
    confirm?: (higher: HigherFee) => Promise<boolean>,
  ) {
    this.#gasPrice = gasPrice;
    this.raiseAfter = raiseAfter;
    this.#cap = cap;
    this.#confirm = confirm;
  }

  /** The most that a transaction may pay, in wei per gas. */
  get cap(): bigint {
    return this.#cap;
  }

  /** What the chain asks for now. */
  async quote(provider: Eip1193Provider): Promise<FeeQuote> {
    return await quoteFees(provider, this.#gasPrice, this.#refusal !== undefined);
  }

  /** From now on, the tip that the node suggests is offered, whatever others paid: it refuses less. */
  refuse(words: string): void {
    this.#refusal = words;
  }

  /**
   * Makes sure that new transactions can be mined.
   * @throws FeeCapError if the chain asks for more than the cap, and the cap stays
   */
  async admit({ price, fees }: FeeQuote): Promise<void> {
    if (price <= this.#cap || (await this.#raise(price, capFor(highestPrice(fees))))) return;
    const gasPrice = this.#gasPrice;
    const what =
      gasPrice !== undefined && gasPrice < price
        ? `The chain's base fee is ${gwei(price)}, so nothing would be mined for the --gas-price of ${gwei(gasPrice)}`
        : `The chain asks for ${gwei(price)}, above ${this.#limit}`;
    throw new FeeCapError(
      `${what}. No new transactions were sent. Wait for lower fees, or ${HOW}`,
      { cap: this.#cap, price },
    );
  }

  /**
   * Raises the cap so that a transaction that offers the cap can be replaced.
   * @param paid the highest price that it offers, in wei per gas
   * @throws FeeCapError if the cap stays
   */
  async makeRoom(step: string, paid: bigint, { price, fees }: FeeQuote): Promise<void> {
    const asked = highestPrice(fees);
    const wanted = capFor(asked > paid ? asked : paid);
    if (await this.#raise(price, wanted)) return;
    const refusal = this.#refusal === undefined ? "" : ` (${this.#refusal})`;
    throw new FeeCapError(
      `Step ${step} offers ${gwei(paid)}, under ${this.#limit}; the chain asks for ${gwei(price)}${refusal}. ` +
        `Sending stopped. Wait for lower fees, or ${HOW}`,
      { step, paid, cap: this.#cap, price },
    );
  }

  async #raise(price: bigint, wanted: bigint): Promise<boolean> {
    if ((await this.#confirm?.({ cap: this.#cap, price, wanted })) !== true) return false;
    this.#cap = wanted;
    return true;
  }

  get #limit(): string {
    return `the fee cap of ${gwei(this.#cap)}`;
  }
}

const HOW =
  "pass --max-gas-price with the most gwei you want to pay, and run the same command again to resume.";
