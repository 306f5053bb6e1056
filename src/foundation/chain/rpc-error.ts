import { MigrationError } from "../support/errors.js";
import { oneLine } from "../support/printable.js";

/** The JSON-RPC code for invalid parameters. */
export const INVALID_PARAMS = -32602;

/** A JSON-RPC error, with the node's code and data. */
export class RpcError extends MigrationError {
  override readonly name = "RpcError";
  readonly code: number;
  readonly data: unknown;

  constructor(method: string, error: { code?: number; message?: string; data?: unknown }) {
    super(`${method}: ${oneLine(String(error.message ?? "the node gave no message"))}`);
    this.code = error.code ?? 0;
    this.data = error.data;
  }
}

/** The code in EIP-1474. */
const NOT_SUPPORTED = -32004;

/** The method does not exist, in the words of Hardhat's node, which clients may look for. */
export class UnsupportedMethodError extends RpcError {
  constructor(method: string) {
    super(method, { code: NOT_SUPPORTED });
    this.message = `Method ${oneLine(method, 100)} is not supported`;
  }
}

/** No usable response: the node was not reached, was too slow, or did not return JSON-RPC. */
export class ConnectionError extends MigrationError {
  override readonly name = "ConnectionError";
}
