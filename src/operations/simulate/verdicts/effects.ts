import { formatEther, formatUnits, getAddress, ZeroAddress } from "ethers";

import { PERMISSION, permits, withRegistered } from "../../../foundation/arc/permissions.js";
import { totalOf } from "../../../engine/governance/redeem-and-execute.js";
import type {
  CallDescription,
  ContractDescription,
  Inspection,
  ProposalRequest,
  Inspected,
  SchemeDescription,
} from "../../../engine/inspect/description.js";
import { tokenDecimals } from "../../../engine/inspect/assets/token-decimals.js";
import { ifRead, isNotRead } from "../../../engine/inspect/reading/attempt.js";
import { textOf } from "../../../engine/inspect/reading/contract.js";
import { oneLine } from "../../../foundation/support/printable.js";
import type { Effect, EffectVerdict, TracedCall } from "../simulation.js";
import { differenceOf } from "../tracing/balances.js";
import type { CallTrial } from "../tracing/call-trials.js";
import type { Consequences } from "./consequences.js";
import { effectVerdict } from "./verdicts.js";
import { nameOf } from "./warnings.js";

/** Whether what a proposal requests is what happened. */
export function judgeEffects(
  requests: Inspected<ProposalRequest>,
  consequences: Consequences,
): EffectVerdict {
  const unclear = consequences.stages.find(({ outcome }) => outcome === "not known")?.reason;
  const judged = isNotRead(requests)
    ? [unknown("an unknown request", requests.notRead)]
    : effectsOf(requests, consequences);
  return effectVerdict(
    unclear === undefined ? judged : judged.map(({ request }) => unknown(request, unclear)),
  );
}

function effectsOf(requests: ProposalRequest, consequences: Consequences): readonly Effect[] {
  const { obstacle, after, owner } = consequences;
  if (requests.kind === "reward") return rewardEffects(requests, consequences);
  if (requests.kind === "calls") return callEffects(requests.calls, consequences);
  if (requests.kind === "other") {
    const { event } = requests;
    if (obstacle !== undefined) return [no(event, obstacle)];
    return [unknown(event, `what a scheme that emits ${event} should do is unknown`)];
  }
  const { request, wrong } = wantedState(requests);
  if (obstacle !== undefined) return [no(request, obstacle)];
  if (isNotRead(after)) {
    const isDone = requests.kind === "upgradeController" && requests.controller.address === owner;
    return [isDone ? yes(request) : unknown(request, after.notRead)];
  }
  const instead = wrong(after);
  if (isNotRead(instead)) return [unknown(request, instead.notRead)];
  return [instead === undefined ? yes(request) : no(request, instead)];
}

/** What a request says, and what is wrong with the DAO afterwards; undefined if nothing is. */
interface WantedState {
  readonly request: string;
  readonly wrong: (after: Inspection) => Inspected<string> | undefined;
}

function wantedState(
  requests: Exclude<ProposalRequest, { readonly kind: "reward" | "calls" | "other" }>,
): WantedState {
  switch (requests.kind) {
    case "registerScheme": {
      const { scheme, permissions, paramsHash } = requests;
      return {
        request: `register ${nameOf(scheme)} with ${permissions.bytes}`,
        wrong: (after) => {
          const is = registered(after, scheme);
          if (is === undefined) return "it is not registered";
          const { bytes } = is.permissions;
          if (BigInt(bytes) !== BigInt(withRegistered(permissions.bytes))) return `it has ${bytes}`;
          return is.paramsHash === paramsHash ? undefined : `its parameters are ${is.paramsHash}`;
        },
      };
    }
    case "unregisterScheme":
      return {
        request: `unregister ${nameOf(requests.scheme)}`,
        wrong: (after) => registered(after, requests.scheme) && "it is still registered",
      };
    case "addGlobalConstraint":
    case "removeGlobalConstraint": {
      const { constraint } = requests;
      const adds = requests.kind === "addGlobalConstraint";
      return {
        request: `${adds ? "add" : "remove"} ${nameOf(constraint)} as a global constraint`,
        wrong: ({ globalConstraints }) => {
          if (isNotRead(globalConstraints)) return globalConstraints;
          const is = globalConstraints.some((each) => isSame(each.contract, constraint));
          if (is === adds) return undefined;
          return adds ? "it is not there" : "it is still there";
        },
      };
    }
    case "upgradeController":
      return {
        request: `make ${nameOf(requests.controller)} the DAO's controller`,
        wrong: ({ controller }) =>
          isSame(controller, requests.controller)
            ? undefined
            : `its controller is ${controller.address}`,
      };
    case "changeUpgradeScheme":
      return {
        request: `make ${nameOf(requests.scheme)} the upgrading scheme`,
        wrong: (after) => {
          const is = registered(after, requests.scheme);
          if (is === undefined) return "it is not registered";
          const { bytes } = is.permissions;
          return permits(bytes, PERMISSION.UPGRADE_CONTROLLER) ? undefined : `it has ${bytes}`;
        },
      };
  }
}

function rewardEffects(
  requests: Extract<ProposalRequest, { readonly kind: "reward" }>,
  { before, obstacle, redeemed, stages }: Consequences,
): readonly Effect[] {
  // A proposal may ask for tokens of the zero address.
  const { beneficiary, externalToken = ZeroAddress } = requests;
  const { token, reputation } = before;
  const parts = [
    ["reputation", "reputation", 18, reputation.contract.address],
    ["nativeTokens", "tokens of the DAO", tokenDecimals(token), token.contract.address],
    ["ether", "ether", 18, undefined],
    ["externalTokens", `wei of the token ${externalToken}`, 0, externalToken],
  ] as const;
  return parts.flatMap(([part, unit, decimals, address]): Effect | readonly [] => {
    const wanted = totalOf(requests, part);
    if (requests[part] === "0") return [];
    const amount = (wei: bigint): string =>
      `${formatUnits(wei < 0n ? -wei : wei, decimals)} ${unit}`;
    const request =
      wanted < 0n
        ? `take ${amount(wanted)} from ${beneficiary}`
        : `pay ${amount(wanted)} to ${beneficiary}`;
    if (obstacle !== undefined) return no(request, obstacle);
    const refused = stages.find((stage) => stage.part === part && stage.outcome === "refused");
    if (refused !== undefined) {
      return no(request, `redeeming it fails: ${refused.reason ?? "no reason given"}`);
    }
    const change = redeemed.find(
      ({ account, token: of, kind }) =>
        account === beneficiary &&
        (address === undefined ? kind === "ether" : of === getAddress(address)),
    );
    const got = change === undefined ? 0n : differenceOf(change);
    if (got === undefined) return unknown(request, "the balance could not be read");
    if (got === wanted) return yes(request);
    // Arc burns no more than the account has.
    if (part === "reputation" && wanted < got && got < 0n && change?.after === "0") {
      const note = `it lost ${amount(got)}, all that it had; if it voted, its voting machine may owe it some back`;
      return { ...yes(request), note };
    }
    if (part === "externalTokens" && isRounded(wanted, got)) {
      const lacking = `it got ${amount(got)}; tokens that count shares, as stETH does, round down`;
      return { ...yes(request), instead: lacking };
    }
    return no(request, `it ${got < 0n ? "lost" : "got"} ${amount(got)}`);
  });
}

/** How much tokens that count shares may round off in a transfer, in wei, if it is a millionth at most. */
const ROUNDING = 2n;

function isRounded(wanted: bigint, got: bigint): boolean {
  return got < wanted && wanted - got <= ROUNDING && wanted >= ROUNDING * 1_000_000n;
}

function isSame(a: ContractDescription, b: ContractDescription): boolean {
  return a.address === b.address;
}

function yes(request: string): Effect {
  return { request, happened: "yes" };
}

function no(request: string, instead: string): Effect {
  return { request, happened: "no", instead };
}

function unknown(request: string, instead: string): Effect {
  return { request, happened: "inconclusive", instead };
}

function registered(
  { schemes }: Inspection,
  scheme: ContractDescription,
): SchemeDescription | undefined {
  return schemes.find((each) => isSame(each.contract, scheme) && each.registered);
}

/** Longest argument to show; the JSON has all of it. */
const LONGEST = 80;
/** Functions that move something, unless the amount is nothing. */
const MOVES = /^(transfer|transferFrom|safeTransferFrom|mint)\(/;
/** Arguments that are amounts of the token that is called. */
const AMOUNT = /^_?(amount|value|wad|addedValue|subtractedValue|tokens)$/;

/** Whether each requested call was made, and whether anything of it is left. */
function callEffects(
  calls: readonly CallDescription[],
  consequences: Consequences,
): readonly Effect[] {
  return calls.map((call, index) => {
    const effect = madeEffect(call, consequences);
    const trial = consequences.trials?.each[index];
    if (effect.happened !== "yes" || trial === undefined) return effect;
    return trialEffect(effect, call, trial);
  });
}

function trialEffect(
  effect: Effect,
  { function: known }: CallDescription,
  { changes, undoneBy }: CallTrial,
): Effect {
  const moves = known !== undefined && MOVES.test(known.signature);
  const isNothing = Object.values(known?.args ?? {}).includes("0");
  if (moves && changes === 0 && !isNothing) {
    return no(effect.request, "it succeeds, but changes nothing");
  }
  if (undoneBy === undefined) return effect;
  const note = `none of it remains: after call ${undoneBy + 1}, everything that it changed is as before`;
  return { ...effect, note };
}

function madeEffect(call: CallDescription, { before, stages, obstacle }: Consequences): Effect {
  const name = call.function?.signature ?? call.data.slice(0, 10);
  const request = `call ${name} of ${nameOf(call.to)}${argumentsOf(call, before)}`;
  const found = stages.flatMap(({ calls }) => callsLike(call, before.avatar.address, calls));
  const made = found.filter(({ failed }) => failed === undefined);
  if (made.some(({ returnsFalse }) => returnsFalse !== true)) return yes(request);
  if (made.length > 0) return no(request, "it returns false: the token refuses, without an error");
  const failed = stages.find(({ outcome }) => outcome !== "done")?.reason;
  return no(request, obstacle ?? found[0]?.failed ?? failed ?? "the call was not made");
}

/** The values of a call in words: amounts of known tokens in units, and whether the function is a guess. */
function argumentsOf({ to, value, function: known }: CallDescription, dao: Inspection): string {
  const tokens = ifRead(dao.treasury)?.tokens ?? [];
  const own = { address: dao.token.contract.address, decimals: dao.token.decimals };
  const decimals = [own, ...tokens].find(({ address }) => address === to.address)?.decimals;
  const shown = Object.entries(known?.args ?? {}).map(([name, arg]) => {
    const isAmount = typeof decimals === "number" && AMOUNT.test(name);
    const text = textOf(arg);
    const inUnits = isAmount ? `${formatUnits(text, decimals)} tokens` : text;
    return `${oneLine(name, LONGEST)}: ${oneLine(inUnits, LONGEST)}`;
  });
  if (value !== "0") shown.unshift(`${formatEther(value)} ether`);
  if (known?.knownBy === "guess") shown.push("the function is a guess");
  return shown.length === 0 ? "" : ` (${shown.join(", ")})`;
}

/** The calls that are as requested and that the avatar made, successful or not. */
function callsLike(
  wanted: CallDescription,
  avatar: string,
  call: TracedCall,
): readonly TracedCall[] {
  // Avatars of the alpha releases pad the call data with zeros.
  const isData =
    call.data.startsWith(wanted.data) && /^0*$/.test(call.data.slice(wanted.data.length));
  const isIt = isSame(call.to, wanted.to) && isData && call.value === wanted.value;
  return [
    ...(isIt && call.from === avatar ? [call] : []),
    // A failed call reverts all calls inside it.
    ...(call.failed === undefined
      ? call.calls.flatMap((each) => callsLike(wanted, avatar, each))
      : []),
  ];
}
