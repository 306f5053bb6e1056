import type {
  AllowanceDescription,
  ReputationDescription,
  TokenDescription,
  TreasuryDescription,
} from "../description.js";
import { allowanceKey } from "../assets/allowances.js";
import { isNotRead } from "../reading/attempt.js";
import { isSame, paired, type Collector } from "./collector.js";
import type { HeldAsset } from "./comparison.js";

type Holding = TokenDescription | ReputationDescription;

export function compareHeld(
  collector: Collector,
  of: HeldAsset,
  [before, after]: readonly [Holding, Holding],
  founders: ReadonlySet<string>,
): void {
  collector.values(`${of}.contract.address`, before.contract.address, after.contract.address);
  const facts = [
    ["owner", "owner"],
    ["totalSupply", "supply"],
  ] as const;
  for (const [name, kind] of facts) {
    collector.both(`${of}.${name}`, before[name], after[name], (one, other) => {
      if (one !== other) collector.add({ kind, of, before: one, after: other });
    });
  }
  collector.both(`${of}.holders`, before.holders, after.holders, (one, other) => {
    for (const [account, held, holds] of paired(one, other, (holder) => holder.account)) {
      const [old, now] = [held?.amount ?? "0", holds?.amount ?? "0"];
      if (old === now) continue;
      const founder = founders.has(account);
      collector.add({ kind: "holding", of, account, founder, before: old, after: now });
    }
  });
  collector.values(of, before, after, ["contract", "owner", "totalSupply", "holders"]);
}

export function compareTreasury(
  before: TreasuryDescription,
  after: TreasuryDescription,
  collector: Collector,
): void {
  if (before.ether !== after.ether) {
    collector.add({ kind: "treasury", before: before.ether, after: after.ether });
  }
  for (const [address, had, has] of paired(before.tokens, after.tokens, (each) => each.address)) {
    const [old, now] = [had?.amount ?? "0", has?.amount ?? "0"];
    if (old !== now) {
      const { name, symbol, decimals } = (has ?? had)!;
      const token = { address, name, symbol, decimals };
      collector.add({ kind: "treasury", token, before: old, after: now });
    }
    if (had === undefined || has === undefined) continue;
    collector.values(`treasury.tokens[${address}]`, saidOf(had), saidOf(has), ["amount"]);
  }
  collector.values("treasury", before, after, ["ether", "tokens"]);
}

/**
 * What a token says of itself. One that refuses says nothing, which is no gap: anybody can send a DAO such a token, or one
 * that refuses only at times.
 */
function saidOf(token: object): object {
  const words = Object.entries(token);
  return Object.fromEntries(words.filter(([, each]) => !isNotRead(each) || !each.unknowable));
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
