import { Mnemonic } from "ethers";

const WIDTH = 256;

/**
 * The mnemonic that ganache derives from a seed, so that a seed gives the same accounts in both.
 * @example
 * mnemonicOf("TestRPC is awesome!"); // "myth like bonus scare over problem client lizard pioneer ..."
 */
export function mnemonicOf(seed: string): string {
  const random = randomNumbers(seed);
  const entropy = Uint8Array.from({ length: 16 }, () => Math.trunc(random() * 255));
  return Mnemonic.fromEntropy(entropy).phrase;
}

/** The random numbers between 0 and 1 that ganache draws from a seed: 52 bits each, from an ARC4 stream. */
function randomNumbers(seed: string): () => number {
  const next = arc4(keyOf(seed));
  const take = (count: number): number => {
    let bytes = 0;
    for (let index = 0; index < count; index++) bytes = bytes * WIDTH + next();
    return bytes;
  };
  // The first bytes of an ARC4 stream reveal the key, so they are discarded.
  take(WIDTH);
  return () => {
    let [numerator, denominator, rest] = [take(6), WIDTH ** 6, 0];
    while (numerator < 2 ** 52) {
      numerator = (numerator + rest) * WIDTH;
      denominator *= WIDTH;
      rest = take(1);
    }
    while (numerator >= 2 ** 53) {
      numerator /= 2;
      denominator /= 2;
      rest >>>= 1;
    }
    return (numerator + rest) / denominator;
  };
}

/** A key of at most 256 bytes. A longer seed wraps around and is mixed in. */
function keyOf(seed: string): readonly number[] {
  const key: number[] = [];
  let smear = 0;
  for (let index = 0; index < seed.length; index++) {
    const place = index % WIDTH;
    smear ^= (key[place] ?? 0) * 19;
    key[place] = (smear + seed.charCodeAt(index)) % WIDTH;
  }
  return key.length === 0 ? [0] : key;
}

/** The bytes of an ARC4 stream. */
function arc4(key: readonly number[]): () => number {
  const state = Array.from({ length: WIDTH }, (_, index) => index);
  const swap = (a: number, b: number): void => {
    [state[a], state[b]] = [state[b]!, state[a]!];
  };
  let j = 0;
  for (let index = 0; index < WIDTH; index++) {
    j = (j + key[index % key.length]! + state[index]!) % WIDTH;
    swap(index, j);
  }
  let i = 0;
  j = 0;
  return () => {
    i = (i + 1) % WIDTH;
    j = (j + state[i]!) % WIDTH;
    swap(i, j);
    return state[(state[i]! + state[j]!) % WIDTH]!;
  };
}
