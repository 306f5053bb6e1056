import { createECDH, createHmac, pbkdf2Sync } from "node:crypto";

/** Order of the curve secp256k1. */
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const HARDENED = 2 ** 31;
const ROUNDS = 2048;
const BYTES = 32;

/** A private key, with the chain code that derives its children. */
interface Node {
  readonly key: bigint;
  readonly chainCode: Buffer;
}

/**
 * Derives private keys from a mnemonic (BIP 39, BIP 32) with Node's own cryptography. This takes 3 ms, against some 100
 * ms with ethers and as many with Hardhat, which would be longer than starting a chain. Does not check the words.
 * @param path the keys are numbered below it
 * @param first number of the first key
 * @example
 * keysOf(TEST_MNEMONIC, 1); // ["0x4f3edf983ac636a65a842ce7c78d9aa706d3b113bce9c46f30d7d21715b23b1d"]
 */
export function keysOf(
  mnemonic: string,
  count: number,
  { path = "m/44'/60'/0'/0", first = 0, passphrase = "" } = {},
): string[] {
  const text = (value: string): Buffer => Buffer.from(value.normalize("NFKD"));
  const salt = text(`mnemonic${passphrase}`);
  const seed = pbkdf2Sync(text(mnemonic), salt, ROUNDS, 2 * BYTES, "sha512");
  const parent = path
    .split("/")
    .slice(1)
    .map((part) => Number.parseInt(part) + (part.endsWith("'") ? HARDENED : 0))
    .reduce<Node>(
      (node, index) => childOf(node, index),
      nodeOf(Buffer.from("Bitcoin seed"), seed, 0n),
    );
  const publicKey = publicKeyOf(parent.key);
  return Array.from({ length: count }, (_, index) => {
    return `0x${bytesOf(childOf(parent, first + index, publicKey).key).toString("hex")}`;
  });
}

function childOf({ key, chainCode }: Node, index: number, publicKey?: Buffer): Node {
  const number = Buffer.alloc(4);
  number.writeUInt32BE(index);
  const own =
    index >= HARDENED
      ? Buffer.concat([Buffer.alloc(1), bytesOf(key)])
      : (publicKey ?? publicKeyOf(key));
  return nodeOf(chainCode, Buffer.concat([own, number]), key);
}

/** Refuses a key that is 0 or above the order instead of skipping it as in BIP 32: the odds are 1 in 2^127. */
function nodeOf(secret: Buffer, data: Buffer, parent: bigint): Node {
  const hash = createHmac("sha512", secret).update(data).digest();
  const tweak = BigInt(`0x${hash.toString("hex", 0, BYTES)}`);
  const key = (tweak + parent) % ORDER;
  if (tweak >= ORDER || key === 0n) throw new Error("This mnemonic has no key at that path.");
  return { key, chainCode: hash.subarray(BYTES) };
}

function publicKeyOf(key: bigint): Buffer {
  const curve = createECDH("secp256k1");
  curve.setPrivateKey(bytesOf(key));
  return curve.getPublicKey(null, "compressed");
}

function bytesOf(key: bigint): Buffer {
  return Buffer.from(key.toString(16).padStart(2 * BYTES, "0"), "hex");
}
