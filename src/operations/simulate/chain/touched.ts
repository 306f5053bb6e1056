import { id } from "ethers";

import { callsIn } from "../../../foundation/chain/raw-call.js";
import type { TriedTransaction } from "./send-and-trace.js";

/** Functions of Arc's tokens and reputation that return an account's balance. */
const BALANCES = [
  "balanceOf(address)",
  "balanceOfAt(address,uint256)",
  "reputationOf(address)",
].map((each) => id(each).slice(0, 10));

/** Which Arc contracts may answer otherwise after transactions on a fork than at the fork block. */
export class Touched {
  /** Every account that was called, in lower case. */
  readonly #called: ReadonlySet<string>;
  /** What contracts' events said, as hex, by address in lower case. */
  readonly #told: ReadonlyMap<string, string>;

  constructor(
    called: ReadonlySet<string> = new Set(),
    told: ReadonlyMap<string, string> = new Map(),
  ) {
    this.#called = called;
    this.#told = told;
  }

  /** The same after one more transaction. */
  with({ trace, logs }: TriedTransaction): Touched {
    const called = callsIn(trace).map(({ to = "" }) => to.toLowerCase());
    const told = new Map(this.#told);
    for (const { address, topics, data } of logs) {
      const contract = address.toLowerCase();
      const words = [...topics, data].join(" ").toLowerCase();
      told.set(contract, `${told.get(contract) ?? ""} ${words}`);
    }
    return new Touched(new Set([...this.#called, ...called]), told);
  }

  /**
   * Whether a call may get another answer: if the contract was called, unless the call is for the balance of an account
   * that none of its events named since. Of thousands of holders, few are named.
   */
  mayAnswerOtherwise(address: string, data: string): boolean {
    if (!this.#called.has(address.toLowerCase())) return false;
    const account = data.slice(34, 74);
    return !BALANCES.includes(data.slice(0, 10)) || this.mayHaveMoved(address, `0x${account}`);
  }

  /** Whether an account may have another amount of a token or reputation. */
  mayHaveMoved(contract: string, account: string): boolean {
    const word = account.slice(2).toLowerCase().padStart(64, "0");
    return this.#told.get(contract.toLowerCase())?.includes(word) === true;
  }
}
