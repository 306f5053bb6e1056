import { encodeRlp, keccak256, toBeArray } from "ethers";

/** The fields of a header in their order; those in the second list came with later hard forks, one after the other. */
const FIELDS = [
  ...["parentHash", "sha3Uncles", "miner", "stateRoot", "transactionsRoot", "receiptsRoot"],
  ...["logsBloom", "difficulty", "number", "gasLimit", "gasUsed", "timestamp", "extraData"],
  ...["mixHash", "nonce"],
];
const LATER = [
  ...["baseFeePerGas", "withdrawalsRoot", "blobGasUsed", "excessBlobGas"],
  ...["parentBeaconBlockRoot", "requestsHash", "blockAccessListHash", "slotNumber"],
];
const NUMBERS = new Set([
  ...["difficulty", "number", "gasLimit", "gasUsed", "timestamp"],
  ...["baseFeePerGas", "blobGasUsed", "excessBlobGas", "slotNumber"],
]);

/**
 * Computes a block's hash from its header as a node returns it.
 * @throws if a field is missing or has another format
 */
export function headerHash(block: Readonly<Record<string, unknown>>): string {
  const later = LATER.findLastIndex((name) => typeof block[name] === "string") + 1;
  const fields = [...FIELDS, ...LATER.slice(0, later)].map((name) => {
    const value = String(block[name]);
    return NUMBERS.has(name) ? toBeArray(value) : value;
  });
  return keccak256(encodeRlp(fields));
}
