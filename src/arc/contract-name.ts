/** A Solidity identifier that fits into a file name. */
const NAME = /^[A-Za-z_$][\w$]{0,199}$/;

/**
 * Whether a text can be the name of a contract. Names come from files and become file names, and a name that contains a
 * path would be written elsewhere.
 */
export function isContractName(text: unknown): text is string {
  return typeof text === "string" && NAME.test(text);
}
