import { id } from "ethers";

/** Functions that only this contract has all of. Its code depends on the compiler, so it cannot be compared. */
import lookalikes from "./lookalikes.json" with { type: "json" };

/**
 * Recognises, by its functions, a contract that is not Arc's but is known to be found beside or instead of Arc's: other
 * projects kept names, events and getters but changed their meaning. This is a hint for people, because anybody can
 * write code with these functions. If `identifyCode` knows a contract, it is Arc's, whatever this returns.
 * @param runtimeCode hex with 0x, as `eth_getCode` returns it; for a proxy, its implementation's
 * @returns such as `DAOController of dxdao-contracts 2`; undefined for all other code
 */
export function lookalikeOf(runtimeCode: string): string | undefined {
  const code = runtimeCode.toLowerCase();
  const found = lookalikes.find(({ functions }) =>
    // A dispatcher refers to a function by PUSH4 and the selector.
    functions.every((signature) => code.includes(`63${id(signature).slice(2, 10)}`)),
  );
  return found && `${found.contract} of ${found.project}`;
}
