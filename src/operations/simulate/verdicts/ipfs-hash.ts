import { createHash } from "node:crypto";

import { encodeBase58, getBytes } from "ethers";

/** Bytes per chunk, as `ipfs add` splits a file. */
const PIECE = 262_144;
/** Chunks that one node lists. Larger files need a tree, which no description does. */
const MOST_PIECES = 174;
/** Multicodec codes of dag-pb, raw bytes and SHA-256. */
const [DAG_PB, RAW] = [0x70, 0x55];
const SHA_256 = [0x12, 0x20];
const BASE_32 = "abcdefghijklmnopqrstuvwxyz234567";

/** A node of a file, and the bytes that it and everything below it take. */
interface Node {
  readonly hash: Uint8Array;
  readonly codec: number;
  readonly size: number;
  readonly content: number;
}

/**
 * The CIDs of a file, computed here: `Qm…` (version 0) and `bafk…` or `bafy…` (version 1, with raw leaves), the same as
 * from `ipfs add` and `ipfs add --cid-version 1`.
 * @returns undefined for more than 43 MiB
 */
export function ipfsHashes(file: Uint8Array): readonly [v0: string, v1: string] | undefined {
  const pieces: Uint8Array[] = [];
  for (let place = 0; place < file.length || place === 0; place += PIECE) {
    pieces.push(file.subarray(place, place + PIECE));
  }
  if (pieces.length > MOST_PIECES) return undefined;
  const old = rootOf(pieces.map(leafOf));
  const raw = rootOf(
    pieces.map((piece) => {
      return { hash: sha256(piece), codec: RAW, size: piece.length, content: piece.length };
    }),
  );
  const cid = Uint8Array.from([1, raw.codec, ...SHA_256, ...raw.hash]);
  return [encodeBase58(Uint8Array.from([...SHA_256, ...old.hash])), `b${base32(cid)}`];
}

function leafOf(piece: Uint8Array): Node {
  const content = piece.length;
  // Type file (2), its bytes, and its size.
  const data = [
    varintField(1, 2),
    ...(content > 0 ? [field(2, piece)] : []),
    varintField(3, content),
  ];
  return nodeOf(field(1, Buffer.concat(data)), content, 0);
}

function rootOf(leaves: readonly Node[]): Node {
  const [only] = leaves;
  if (only !== undefined && leaves.length === 1) return only;
  const content = leaves.reduce((sum, leaf) => sum + leaf.content, 0);
  const below = leaves.reduce((sum, leaf) => sum + leaf.size, 0);
  const links = leaves.map(({ hash, codec, size }) => {
    const prefix = codec === RAW ? [1, RAW, ...SHA_256] : SHA_256;
    const link = [
      field(1, Uint8Array.from([...prefix, ...hash])),
      field(2, new Uint8Array()),
      varintField(3, size),
    ];
    return field(2, Buffer.concat(link));
  });
  const data = [
    varintField(1, 2),
    varintField(3, content),
    ...leaves.map((leaf) => varintField(4, leaf.content)),
  ];
  return nodeOf(Buffer.concat([...links, field(1, Buffer.concat(data))]), content, below);
}

function nodeOf(bytes: Uint8Array, content: number, below: number): Node {
  return { hash: sha256(bytes), codec: DAG_PB, size: bytes.length + below, content };
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
  while (rest >= 128) {
    bytes.push((rest % 128) | 128);
    rest = Math.floor(rest / 128);
  }
  return Buffer.from([...bytes, rest]);
}

function sha256(bytes: Uint8Array): Uint8Array {
  return createHash("sha256").update(bytes).digest();
}

function base32(bytes: Uint8Array): string {
  let bits = "";
  for (const byte of getBytes(bytes)) bits += byte.toString(2).padStart(8, "0");
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => BASE_32[Number.parseInt(group.padEnd(5, "0"), 2)]).join("");
}
