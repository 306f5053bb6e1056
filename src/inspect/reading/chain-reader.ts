import type { BlockDescription } from "../description.js";

/** A log as far as it is used, with numbers. */
export interface ChainLog {
  /** Checksummed. */
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
  readonly blockNumber: number;
  readonly logIndex: number;
  readonly transactionHash: string;
}

export interface LogFilter {
  /** Every contract of the chain where it is left out. */
  readonly address?: string;
  readonly topics: readonly (string | readonly string[] | null)[];
}

/** Reads a chain at one block: state as of it, logs up to it. */
export interface ChainReader {
  readonly chainId: number;
  readonly block: BlockDescription;
  /** The first block that is searched for logs. */
  readonly fromBlock: number;
  /** @throws CallRefused where the contract reverts; other errors are the node's */
  call(to: string, data: string): Promise<string>;
  code(address: string): Promise<string>;
  /** In the order of the chain. */
  logs(filter: LogFilter): Promise<readonly ChainLog[]>;
  /** UNIX seconds of a block. */
  timeOf(blockNumber: number): Promise<number>;
}

/** A contract refused a call, or has no such function. */
export class CallRefused extends Error {}
