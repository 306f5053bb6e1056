/** Requests that send a transaction, mine, or change state directly. All can be replayed. */
const CHANGING = new Set([
  "eth_sendTransaction",
  "eth_sendRawTransaction",
  "evm_increaseTime",
  "evm_mine",
  "evm_revert",
  "evm_setAutomine",
  "evm_setBlockGasLimit",
  "evm_setNextBlockTimestamp",
  "evm_snapshot",
  "hardhat_dropTransaction",
  "hardhat_impersonateAccount",
  "hardhat_mine",
  "hardhat_setBalance",
  "hardhat_setCode",
  "hardhat_setCoinbase",
  "hardhat_setMinGasPrice",
  "hardhat_setNextBlockBaseFeePerGas",
  "hardhat_setNonce",
  "hardhat_setPrevRandao",
  "hardhat_setStorageAt",
  "hardhat_stopImpersonatingAccount",
]);

/** Requests that do not change the chain. */
const READING = new Set([
  "debug_traceCall",
  "debug_traceTransaction",
  "eth_accounts",
  "eth_blobBaseFee",
  "eth_blockNumber",
  "eth_call",
  "eth_chainId",
  "eth_coinbase",
  "eth_estimateGas",
  "eth_feeHistory",
  "eth_gasPrice",
  "eth_getBalance",
  "eth_getBlockByHash",
  "eth_getBlockByNumber",
  "eth_getBlockTransactionCountByHash",
  "eth_getBlockTransactionCountByNumber",
  "eth_getCode",
  "eth_getFilterChanges",
  "eth_getFilterLogs",
  "eth_getLogs",
  "eth_getProof",
  "eth_getStorageAt",
  "eth_getTransactionByBlockHashAndIndex",
  "eth_getTransactionByBlockNumberAndIndex",
  "eth_getTransactionByHash",
  "eth_getTransactionCount",
  "eth_getTransactionReceipt",
  "eth_maxPriorityFeePerGas",
  "eth_newBlockFilter",
  "eth_newFilter",
  "eth_newPendingTransactionFilter",
  "eth_pendingTransactions",
  "eth_sign",
  "eth_signTypedData_v4",
  "eth_subscribe",
  "eth_syncing",
  "eth_uninstallFilter",
  "eth_unsubscribe",
  "hardhat_getAutomine",
  "hardhat_metadata",
  "hardhat_setLoggingEnabled",
  "net_version",
  "personal_sign",
  "web3_clientVersion",
  "web3_sha3",
]);

/** Starts mining by this process's clock; the mined blocks are persisted instead. */
export const SET_INTERVAL = "evm_setIntervalMining";

/** Whether a request changes the chain, and whether it can be replayed. */
export function kindOf(method: string): "change" | "interval" | "read" | "unknown" {
  if (CHANGING.has(method)) return "change";
  if (method === SET_INTERVAL) return "interval";
  return READING.has(method) ? "read" : "unknown";
}

/** Every method that a test chain answers. */
export const METHODS: readonly string[] = [...CHANGING, SET_INTERVAL, ...READING];
