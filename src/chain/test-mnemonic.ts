/** The mnemonic of the predecessor's test chains: public, for development chains only. */
export const TEST_MNEMONIC =
  "myth like bonus scare over problem client lizard pioneer submit female collect";
