import { formatUnits, getAddress, ZeroAddress } from "ethers";

import { PERMISSION, permits, withRegistered } from "../../../foundation/arc/permissions.js";
import type {
  ContractDescription,
  Inspection,
  ProposalRequest,
  Inspected,
  SchemeDescription,
} from "../../../engine/inspect/description.js";
import { tokenDecimals } from "../../../engine/inspect/assets/token-decimals.js";
import { isNotRead } from "../../../engine/inspect/reading/attempt.js";
import type { BalanceChange, Effect, EffectVerdict } from "../simulation.js";
import { callEffects } from "./call-effects.js";
import type { Consequences } from "./consequences.js";
import { isSame, nameOf, no, unknown, yes } from "./effect-words.js";

/** Whether what a proposal requests is what happened. */
export function judgeEffects(
  requests: Inspected<ProposalRequest>,
  consequences: Consequences,
): EffectVerdict {
  const unclear = consequences.stages.find(({ outcome }) => outcome === "not known")?.reason;
  const judged = isNotRead(requests)
    ? [unknown("an unknown request", requests.notRead)]
    : effectsOf(requests, consequences);
  const effects =
    unclear === undefined ? judged : judged.map(({ request }) => unknown(request, unclear));
  const is = (happened: Effect["happened"]): boolean =>
    effects.some((effect) => effect.happened === happened);
  return { verdict: is("no") ? "no" : is("inconclusive") ? "inconclusive" : "yes", effects };
}

function effectsOf(requests: ProposalRequest, consequences: Consequences): readonly Effect[] {
  const { obstacle, after } = consequences;
  if (requests.kind === "reward") return rewardEffects(requests, consequences);
  if (requests.kind === "calls") {
    return callEffects(requests.calls, consequences);
  }
  if (requests.kind === "other") {
    const { event } = requests;
    if (obstacle !== undefined) return [no(event, obstacle)];
    return [unknown(event, `what a scheme that emits ${event} should do is unknown`)];
  }
  const { request, wrong } = wantedState(requests);
  if (obstacle !== undefined) return [no(request, obstacle)];
  if (isNotRead(after)) return [unknown(request, after.notRead)];
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
  const { beneficiary, periods, externalToken = ZeroAddress } = requests;
  const { token, reputation } = before;
  const parts = [
    ["reputation", "reputation", 18, reputation.contract.address],
    ["nativeTokens", "tokens of the DAO", tokenDecimals(token), token.contract.address],
    ["ether", "ether", 18, undefined],
    ["externalTokens", `wei of the token ${externalToken}`, 0, externalToken],
  ] as const;
  return parts.flatMap(([part, unit, decimals, address]): Effect | readonly [] => {
    const wanted = BigInt(requests[part]) * BigInt(periods);
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
    return no(request, `it ${got < 0n ? "lost" : "got"} ${amount(got)}`);
  });
}

function differenceOf({ before, after }: BalanceChange): bigint | undefined {
  return isNotRead(before) || isNotRead(after) ? undefined : BigInt(after) - BigInt(before);
}

function registered(
  { schemes }: Inspection,
  scheme: ContractDescription,
): SchemeDescription | undefined {
  return schemes.find((each) => isSame(each.contract, scheme) && each.registered);
}
