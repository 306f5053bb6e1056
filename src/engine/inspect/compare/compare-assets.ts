import type {
  AllowanceDescription,
  ReputationDescription,
  TokenDescription,
  TreasuryDescription,
} from "../description.js";
import { allowanceKey } from "../assets/allowances.js";
import { isSame, paired, type Collector } from "./collector.js";
import type { HeldAsset } from "./comparison.js";

type Holding = TokenDescription | ReputationDescription;

/** The DAO's token, or its reputation. */
export function compareHeld(
  collector: Collector,
  of: HeldAsset,
  [before, after]: readonly [Holding, Holding],
  founders: ReadonlySet<string>,
): void {
  const { contract: wasAt, totalSupply: supplyBefore, owner: ownerBefore, ...was } = before;
  const { contract: isAt, totalSupply: supplyAfter, owner: ownerAfter, ...is } = after;
  collector.values(`${of}.contract.address`, wasAt.address, isAt.address);
  collector.both(`${of}.owner`, ownerBefore, ownerAfter, (one, other) => {
    if (one !== other) collector.add({ kind: "owner", of, before: one, after: other });
  });
  collector.both(`${of}.totalSupply`, supplyBefore, supplyAfter, (one, other) => {
    if (one !== other) collector.add({ kind: "supply", of, before: one, after: other });
  });
  collector.both(`${of}.holders`, was.holders, is.holders, (one, other) => {
    for (const [account, held, holds] of paired(one, other, (holder) => holder.account)) {
      const [old, now] = [held?.amount ?? "0", holds?.amount ?? "0"];
      if (old === now) continue;
      const founder = founders.has(account);
      collector.add({ kind: "holding", of, account, founder, before: old, after: now });
    }
  });
  collector.values(of, { ...was, holders: undefined }, { ...is, holders: undefined });
}

export function compareTreasury(
  before: TreasuryDescription,
  after: TreasuryDescription,
  collector: Collector,
): void {
  const { ether: etherBefore, tokens: tokensBefore, ...was } = before;
  const { ether: etherAfter, tokens: tokensAfter, ...is } = after;
  if (etherBefore !== etherAfter) {
    collector.add({ kind: "treasury", before: etherBefore, after: etherAfter });
  }
  for (const [address, had, has] of paired(tokensBefore, tokensAfter, (token) => token.address)) {
    const [old, now] = [had?.amount ?? "0", has?.amount ?? "0"];
    if (old !== now) {
      const { name, symbol, decimals } = (has ?? had)!;
      const token = { address, name, symbol, decimals };
      collector.add({ kind: "treasury", token, before: old, after: now });
    }
    if (had === undefined || has === undefined) continue;
    const path = `treasury.tokens[${address}]`;
    collector.values(path, { ...had, amount: undefined }, { ...has, amount: undefined });
  }
  collector.values("treasury", was, is);
}

export function compareAllowances(
  before: readonly AllowanceDescription[],
  after: readonly AllowanceDescription[],
  collector: Collector,
): void {
  for (const [, was, is] of paired(before, after, allowanceKey)) {
    if (isSame(was, is)) continue;
    const { amount, ...given } = (is ?? was)!;
    const path = `allowances.${given.token}.${given.spender}`;
    collector.both(path, was?.amount ?? "0", is?.amount ?? "0", (old, now) => {
      collector.add({ kind: "allowance", ...given, before: old, after: now });
    });
  }
}
