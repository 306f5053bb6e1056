import { Mnemonic } from "ethers";

const WIDTH = 256;

/**
 * The mnemonic that ganache derives from a seed, so that a seed gives the same accounts in both.
 * @example
 * mnemonicOf("TestRPC is awesome!"); // "myth like bonus scare over problem client lizard pioneer ..."
 */
export function mnemonicOf(seed: string): string {
  const next = arc4(keyOf(seed));
  // The first bytes of an ARC4 stream reveal the key, so ganache discards them.
  for (let index = 0; index < WIDTH; index++) next();
  const entropy = Uint8Array.from({ length: 16 }, () => Math.trunc(randomNumber(next) * 255));
  return Mnemonic.fromEntropy(entropy).phrase;
}

/** A number between 0 and 1 of 52 bits, as ganache draws it from a stream of bytes. */
function randomNumber(next: () => number): number {
  let [numerator, denominator, rest] = [0, WIDTH ** 6, 0];
  for (let index = 0; index < 6; index++) numerator = numerator * WIDTH + next();
  while (numerator < 2 ** 52) {
    numerator = (numerator + rest) * WIDTH;
    denominator *= WIDTH;
    rest = next();
  }
  while (numerator >= 2 ** 53) {
    numerator /= 2;
    denominator /= 2;
    rest >>>= 1;
  }
  return (numerator + rest) / denominator;
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

/** The bytes of an ARC4 stream. Node's cryptography no longer has it. */
function arc4(key: readonly number[]): () => number {
  const state = Array.from({ length: WIDTH }, (_, index) => index);
  let j = 0;
  const step = (i: number, add: number): number => {
    j = (j + add + state[i]!) % WIDTH;
    [state[i], state[j]] = [state[j]!, state[i]!];
    return state[(state[i] + state[j]!) % WIDTH]!;
  };
  for (let i = 0; i < WIDTH; i++) step(i, key[i % key.length]!);
  let i = 0;
  j = 0;
  return () => step((i = (i + 1) % WIDTH), 0);
}
