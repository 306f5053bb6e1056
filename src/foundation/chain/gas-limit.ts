/** The highest gas limit of a transaction since Osaka (EIP-7825). Before Osaka, no step needed more. */
export const PROTOCOL_GAS_LIMIT = 16_777_216n;

export function gasLimitOf(blockGasLimit: bigint): bigint {
  return blockGasLimit < PROTOCOL_GAS_LIMIT ? blockGasLimit : PROTOCOL_GAS_LIMIT;
}

/** What to do about a transaction that failed for a reason, with the highest gas limit, if the reason tells; or "". */
export function failureAdvice(reason: string, transactionGasLimit: bigint): string {
  // Hardhat infers no reason where the compiler's map of a contract that it knows has no place for the opcode.
  if (/invalid ?opcode|opcode ?not ?found|not ?activated|couldn't infer the reason/i.test(reason)) {
    return (
      ". A contract of your own may have been compiled for a newer hardfork than this chain's: compile it with an older " +
      "evmVersion, or use a chain with newer rules."
    );
  }
  if (!/out of gas/i.test(reason)) return "";
  return (
    `. It needs more than ${transactionGasLimit} gas, the most that this chain allows a transaction. Use a chain that ` +
    "allows more: 8 million are enough for Arc's own contracts."
  );
}
