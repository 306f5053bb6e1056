import type { ChainLog, LogFilter } from "../../chain/logs/log.js";
import type { BlockDescription } from "../description.js";
import type { SequenceCall, SequenceOutcome } from "./sequence.js";

/** Reads a chain at one block: state as of it, logs up to it. */
export interface BlockReader {
  readonly chainId: number;
  readonly block: BlockDescription;
  /** The first block that is searched for logs. */
  readonly fromBlock: number;
  /** @throws CallRefused if the contract reverts; other errors are the node's */
  call(to: string, data: string): Promise<string>;
  /** Makes calls one after the other, each seeing what those before it changed; nothing of it happens. */
  sequence(calls: readonly SequenceCall[]): Promise<readonly SequenceOutcome[]>;
  code(address: string): Promise<string>;
  /** @param slot 32 bytes */
  storage(address: string, slot: string): Promise<string>;
  /** Wei. */
  balance(address: string): Promise<bigint>;
  /** In the order of the chain. */
  logs(filter: LogFilter): Promise<readonly ChainLog[]>;
  /** UNIX seconds of a block. */
  timeOf(blockNumber: number): Promise<number>;
}

/** A contract refused a call, or has no such function. */
export class CallRefused extends Error {}
