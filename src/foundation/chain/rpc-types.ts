/** The parts of nodes' responses that are used. Quantities are hex with 0x. */

export interface RpcReceipt {
  readonly transactionHash: string;
  readonly blockNumber: string;
  readonly blockHash: string;
  readonly gasUsed: string;
  /** "0x1", or "0x0" if the transaction reverted; absent on chains before Byzantium. */
  readonly status?: string;
  readonly effectiveGasPrice?: string;
  readonly contractAddress?: string | null;
  readonly logs: readonly Log[];
}

export interface Log {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
}

export interface RpcBlock {
  readonly number: string;
  readonly hash: string;
  readonly timestamp: string;
  readonly gasLimit: string;
  readonly baseFeePerGas?: string;
  readonly miner?: string;
  /** The random value of the block, since the merge. */
  readonly mixHash?: string;
}
