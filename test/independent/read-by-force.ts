import { Interface, ZeroAddress, type InterfaceAbi } from "ethers";

import { textOf, type Facts, type Found } from "./facts.js";
import type { RawChain } from "./raw-chain.js";
import { readControl, readOwed } from "./read-control.js";
import { readMachines } from "./read-machines.js";

/** Compiled contracts of Arc by name. */
export type Compiled = ReadonlyMap<
  string,
  { readonly abi: InterfaceAbi; readonly deployedBytecode: string }
>;

/** What reading a DAO by force shares between its parts. */
export interface Forced {
  readonly chain: RawChain;
  readonly avatar: string;
  readonly compiled: Compiled;
  readonly found: Found;
}

const AVATAR = new Interface([
  "function owner() view returns (address)",
  "function orgName() view returns (bytes32)",
  "function nativeToken() view returns (address)",
  "function nativeReputation() view returns (address)",
]);
const AVATAR_OF_TEXT = new Interface(["function orgName() view returns (string)"]);
const TOKEN = new Interface([
  "function owner() view returns (address)",
  "function name() view returns (string)",
  "function symbol() view returns (string)",
  "function decimals() view returns (uint8)",
  "function cap() view returns (uint256)",
  "function totalSupply() view returns (uint256)",
  "function balanceOf(address) view returns (uint256)",
  "function allowance(address, address) view returns (uint256)",
]);
const CONTROLLER = new Interface([
  "function isSchemeRegistered(address, address) view returns (bool)",
  "function getSchemePermissions(address, address) view returns (bytes4)",
  "function getSchemeParameters(address, address) view returns (bytes32)",
  "function isGlobalConstraintRegistered(address, address) view returns (bool)",
  "function getGlobalConstraintParameters(address, address) view returns (bytes32)",
]);
/** Digits of the metadata at the end of a contract's code, which solc writes. */
const METADATA = 86;

/** Reads a DAO by asking its contracts about every address that ever appeared on the chain. */
export async function readByForce(
  chain: RawChain,
  avatar: string,
  compiled: Compiled,
  { proposals = true }: { readonly proposals?: boolean } = {},
): Promise<Found> {
  const found: Found = { facts: new Map(), further: new Map(), deciders: new Map() };
  const { facts } = found;
  const forced: Forced = { chain, avatar, compiled, found };
  const controller = String(await chain.call(avatar, AVATAR, "owner"));
  facts.set("block", textOf([chain.number, chain.block.hash, BigInt(chain.block.timestamp)]));
  facts.set("name", textOf(await chain.call(avatar, AVATAR_OF_TEXT, "orgName")));
  facts.set("controller", textOf(controller));
  for (const [what, getter] of [
    ["token", "nativeToken"],
    ["reputation", "nativeReputation"],
  ] as const) {
    const address = String(await chain.call(avatar, AVATAR, getter));
    facts.set(what, textOf(address));
    await readHoldings(forced, what, address);
  }
  await readTreasury(forced);
  await readSchemes(forced, controller);
  await readMachines(forced, proposals);
  readControl(forced);
  await readOwed(forced);
  return found;
}

async function readHoldings({ chain, found }: Forced, what: string, address: string) {
  const asked = ["owner", "totalSupply", ...(what === "token" ? ["name", "symbol"] : [])];
  for (const each of [...asked, ...(what === "token" ? ["decimals", "cap"] : [])]) {
    const value = await chain.call(address, TOKEN, each);
    if (value !== undefined) found.facts.set(`${what} ${each}`, textOf(value));
  }
  for (const account of chain.addresses) {
    const amount = await chain.call(address, TOKEN, "balanceOf", account);
    if (amount !== undefined && amount !== 0n)
      found.facts.set(`${what} holder ${textOf(account)}`, textOf(amount));
  }
}

/** Asks every contract whether the avatar has something of it, and whether anybody may take it. */
async function readTreasury({ chain, avatar, found }: Forced): Promise<void> {
  found.facts.set("treasury ether", textOf(await chain.ether(avatar)));
  const reputation = found.facts.get("reputation");
  for (const token of chain.contracts) {
    if (textOf(token) === reputation) continue;
    const amount = await chain.call(token, TOKEN, "balanceOf", avatar);
    if (amount === undefined) continue;
    if (amount !== 0n) found.facts.set(`treasury ${textOf(token)}`, textOf(amount));
    for (const spender of chain.addresses) {
      const allowed = await chain.call(token, TOKEN, "allowance", avatar, spender);
      if (allowed !== undefined && allowed !== 0n)
        found.facts.set(`allowance ${textOf(token)} ${textOf(spender)}`, textOf(allowed));
    }
  }
}

async function readSchemes(forced: Forced, controller: string): Promise<void> {
  const { chain, avatar, found } = forced;
  for (const account of chain.addresses) {
    const about = async (name: string) =>
      await chain.call(controller, CONTROLLER, name, account, avatar);
    const permissions = await about("getSchemePermissions");
    if ((await about("isSchemeRegistered")) === true || BigInt(String(permissions)) !== 0n) {
      const hash = String(await about("getSchemeParameters"));
      found.facts.set(`scheme ${textOf(account)} permissions`, textOf(permissions));
      found.facts.set(`scheme ${textOf(account)} paramsHash`, textOf(hash));
      await readParameters(forced, account, hash);
    }
    if ((await about("isGlobalConstraintRegistered")) === true) {
      const hash = await about("getGlobalConstraintParameters");
      found.facts.set(`constraint ${textOf(account)}`, textOf(hash));
    }
  }
}

/** The contract of Arc that an address has the code of. */
export function contractAt({ chain, compiled }: Forced, address: string): string | undefined {
  const code = chain.codes.get(address) ?? "0x";
  if (code === "0x") return undefined;
  const isSame = (other: string): boolean =>
    other.length === code.length && other.slice(0, -METADATA) === code.slice(0, -METADATA);
  return [...compiled].find(([, { deployedBytecode }]) => isSame(deployedBytecode))?.[0];
}

/** Whatever a scheme says of itself without arguments, or has stored under its hash of parameters. */
async function readParameters(forced: Forced, scheme: string, hash: string): Promise<void> {
  const { chain, compiled, found } = forced;
  const name = contractAt(forced, scheme);
  if (name === undefined) return;
  const contract = new Interface(compiled.get(name)!.abi);
  const key = `scheme ${textOf(scheme)}`;
  const keep = (field: string, value: unknown): void => {
    if (value === undefined) return;
    found.further.set(`${key} value ${field}`, textOf(value));
    // A hash of rules that no event and no call has, because a factory stored them.
    const text = textOf(value);
    if (/^0x[0-9a-f]{64}$/.test(text)) chain.words.add(text);
  };
  for (const entry of contract.fragments) {
    if (entry.type !== "function") continue;
    const getter = contract.getFunction(entry.format())!;
    if (getter.inputs.length === 0 && getter.constant)
      keep(fieldOf(getter.name), await chain.call(scheme, contract, getter.name));
  }
  const stored = contract.getFunction("parameters");
  if (stored === null || stored.inputs.length !== 1) return;
  const values = await chain.call(scheme, contract, "parameters", hash);
  stored.outputs.forEach((output, index) => {
    keep(output.name, stored.outputs.length === 1 ? values : (values as unknown[])?.[index]);
  });
}

function fieldOf(getter: string): string {
  return getter.replace(/^get(.)/, (_, first: string) => first.toLowerCase());
}

/** Rules of a voting machine under one hash, as a file of parameters has them. */
export function rulesOf(raw: Readonly<Record<string, unknown>>): Facts {
  const rules: Facts = new Map();
  const isAlpha = raw["preBoostedVoteRequiredPercentage"] !== undefined;
  for (const [name, value] of Object.entries(raw)) {
    const field = (isAlpha ? ALPHA_NAMES[name] : undefined) ?? name;
    if (field === "precReq") rules.set("votePerc", textOf(value));
    else if (field === "thresholdConst") rules.set(field, textOf(thousandths(value as bigint)));
    else rules.set(field, textOf(value));
  }
  if (rules.get("voteOnBehalf") === undefined) rules.set("voteOnBehalf", ZeroAddress);
  return rules;
}

const ALPHA_NAMES: Readonly<Record<string, string>> = {
  preBoostedVoteRequiredPercentage: "queuedVoteRequiredPercentage",
  preBoostedVotePeriodLimit: "queuedVotePeriodLimit",
};

/** A fraction in units of 2^-40, rounded down when it was stored. */
function thousandths(stored: bigint): bigint {
  return (stored * 1000n + 2n ** 40n - 1n) / 2n ** 40n;
}
