import { formatEther, formatUnits } from "ethers";

import type {
  Inspection,
  StakingTokenDescription,
  TreasuryDescription,
} from "../../../engine/inspect/description.js";
import { ifRead, isNotRead } from "../../../engine/inspect/reading/attempt.js";
import { oneLine } from "../../../foundation/support/printable.js";
import type { BalanceChange, SimulationWarning, TracedCall } from "../simulation.js";
import { differenceOf } from "../tracing/balances.js";
import { NOTHING_GIVEN } from "../tracing/given-away.js";
import { treasuryTogether } from "./adding-up.js";
import type { Consequences } from "./consequences.js";
import { inconclusive, isMuchLost, READ_ALL, warning } from "./warnings.js";

/** Warnings about what leaves the treasury, and whether it can still pay what it owes. */
export function treasuryWarnings(consequences: Consequences): readonly SimulationWarning[] {
  const { before, after, stages, balances = [], fading } = consequences;
  const unpaid = stages.filter(({ stage, outcome }) => stage === "redeem" && outcome === "refused");
  return [
    ...unpaid.map(({ part, reason }) =>
      warning("reward-not-paid", {
        what: `Redeeming the ${WORDS[part ?? ""] ?? "reward"} fails: ${reason ?? "no reason given"}.`,
        why: "The vote promises it, and the voting machine reports execution; it stays open until the DAO can pay, and then anybody may redeem it at once.",
        check: "What the treasury has, and what it owes to other proposals.",
        todo: "Fund the treasury first, or propose an amount it can pay.",
      }),
    ),
    ...elsewhere(consequences),
    ...(isNotRead(after)
      ? []
      : [
          ...losses(before, after, balances, fading),
          ...treasuryTogether(consequences, after),
          ...debts(before, after),
        ]),
  ];
}

/** What the DAO may lose of what it has in contracts that it calls, but that are no part of it. */
function elsewhere({
  before: { avatar },
  stages,
  balances = [],
  given = NOTHING_GIVEN,
}: Consequences): readonly SimulationWarning[] {
  if (balances.length === 0 && given.entries.length === 0) return [];
  const called = stages.flatMap(({ calls }) => calledBy(avatar.address, calls));
  const change = (each: BalanceChange): bigint => differenceOf(each) ?? 0n;
  const own = balances.filter(({ account }) => account === avatar.address);
  const gained = (of: BalanceChange): bigint =>
    own
      .filter(({ kind, token }) => kind === of.kind && token === of.token)
      .reduce((sum, each) => sum + change(each), 0n);
  const emptied = balances.flatMap((each): SimulationWarning | readonly [] => {
    const lost = -change(each);
    if (!called.includes(each.account) || gained(each) >= lost) return [];
    if (isNotRead(each.before) || !isMuchLost(lost, BigInt(each.before))) return [];
    const what =
      each.token === undefined
        ? `${formatEther(lost)} ether`
        : `${lost} wei of the token ${each.token}`;
    return warning("callee-pays-others", {
      what: `${each.account}, which the DAO calls, pays ${what}, and the treasury does not get it.`,
      why: "It may be the DAO's: what it has in other contracts is not listed as its treasury.",
      check: "Who gets it: the balances that change, below.",
    });
  });
  const fallen = given.entries.flatMap(({ contract, other, before: was, after }) => {
    const isShown = own.some((each) => each.token === contract && change(each) === after - was);
    if (other !== undefined || after >= was || isShown) return [];
    return warning("entry-falls", {
      what: `The DAO's entry in the storage of ${contract} falls from ${was} to ${after}.`,
      why: "That is how contracts keep who has how much; the balances below do not show it.",
      check: `What it is: \`dao-migrate verify ${contract}\`, or an explorer.`,
    });
  });
  return [...emptied, ...fallen];
}

/** What an account calls, also only to pay it, as its code runs all the same, and what that calls. */
function calledBy(
  account: string,
  { from, to, type, calls }: TracedCall,
  isInside = false,
): readonly string[] {
  const isIts = isInside || (from === account && type === "CALL");
  const inside = calls.flatMap((each) => calledBy(account, each, isIts));
  return isIts && to.address !== account ? [to.address, ...inside] : inside;
}

/** What the DAO owes for passed proposals, beyond what the treasury has afterwards. */
function debts(before: Inspection, after: Inspection): readonly SimulationWarning[] {
  if (isNotRead(after.owes)) {
    return [
      inconclusive("debts", {
        what: `What the DAO owes afterwards could not be read: ${after.owes.notRead}.`,
        why: "Whether the treasury can pay what was promised is unknown.",
        check: "Proposals that passed and were not redeemed: `dao-migrate inspect`.",
        todo: READ_ALL,
      }),
    ];
  }
  const were = ifRead(before.owes)?.debts ?? [];
  return after.owes.debts.flatMap(({ of, token, amount, missing = "0" }) => {
    const was = were.find((debt) => debt.of === of && debt.token?.address === token?.address);
    if (BigInt(missing) <= BigInt(was?.missing ?? "0")) return [];
    const [owed, unit] = amountOf(amount, of, token);
    const [lacking] = amountOf(missing, of, token);
    return warning("owes-more-than-it-has", {
      what: `Afterwards the DAO owes ${owed} ${unit} for promised rewards and stakers' bounties, ${lacking} more than it has.`,
      why: "Those who redeem first are paid; the others wait until somebody funds the treasury.",
      check: "What else is promised: `dao-migrate inspect` lists it.",
      todo: "Fund the treasury first, or pass fewer proposals.",
    });
  });
}

function amountOf(
  wei: string,
  of: string,
  token: StakingTokenDescription | undefined,
): readonly [amount: string, unit: string] {
  if (of === "ether") return [formatEther(wei), "ether"];
  const at = `token ${token?.address ?? ""}`;
  if (token === undefined || isNotRead(token.decimals)) return [wei, `wei of the ${at}`];
  const symbol = isNotRead(token.symbol) ? "" : `${oneLine(token.symbol, 20)} `;
  return [formatUnits(wei, token.decimals), `${symbol}(${at})`];
}

const WORDS: Readonly<Record<string, string>> = {
  reputation: "reputation",
  nativeTokens: "tokens of the DAO",
  ether: "ether",
  externalTokens: "external tokens",
};

function losses(
  before: Inspection,
  after: Inspection,
  balances: readonly BalanceChange[],
  fading: Consequences["fading"],
): readonly SimulationWarning[] {
  if (isNotRead(before.treasury) || isNotRead(after.treasury)) {
    const { treasury } = isNotRead(before.treasury) ? before : after;
    return [
      inconclusive("treasury", {
        what: `The treasury could not be read: ${isNotRead(treasury) ? treasury.notRead : ""}.`,
        why: "What leaves it is unknown.",
        check: "The balances that change, below, and the transfers among the events.",
        todo: READ_ALL,
      }),
    ];
  }
  const unanswered = new Map(after.treasury.unanswered?.map((each) => [each.address, each.reason]));
  const listed = holdingsOf(before.treasury);
  const silent = unlisted(before.avatar.address, listed, balances);
  const then = new Map([
    ...holdingsOf(after.treasury).map((each) => [each.token, each.amount] as const),
    ...silent.map((each) => [each.token, each.left] as const),
  ]);
  return [...listed, ...silent].flatMap(({ token, unit, amount: had }) => {
    // What time takes is no doing of the proposal.
    const amount = fading?.get(token ?? "") ?? had;
    const left = then.get(token) ?? 0n;
    const lost = amount - left;
    if (!isMuchLost(lost, amount)) return [];
    const figure = (wei: bigint) => (token === undefined ? formatEther(wei) : `${wei} wei`);
    const reason = unanswered.get(token ?? "");
    if (reason !== undefined) {
      return inconclusive("treasury", {
        what: `What is left of its ${figure(amount)} ${unit} is not known: ${reason}.`,
        why: "The token answers before the proposal, and not after it.",
        check: "The balances that change, below, and the transfers among the events.",
        todo: "Vote against it unless somebody explains this.",
      });
    }
    return warning(left === 0n ? "treasury-emptied" : "treasury-halved", {
      what: `The treasury loses ${figure(lost)} of its ${figure(amount)} ${unit}.`,
      why:
        left === 0n
          ? "Nothing is left of it for earlier promises."
          : "That is half or more of what the DAO has.",
      check: "Where it goes: the balances that change, below.",
    });
  });
}

interface Holding {
  readonly token: string | undefined;
  readonly unit: string;
  readonly amount: bigint;
}

/** What the avatar has of tokens that the treasury does not list, such as NFTs and tokens without events. */
function unlisted(
  avatar: string,
  listed: readonly Holding[],
  balances: readonly BalanceChange[],
): readonly (Holding & { readonly left: bigint })[] {
  return balances.flatMap(({ account, kind, token, before, after }) => {
    if (account !== avatar || token === undefined || kind === "reputation") return [];
    if (isNotRead(before) || isNotRead(after) || before === "0") return [];
    if (listed.some((each) => each.token === token)) return [];
    return { token, unit: `of the token ${token}`, amount: BigInt(before), left: BigInt(after) };
  });
}

function holdingsOf({ ether, tokens }: TreasuryDescription): readonly Holding[] {
  return [
    { token: undefined, unit: "ether", amount: BigInt(ether) },
    ...tokens.map(({ address, symbol, amount }) => ({
      token: address,
      unit: `of the token ${address}${isNotRead(symbol) ? "" : ` (${oneLine(symbol, 20)})`}`,
      amount: BigInt(amount),
    })),
  ].filter(({ amount }) => amount > 0n);
}
