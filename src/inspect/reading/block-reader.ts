import type { ChainLog, LogFilter } from "../../chain/logs/log.js";
import type { BlockDescription } from "../description.js";
import type { SequenceCall, SequenceOutcome } from "./sequence.js";

/** Reads a chain at one block: its state, and logs up to it. */
export interface BlockReader {
  readonly chainId: number;
  readonly block: BlockDescription;
  /** The first block searched for logs. */
  readonly fromBlock: number;
  /** @throws CallRefused if the contract reverts; other errors are the node's */
  call(to: string, data: string): Promise<string>;
  /** Simulates calls one after the other, each seeing the changes of the earlier ones; the chain does not change. */
  sequence(calls: readonly SequenceCall[]): Promise<readonly SequenceOutcome[]>;
  code(address: string): Promise<string>;
  /** @param slot 32 bytes */
  storage(address: string, slot: string): Promise<string>;
  /** Wei. */
  balance(address: string): Promise<bigint>;
  /** In chain order. */
  logs(filter: LogFilter): Promise<readonly ChainLog[]>;
  /** A block's timestamp, UNIX seconds. */
  timeOf(blockNumber: number): Promise<number>;
}

/** A contract reverted, or does not have the function. */
export class CallRefused extends Error {}
