import { count, list, words } from "../voice/narration/words.js";
import { sayAmount } from "../voice/narration/amounts.js";
import type { CallDescription, ContractDescription, ProposalRequest } from "./description.js";

/** The words needed to describe a request. */
export interface RequestWords {
  /** What a contract is called. */
  readonly nameOf: (contract: ContractDescription) => string;
  /** Symbol of the chain's native currency. */
  readonly currency: string;
  /** Of the DAO's own token. */
  readonly tokenDecimals: number;
}

type Reward = Extract<ProposalRequest, { kind: "reward" }>;

/**
 * What a proposal asks the DAO to do, worded to follow "asks the DAO to".
 * @returns undefined if only its scheme can interpret it
 */
export function tellRequest(asks: ProposalRequest, told: RequestWords): string | undefined {
  switch (asks.kind) {
    case "reward":
      return tellReward(asks, told);
    case "calls":
      return tellCalls(asks.calls, told);
    case "registerScheme": {
      const { words: powers } = asks.permissions;
      const power = powers.length === 0 ? "" : `, which may then ${list(powers)}`;
      return `register ${told.nameOf(asks.scheme)} as a scheme${power}`;
    }
    case "unregisterScheme":
      return `unregister ${told.nameOf(asks.scheme)}`;
    case "addGlobalConstraint":
      return `add ${told.nameOf(asks.constraint)} as a global constraint`;
    case "removeGlobalConstraint":
      return `remove ${told.nameOf(asks.constraint)} from its global constraints`;
    case "upgradeController":
      return `replace its controller with ${told.nameOf(asks.controller)}`;
    case "changeUpgradeScheme":
      return `let ${told.nameOf(asks.scheme)} upgrade it from now on`;
    case "other":
      return undefined;
  }
}

function tellReward(reward: Reward, { currency, tokenDecimals }: RequestWords): string {
  const { ether, nativeTokens, externalTokens, reputation, periods } = reward;
  const coin = currency === "ETH" ? "ether" : currency;
  const sayPart = (amount: string, what: string, decimals = 18): string[] =>
    BigInt(amount) > 0n ? [sayAmount(BigInt(amount), what, decimals, what)] : [];
  const given = [
    ...sayPart(ether, coin),
    ...sayPart(nativeTokens, "of its own tokens", tokenDecimals),
    // How many that are depends on its decimals, which are unknown here.
    ...(BigInt(externalTokens) > 0n ? ["an amount of another token"] : []),
    ...sayPart(reputation, "reputation"),
  ];
  const taken = BigInt(reputation) < 0n ? -BigInt(reputation) : 0n;
  const deeds = [
    ...(given.length === 0 ? [] : [`give its beneficiary ${list(given)}`]),
    ...(taken === 0n ? [] : [`take ${list(sayPart(String(taken), "reputation"))} away`]),
  ];
  if (deeds.length === 0) return "give its beneficiary nothing";
  const times = BigInt(periods) > 1n ? `, ${periods} times over` : "";
  const whom = given.length === 0 ? " from somebody" : "";
  return `${list(deeds)}${whom}${times}`;
}

function tellCalls(calls: readonly CallDescription[], told: RequestWords): string {
  const [call] = calls;
  if (call === undefined) return "do nothing";
  if (calls.length > 1)
    return `make ${count(calls.length, "call")}, the first of them to ${told.nameOf(call.to)}`;
  const { function: called, value, to } = call;
  const [name = ""] = (called?.signature ?? "").split("(");
  const coin = told.currency === "ETH" ? "ether" : told.currency;
  const paid = BigInt(value) > 0n ? sayAmount(BigInt(value), coin, 18, coin) : "";
  if (call.data === "0x") return `send ${paid || "nothing"} to ${told.nameOf(to)}`;
  const what = name === "" ? "call" : `call the function ${words(name).toLowerCase()} of`;
  return `${what} ${told.nameOf(to)}${paid && `, and send ${paid} along`}`;
}
