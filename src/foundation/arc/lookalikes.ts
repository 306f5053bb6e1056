import { id } from "ethers";

/** Functions that only this contract has all of. Its code depends on the compiler, so it cannot be compared. */
import lookalikes from "./lookalikes.json" with { type: "json" };

/** A contract that is not Arc's but is found where Arc's are expected. */
export interface Lookalike {
  readonly contract: string;
  /** The project that it belongs to. */
  readonly project: string;
  /**
   * True if it replaces one of Arc's contracts but works differently, so that none of its answers may be interpreted as
   * Arc's. False for a scheme or a helper that Arc DAOs use.
   */
  readonly isOtherDao: boolean;
}

/**
 * Recognises, by its functions, a contract that is not Arc's but is known to be found beside or instead of Arc's: other
 * projects kept names, events and getters but changed their meaning. This is a hint for people, because anybody can
 * write code with these functions. If `identifyCode` knows a contract, it is Arc's, whatever this returns.
 * @param runtimeCode hex with 0x, as `eth_getCode` returns it; for a proxy, its implementation's
 * @returns undefined for all other code
 * @example
 * lookalikeOf(code);
 * // { contract: "DAOController", project: "dxdao-contracts 2", isOtherDao: true }
 */
export function lookalikeOf(runtimeCode: string): Lookalike | undefined {
  const code = runtimeCode.toLowerCase();
  const found = lookalikes.find(({ functions }) =>
    functions.every((signature) => code.includes(pushOf(signature))),
  );
  if (found === undefined) return undefined;
  const { contract, project, isOtherDao } = found;
  return { contract, project, isOtherDao };
}

/** How a contract's dispatcher refers to a function: PUSH4 and the selector. */
function pushOf(signature: string): string {
  return `63${id(signature).slice(2, 10)}`;
}
