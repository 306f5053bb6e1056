import { createHash } from "node:crypto";

import { encodeBase58 } from "ethers";

/** Bytes of a chunk, into which `ipfs add` splits larger files. */
const MOST_BYTES = 262_144;
/** Multicodec codes of raw bytes and SHA-256, and the length of the hash. */
const RAW = 0x55;
const SHA_256 = [0x12, 0x20];
const BASE_32 = "abcdefghijklmnopqrstuvwxyz234567";

/**
 * The CIDs of a text, computed here: `Qm…` (version 0) and `bafk…` (version 1, with raw leaves), the same as from
 * `ipfs add` and `ipfs add --cid-version 1`.
 * @returns undefined for more than 256 KiB, of which IPFS makes a tree
 */
export function ipfsHashes(file: Uint8Array): readonly [v0: string, v1: string] | undefined {
  if (file.length > MOST_BYTES) return undefined;
  // Type file (2), its bytes, and its size.
  const data = [
    varintField(1, 2),
    ...(file.length > 0 ? [field(2, file)] : []),
    varintField(3, file.length),
  ];
  const node = field(1, Buffer.concat(data));
  const cid = Buffer.from([1, RAW, ...SHA_256, ...sha256(file)]);
  return [encodeBase58(Buffer.from([...SHA_256, ...sha256(node)])), `b${base32(cid)}`];
}

/** A field of Protocol Buffers with bytes as its value. */
function field(number: number, bytes: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from([(number << 3) | 2]), varint(bytes.length), bytes]);
}

function varintField(number: number, value: number): Buffer {
  return Buffer.concat([Buffer.from([number << 3]), varint(value)]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest >>= 7) bytes.push((rest & 127) | 128);
  return Buffer.from([...bytes, rest]);
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash("sha256").update(bytes).digest();
}

function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => BASE_32[Number.parseInt(group.padEnd(5, "0"), 2)]).join("");
}
