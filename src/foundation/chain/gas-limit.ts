/** The highest gas limit of a transaction since Osaka (EIP-7825). Before Osaka, no step needed more. */
export const PROTOCOL_GAS_LIMIT = 16_777_216n;

/** The highest gas limit of a transaction, given the block gas limit. */
export function gasLimitOf(blockGasLimit: bigint): bigint {
  return blockGasLimit < PROTOCOL_GAS_LIMIT ? blockGasLimit : PROTOCOL_GAS_LIMIT;
}
