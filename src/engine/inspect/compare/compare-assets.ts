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

/** Compares what an avatar owns, apart from what tokens say of themselves. */
export function compareTreasury(
  before: TreasuryDescription,
  after: TreasuryDescription,
  collector: Collector,
): void {
  if (before.ether !== after.ether) {
    collector.add({ kind: "treasury", before: before.ether, after: after.ether });
  }
  const silent = pairedAt(before.unanswered, after.unanswered);
  for (const [address, was, is] of silent) {
    if (was !== undefined && is !== undefined) continue;
    const path = `treasury.unanswered[${address}]`;
    collector.add({ kind: "value", path, before: was?.reason, after: is?.reason });
  }
  const isSilent = new Set(silent.map(([address]) => address));
  for (const [address, had, has] of pairedAt(before.tokens, after.tokens)) {
    const [old, now] = [had?.amount ?? "0", has?.amount ?? "0"];
    // What it has of a token that does not answer is not nothing.
    if (old === now || isSilent.has(address)) continue;
    const { name, symbol, decimals } = (has ?? had)!;
    const token = { address, name, symbol, decimals };
    collector.add({ kind: "treasury", token, before: old, after: now });
  }
  for (const [address, had, has] of pairedAt(before.nfts, after.nfts)) {
    const [was, is] = [had, has].map((each) => each && { ...each, name: "", symbol: "" });
    if (isSame(was, is)) continue;
    collector.add({ kind: "value", path: `treasury.nfts[${address}]`, before: had, after: has });
  }
  collector.values("treasury", before, after, ["ether", "tokens", "nfts", "unanswered"]);
}

function pairedAt<Each extends Readonly<Record<"address", string>>>(
  before: readonly Each[] = [],
  after: readonly Each[] = [],
): ReturnType<typeof paired<Each>> {
  return paired(before, after, ({ address }) => address);
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
