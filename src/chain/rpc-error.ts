import { MigrationError } from "../support/errors.js";
import { oneLine } from "../support/printable.js";

/** A node's answer that says no: the code and data are the node's. */
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

/** EIP-1474's code. */
const NOT_SUPPORTED = -32004;

/** That there is no such method, in the words of Hardhat's node, which clients may know. */
export class UnsupportedMethodError extends RpcError {
  constructor(method: string) {
    super(method, { code: NOT_SUPPORTED });
    this.message = `Method ${oneLine(method, 100)} is not supported`;
  }
}

/** No answer that can be used: the node is not reached, answers too late, or not in JSON-RPC. */
export class ConnectionError extends MigrationError {
  override readonly name = "ConnectionError";
}
