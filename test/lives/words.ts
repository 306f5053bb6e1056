/** How real nodes word what they refuse, and in what else they differ. */
export interface Words {
  readonly client: string;
  /** Absent for a node that takes it again, but the next nonce only for a tenth more. */
  readonly known?: string;
  readonly nonceTooLow: string;
  /** Absent for a node that keeps such a transaction for later. */
  readonly nonceTooHigh?: string;
  readonly replacement: string;
  /** Absent for a node that keeps a transaction below the base fee. */
  readonly underpriced?: string;
  readonly funds: string;
  readonly full: string;
  readonly passing: string;
  /** Whether the pending count is that of the last block. */
  readonly countsNoPending?: true;
}

export const NODES: readonly Words[] = [
  {
    client: "Geth/v1.16.2-stable/linux-amd64/go1.24.5",
    known: "already known",
    nonceTooLow: "nonce too low: next nonce 9, tx nonce 8",
    replacement: "replacement transaction underpriced",
    funds: "insufficient funds for gas * price + value: balance 0, tx cost 1, overshot 1",
    full: "txpool is full",
    passing: "header not found",
  },
  {
    client: "reth/v1.6.0",
    known: "already known",
    nonceTooLow: "nonce too low",
    replacement: "replacement transaction underpriced",
    underpriced: "max fee per gas less than block base fee",
    funds: "insufficient funds for gas * price + value",
    full: "txpool is full",
    passing: "block not found: latest",
  },
  {
    client: "Nethermind/v1.32.2",
    known: "AlreadyKnown",
    nonceTooLow: "OldNonce, Current nonce: 9, nonce of rejected tx: 8",
    nonceTooHigh: "NonceGap, Future nonce. Expected nonce: 4",
    replacement: "ReplacementNotAllowed",
    underpriced: "FeeTooLow, MaxFeePerGas too low",
    funds: "InsufficientFunds, Account balance: 0, cumulative cost: 1",
    full: "too many pending transactions",
    passing: "Internal error: temporarily unavailable",
  },
  {
    client: "erigon/3.0.4",
    known: "transaction already imported",
    nonceTooLow: "nonce too low",
    replacement: "could not replace existing tx",
    underpriced: "fee too low",
    funds: "insufficient funds",
    full: "txpool is full: pending transactions limit reached",
    passing: "the node is still syncing",
  },
  {
    client: "besu/v25.7.0",
    known: "Known transaction",
    nonceTooLow: "Nonce too low",
    nonceTooHigh: "Transaction nonce is too distant from current sender nonce",
    replacement: "Replacement transaction underpriced",
    underpriced: "Gas price below configured minimum gas price",
    funds: "Upfront cost exceeds account balance",
    full: "Transaction pool is full",
    passing: "Timeout expired, try again",
  },
  {
    client: "Ganache/v7.9.2/EthereumJS TestRPC/v7.9.2/ethereum-js",
    nonceTooLow:
      "the tx doesn't have the correct nonce. account has nonce of: 5 tx has nonce of: 2",
    replacement: "transaction underpriced",
    funds: "insufficient funds for gas * price + value",
    full: "txpool is full",
    passing: "header not found",
    countsNoPending: true,
  },
];
