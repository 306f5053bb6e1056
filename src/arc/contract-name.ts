/** Solidity's names; a longer one than this fits in no file name. */
const NAME = /^[A-Za-z_$][\w$]{0,199}$/;

/**
 * Whether a text can be the name of a contract. Names come from files, and become names of files:
 * a name with a path in it would be written elsewhere.
 */
export function isContractName(text: unknown): text is string {
  return typeof text === "string" && NAME.test(text);
}
