import { join } from "node:path";

import { getAddress, Interface, keccak256, parseEther, toQuantity, toUtf8Bytes } from "ethers";

import { runtimeCodes } from "../../compile-source.js";
import { call } from "./attack.js";
import { STRANGER, type DangerousDao, type Proposed } from "./dangerous-dao.js";

const CODES = runtimeCodes<"Token" | "Fees" | "LiesToOthers" | "Reenters" | "Owned" | "Library">(
  join(import.meta.dirname, "unseen-contracts.sol"),
);

const FUNCTIONS = new Interface([
  "function mint(address, uint256)",
  "function transfer(address, uint256)",
  "function lend(address)",
  "function set(address, address)",
  "function set(address, bytes32, address)",
  "function joinFor(address)",
  "function ragequit(uint256, address)",
  "function poke()",
  "function deploy(bytes)",
  "function give(address)",
]);
export const data = (name: string, ...args: readonly unknown[]): string =>
  FUNCTIONS.encodeFunctionData(name, args);

/** Puts a contract at an address of its own, and calls it. */
export async function place(
  d: DangerousDao,
  name: keyof typeof CODES,
  first?: string,
  value = 0n,
): Promise<string> {
  return await placeCode(d, CODES[name], first, value);
}

let placed = 0;

/** Puts code at an address of its own, and calls it. */
export async function placeCode(
  d: DangerousDao,
  code: string,
  first?: string,
  value = 0n,
): Promise<string> {
  const address = getAddress(keccak256(toUtf8Bytes(`placed ${++placed}`)).slice(0, 42));
  await d.ask("hardhat_setCode", address, code);
  const transaction = {
    from: d.deployer.account,
    to: address,
    data: first,
    value: toQuantity(value),
  };
  if (first !== undefined) await d.ask("eth_sendTransaction", transaction);
  return address;
}

export const token = async (d: DangerousDao, name: keyof typeof CODES): Promise<string> =>
  await place(d, name, data("mint", d.dao.Avatar, 100n));
export const owned = async (d: DangerousDao, other = STRANGER): Promise<string> =>
  await place(d, "Owned", data("set(address,address)", d.dao.Avatar, other));

/** Lets the DAO call a contract by its usual votes, and proposes a call of it. */
export async function calls(
  d: DangerousDao,
  to: string,
  callData: string,
  votes = d.own,
): Promise<Proposed> {
  const { scheme, paramsHash } = await d.makeGeneric(to, votes);
  return call(await d.registered(scheme, "10", paramsHash), to, callData);
}

/** A registered scheme that mints reputation for its beneficiaries, and that the DAO owns. */
export async function allocation(
  d: DangerousDao,
  redeemableFrom: bigint,
  reputation = 9000,
): Promise<string> {
  const name = "FixedReputationAllocation";
  const scheme = await d.initialized(name, parseEther(String(reputation)), redeemableFrom);
  await d.send(name, scheme, "transferOwnership", [d.dao.Avatar]);
  return await d.registered(scheme);
}
