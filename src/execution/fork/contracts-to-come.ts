import { getCreateAddress } from "ethers";

/** Contracts to come whose accounts are read together. */
const CONTRACTS_TOGETHER = 16;
/** Transactions that are looked at for contracts to come: an account that creates some calls others between. */
const LOOK_AHEAD = 64;

/**
 * The contracts that an account is going to create, by the order of its transactions. What is read of one on a
 * fork is soon read of the next ones, too.
 */
export class ContractsToCome {
  readonly #account: string;
  readonly #nonce: number;
  readonly #addresses: string[] = [];
  readonly #indices = new Map<string, number>();

  /**
   * @param nonce of the account's next transaction
   */
  constructor(account: string, nonce: number) {
    this.#account = account;
    this.#nonce = nonce;
    this.#computeTo(LOOK_AHEAD);
  }

  /** The ones that are read together with one of them; none where the address is not one of them. */
  around(address: string): readonly string[] {
    const index = this.#indices.get(address);
    if (index === undefined) return [];
    // An address costs a hash: they are computed as the account goes on, not for each stranger's address.
    this.#computeTo(index + LOOK_AHEAD);
    const first = index - (index % CONTRACTS_TOGETHER);
    return this.#addresses.slice(first, first + CONTRACTS_TOGETHER);
  }

  #computeTo(count: number): void {
    while (this.#addresses.length < count) {
      const index = this.#addresses.length;
      const nonce = this.#nonce + index;
      const address = getCreateAddress({ from: this.#account, nonce }).toLowerCase();
      this.#addresses.push(address);
      this.#indices.set(address, index);
    }
  }
}
