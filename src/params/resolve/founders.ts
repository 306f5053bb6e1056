import { ZeroAddress } from "ethers";

import { checkFields } from "../file/check-fields.js";
import type { Path } from "../file/issues.js";
import type { Founder } from "../parameters.js";
import type { Resolution } from "./resolution.js";

/** Reputation stores totals in 128 bits, and reverts above that (`updateValueAtNow`); tokens use 256. */
const LIMITS = { reputation: 2n ** 128n, tokens: 2n ** 256n };

/** A founder, and the index of its first entry in the list. */
interface ListedFounder extends Founder {
  readonly index: number;
}

/**
 * Resolves founders by address, in order of first appearance; several entries of one founder are added up. Founders who
 * get nothing stay, because DaoCreator cannot create a DAO without founders.
 */
export function resolveFounders({ raw, issues }: Resolution): Founder[] {
  if (raw.useDaoCreator === true && isEmpty(raw.founders)) {
    const wanted = "at least one founder, or useDaoCreator: false";
    issues.error(["founders"], raw.founders, wanted, "DaoCreator needs at least one founder");
  }
  if (raw.founders === undefined) return [];
  if (!Array.isArray(raw.founders)) {
    issues.error(["founders"], raw.founders, "a list of founders", "it is not a list");
    return [];
  }
  const founders = new Map<string, ListedFounder>();
  for (const [index, value] of raw.founders.entries()) addFounder(founders, value, index, issues);

  const all = [...founders.values()];
  checkSums(all, issues);
  for (const { address, index } of all.filter(getsNothing)) {
    const wanted = "tokens or reputation above 0";
    issues.warn(["founders", index], address, wanted, "the founder gets nothing");
  }
  return all.map(({ address, tokens, reputation }) => ({ address, tokens, reputation }));
}

function addFounder(
  founders: Map<string, ListedFounder>,
  value: unknown,
  index: number,
  issues: Resolution["issues"],
): void {
  const path: Path = ["founders", index];
  const given = checkFields("FounderParameters", value, path, issues);
  const { address, tokens = 0n, reputation = 0n } = given;
  if (address === undefined) return;
  if (address === ZeroAddress) {
    const problem = "nothing can be minted to the zero address";
    issues.error([...path, "address"], address, "the address of an account", problem);
  }
  const before = founders.get(address);
  if (before !== undefined) {
    const problem = `already listed as founders[${before.index}]; the amounts are added`;
    issues.warn(path, address, "each founder once", problem);
  }
  founders.set(address, {
    address,
    tokens: (before?.tokens ?? 0n) + tokens,
    reputation: (before?.reputation ?? 0n) + reputation,
    index: before?.index ?? index,
  });
}

function isEmpty(founders: unknown): boolean {
  return founders === undefined || (Array.isArray(founders) && founders.length === 0);
}

function getsNothing({ tokens, reputation }: Founder): boolean {
  return tokens === 0n && reputation === 0n;
}

function checkSums(founders: readonly Founder[], issues: Resolution["issues"]): void {
  for (const kind of ["tokens", "reputation"] as const) {
    const sum = founders.reduce((total, founder) => total + founder[kind], 0n);
    if (sum >= LIMITS[kind]) {
      issues.error(
        ["founders"],
        sum,
        `less than ${LIMITS[kind]} wei in total`,
        `the ${kind} of all founders together exceed what the contract can store`,
      );
    }
  }
}
