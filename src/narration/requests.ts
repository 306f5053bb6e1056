import type { ContractDescription, ProposalRequest } from "../inspect/description.js";
import { count, list, sayAmount, words } from "./words.js";

/** The words needed to describe a request. */
export interface RequestWords {
  /** What a contract, or the account or contract at an address, is called. */
  readonly nameOf: (one: string | ContractDescription) => string;
  /** The chain's currency, such as `ether`. */
  readonly coin: string;
  /** Of the DAO's own token. */
  readonly tokenDecimals: number;
}

/**
 * What a proposal requests of the DAO, worded to follow "asks the DAO to".
 * @returns undefined if only its scheme can interpret it
 */
export function sayRequest(request: ProposalRequest, said: RequestWords): string | undefined {
  switch (request.kind) {
    case "reward":
      return sayReward(request, said);
    case "calls":
      return sayCalls(request.calls, said);
    case "registerScheme": {
      const powers = request.permissions.words;
      const power = powers.length === 0 ? "" : `, which may then ${list(powers)}`;
      return `register ${said.nameOf(request.scheme)} as a scheme${power}`;
    }
    case "unregisterScheme":
      return `unregister ${said.nameOf(request.scheme)}`;
    case "addGlobalConstraint":
      return `add ${said.nameOf(request.constraint)} as a global constraint`;
    case "removeGlobalConstraint":
      return `remove ${said.nameOf(request.constraint)} from its global constraints`;
    case "upgradeController":
      return `replace its controller with ${said.nameOf(request.controller)}`;
    case "changeUpgradeScheme":
      return `let ${said.nameOf(request.scheme)} upgrade it from now on`;
    case "other":
      return undefined;
  }
}

function sayReward(
  reward: Extract<ProposalRequest, { kind: "reward" }>,
  { coin, tokenDecimals }: RequestWords,
): string {
  const part = (amount: string | bigint, what: string, decimals = 18): string =>
    BigInt(amount) > 0n ? sayAmount(BigInt(amount), what, decimals, what) : "";
  const given = [
    part(reward.ether, coin),
    part(reward.nativeTokens, "of its own tokens", tokenDecimals),
    // How many that are depends on its decimals, which are unknown here.
    BigInt(reward.externalTokens) > 0n ? "an amount of another token" : "",
    part(reward.reputation, "reputation"),
  ].filter(Boolean);
  const taken = part(-BigInt(reward.reputation), "reputation");
  if (given.length === 0 && taken === "") return "give its beneficiary nothing";
  const gift = given.length > 0 ? `give its beneficiary ${list(given)}` : "";
  const loss = taken === "" ? "" : `take ${taken} away`;
  const whom = gift === "" ? " from somebody" : "";
  const times = BigInt(reward.periods) > 1n ? `, ${reward.periods} times over` : "";
  return `${list([gift, loss].filter(Boolean))}${whom}${times}`;
}

function sayCalls(
  calls: Extract<ProposalRequest, { kind: "calls" }>["calls"],
  { coin, nameOf }: RequestWords,
): string {
  const [call] = calls;
  if (call === undefined) return "do nothing";
  const to = nameOf(call.to);
  if (calls.length > 1) return `make ${count(calls.length, "call")}, the first of them to ${to}`;
  const paid = BigInt(call.value) > 0n ? sayAmount(BigInt(call.value), coin, 18, coin) : "";
  if (call.data === "0x") return `send ${paid || "nothing"} to ${to}`;
  const [name = ""] = (call.function?.signature ?? "").split("(");
  const what = name === "" ? "call" : `call the function ${words(name).toLowerCase()} of`;
  return `${what} ${to}${paid && `, and send ${paid} along`}`;
}
