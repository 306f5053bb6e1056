/** Of 32 bytes, the hex digits. */
const WORD = 64;
/** Of an address. */
const ADDRESS = 40;

/**
 * Which addresses and hashes of a rehearsal stand for which others, where other accounts came between
 * and new contracts have other addresses. Texts are lower case hex.
 */
export class Renaming {
  readonly #names = new Map<string, string>();

  /** Takes in that a contract has another address than in the rehearsal. */
  learn(before: string, now: string): void {
    const [from, to] = [digitsOf(before), digitsOf(now)];
    if (from.length === ADDRESS && to.length === ADDRESS && from !== to) this.#names.set(from, to);
  }

  /** The address that stands for one of the rehearsal. */
  nameOf(address: string): string {
    const digits = digitsOf(address);
    return `0x${this.#names.get(digits) ?? digits}`;
  }

  /**
   * Whether data is the same but for what is renamed. Hashes may be others, each the same everywhere;
   * addresses and amounts may not.
   */
  isSame(before: string, now: string): boolean {
    const [original, found] = [digitsOf(before), digitsOf(now)];
    const expected = this.#renamed(original);
    if (expected === found) return true;
    if (expected.length !== found.length) return false;
    // Words of call data begin after the selector, those of a creation after the code: both end whole.
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

  /** All at once: the new name of one may be the old name of another. */
  #renamed(text: string): string {
    if (this.#names.size === 0) return text;
    const pattern = new RegExp([...this.#names.keys()].join("|"), "g");
    return text.replace(pattern, (name) => this.#names.get(name) ?? name);
  }
}

/** Neither an address, nor an amount, nor a few bytes with zeros after them. */
function isHash(word: string): boolean {
  return !/^0{16}/.test(word) && !/0{16}$/.test(word);
}

function digitsOf(hex: string): string {
  return hex.replace(/^0x/, "").toLowerCase();
}
