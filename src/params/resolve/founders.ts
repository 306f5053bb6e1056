import { ZeroAddress } from "ethers";

import { checkFields } from "../check.js";
import type { Path } from "../file/issues.js";
import type { Founder } from "../parameters.js";
import type { Resolution } from "./resolution.js";
import { founderSchema } from "../file/schema.js";

/** Reputation keeps its sums in 128 bits, and reverts above (`updateValueAtNow`); tokens have 256. */
const LIMITS = { reputation: 2n ** 128n, tokens: 2n ** 256n };

/**
 * Founders by address, in order of first appearance; one who is listed twice gets the sum. Founders
 * who get nothing stay, as DaoCreator makes no DAO without a founder.
 */
export function resolveFounders({ raw, issues }: Resolution): Founder[] {
  if (raw.useDaoCreator === true && isEmpty(raw.founders)) {
    const wanted = "at least one founder, or useDaoCreator: false";
    issues.error(["founders"], raw.founders, wanted, "DaoCreator makes no DAO without a founder");
  }
  if (raw.founders === undefined) {
    return [];
  }
  if (!Array.isArray(raw.founders)) {
    issues.error(["founders"], raw.founders, "a list of founders", "it is not a list");
    return [];
  }
  const founders = new Map<string, Founder>();
  const firstAt = new Map<string, number>();
  for (const [i, value] of raw.founders.entries()) {
    const path: Path = ["founders", i];
    const {
      address,
      tokens = 0n,
      reputation = 0n,
    } = checkFields(founderSchema, value, path, issues);
    if (address === undefined) {
      continue;
    }
    if (address === ZeroAddress) {
      issues.error(
        [...path, "address"],
        address,
        "the address of an account",
        "nothing can be minted for the zero address",
      );
    }
    const before = founders.get(address);
    if (before !== undefined) {
      const first = `founders[${firstAt.get(address)}]`;
      issues.warn(
        path,
        address,
        "each founder once",
        `listed already as ${first}, the amounts are added`,
      );
    }
    firstAt.set(address, firstAt.get(address) ?? i);
    founders.set(address, {
      address,
      tokens: (before?.tokens ?? 0n) + tokens,
      reputation: (before?.reputation ?? 0n) + reputation,
    });
  }

  const all = [...founders.values()];
  checkSums(all, issues);
  for (const { address } of all.filter(getsNothing)) {
    issues.warn(
      ["founders", firstAt.get(address) ?? 0],
      address,
      "tokens or reputation above 0",
      "the founder gets nothing",
    );
  }
  return all;
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
        `less than ${LIMITS[kind]} wei in all`,
        `the ${kind} of all founders together are more than the contract holds`,
      );
    }
  }
}
