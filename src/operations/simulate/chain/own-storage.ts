import { id } from "ethers";

const OWNER = "owner()";
const TOKEN = ["name()", "symbol()", "decimals()", "totalSupply()", "balanceOf(address)", "cap()"];

/**
 * Functions of Arc's contracts, in every release, that read nothing but their own storage: no other contract, balance,
 * block or caller. With the same storage, they answer the same.
 */
const OWN: Readonly<Record<string, readonly string[]>> = {
  Avatar: [OWNER, "orgName()", "nativeToken()", "nativeReputation()"],
  Controller: controllerFunctions("avatar()", "nativeToken()", "nativeReputation()"),
  UController: controllerFunctions(),
  DAOToken: [OWNER, ...TOKEN],
  Reputation: [OWNER, "decimals()"],
};

function controllerFunctions(...others: readonly string[]): readonly string[] {
  const ofScheme = ["isSchemeRegistered", "getSchemeParameters", "getSchemePermissions"];
  return [...ofScheme.map((name) => `${name}(address,address)`), ...others];
}

const selectors = new Map(
  Object.entries(OWN).map(([name, functions]) => [
    name,
    new Set(functions.map((each) => id(each).slice(0, 10))),
  ]),
);

/**
 * Whether a call of an Arc contract reads nothing but the contract's own storage.
 * @param name of a contract whose code is proven
 */
export function readsOwnStorage(name: string, data: string): boolean {
  return selectors.get(name)?.has(data.slice(0, 10).toLowerCase()) === true;
}
