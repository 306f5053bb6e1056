import { askAgain, atOnce, incomplete } from "./incomplete-answers.js";
import { ask, type Eip1193Provider } from "./provider.js";

/**
 * Reads the code at an address. A node that lacks or hides code answers as if there were none, and a contract would be
 * taken for somebody's account. So "no code" counts only if contracts see none there, either: the EVM answers that, from
 * other data. If it does not, because the chain has another machine, only asking again is left.
 * @param tag of the block
 * @throws MigrationError if contracts see code there, and the node returns none
 */
export async function readCode(
  provider: Eip1193Provider,
  address: string,
  tag: string,
): Promise<string> {
  const read = async () => await ask<string>(provider, "eth_getCode", address, tag);
  const code = await read();
  // A fork has what the chain's node said.
  if (code !== "0x" || provider.isFork === true) return code;
  const size = await readSize(provider, address, tag);
  if (size === 0n) return code;
  const again = await askAgain(read, (answer) => answer !== "0x", atOnce());
  if (again !== "0x" || size === undefined) return again;
  throw incomplete(
    "malformed",
    `The node returns no code of ${address} (eth_getCode), although contracts see ${size} bytes of code there (eth_call)`,
  );
}

/** The size of the code that contracts see at an address; undefined if the node does not tell. */
async function readSize(
  provider: Eip1193Provider,
  address: string,
  tag: string,
): Promise<bigint | undefined> {
  // PUSH20 address, EXTCODESIZE, and return it: creation code, for which no contract has to exist.
  const data = `0x73${address.slice(2)}3b60005260206000f3`;
  const answer = await ask(provider, "eth_call", { data }, tag).catch(() => undefined);
  return typeof answer === "string" && /^0x[0-9a-f]{64}$/i.test(answer)
    ? BigInt(answer)
    : undefined;
}
