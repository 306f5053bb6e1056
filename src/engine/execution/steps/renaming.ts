/** Hex digits of 32 bytes. */
const WORD = 64;
/** Hex digits of an address. */
const ADDRESS = 40;

/**
 * Maps addresses and hashes of a rehearsal to those on the chain, where new contracts have other addresses because
 * transactions of other accounts came first. Texts are lower case hex.
 */
export class Renaming {
  readonly #names = new Map<string, string>();

  /** Records a contract's address in the rehearsal and on the chain. */
  learn(before: string, now: string): void {
    const [from, to] = [digitsOf(before), digitsOf(now)];
    if (from.length === ADDRESS && to.length === ADDRESS && from !== to) this.#names.set(from, to);
  }

  /** The address on the chain for an address in the rehearsal. */
  nameOf(address: string): string {
    const digits = digitsOf(address);
    return `0x${this.#names.get(digits) ?? digits}`;
  }

  /**
   * Whether data is the same after renaming. A hash may also differ if it is replaced by the same hash everywhere;
   * addresses and amounts may not.
   */
  isSame(before: string, now: string): boolean {
    const [original, found] = [digitsOf(before), digitsOf(now)];
    const expected = this.#renamed(original);
    if (expected.length !== found.length) return false;
    // The words of call data start after the selector, those of constructor arguments after the code. Both end with a
    // full word.
    const start = expected.length % WORD;
    if (expected.slice(0, start) !== found.slice(0, start)) return false;
    for (let place = start; place < expected.length; place += WORD) {
      const wordOf = (text: string) => text.slice(place, place + WORD);
      if (wordOf(expected) === wordOf(found)) continue;
      if (!this.#learnHash(wordOf(original), wordOf(found))) return false;
    }
    return true;
  }

  #learnHash(before: string, now: string): boolean {
    if (!isHash(before) || !isHash(now)) return false;
    const known = this.#names.get(before);
    if (known === undefined) this.#names.set(before, now);
    return known === undefined || known === now;
  }

  /** In one pass, because the new name of one may be the old name of another. */
  #renamed(text: string): string {
    if (this.#names.size === 0) return text;
    const pattern = new RegExp([...this.#names.keys()].join("|"), "g");
    return text.replace(pattern, (name) => this.#names.get(name)!);
  }
}

/** Whether a word is no address, no amount, and no short bytes padded with zeros. */
function isHash(word: string): boolean {
  return !/^0{16}/.test(word) && !/0{16}$/.test(word);
}

function digitsOf(hex: string): string {
  return hex.replace(/^0x/, "").toLowerCase();
}
