import { getCreateAddress } from "ethers";

/** Future contracts whose accounts are read together. */
const CONTRACTS_TOGETHER = 16;
/** Transactions to search ahead for future contracts: between creating them, an account also makes calls. */
const LOOK_AHEAD = 64;

/**
 * The contracts that an account is going to create, in the order of its nonces. Soon after a fork reads one of these
 * accounts, it reads the next ones.
 */
export class FutureContracts {
  readonly #account: string;
  readonly #nonce: number;
  readonly #addresses: string[] = [];
  readonly #indices = new Map<string, number>();

  /** @param nonce the account's next nonce */
  constructor(account: string, nonce: number) {
    this.#account = account;
    this.#nonce = nonce;
    this.#computeTo(LOOK_AHEAD);
  }

  /** The future contracts to read together with an address, itself included; none if it is not one of them. */
  around(address: string): readonly string[] {
    const index = this.#indices.get(address);
    if (index === undefined) return [];
    // Computing an address takes a hash, so compute more only when the account gets there.
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
