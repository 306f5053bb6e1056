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

/** Requests with the same prefixes that do not change the chain. */
const HARMLESS = new Set(["hardhat_getAutomine", "hardhat_metadata", "hardhat_setLoggingEnabled"]);

/** Mines by this process's clock; the mined blocks are persisted instead. */
export const SET_INTERVAL = "evm_setIntervalMining";

/** Whether a request changes the chain, and whether it can be replayed. */
export function kindOf(method: string): "change" | "interval" | "read" | "unknown" {
  if (CHANGING.has(method)) return "change";
  if (method === SET_INTERVAL) return "interval";
  if (!/^(evm|hardhat|anvil)_/.test(method) || HARMLESS.has(method)) return "read";
  return "unknown";
}
