/** Since Osaka no transaction may ask for more gas (EIP-7825); before, no step of ours needed more. */
const PROTOCOL_GAS_LIMIT = 16_777_216n;

/** The most gas a transaction may ask for, in a block of that gas limit. */
export function gasLimitOf(blockGasLimit: bigint): bigint {
  return blockGasLimit < PROTOCOL_GAS_LIMIT ? blockGasLimit : PROTOCOL_GAS_LIMIT;
}
