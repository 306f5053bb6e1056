import { formatUnits, getAddress, ZeroAddress } from "ethers";

import { PERMISSION, permits, withRegistered } from "../../arc/permissions.js";
import type {
  ContractDescription,
  Inspection,
  ProposalRequest,
  Read,
  SchemeDescription,
} from "../../inspect/description.js";
import { tokenDecimals } from "../../inspect/assets/token-decimals.js";
import { isNotRead } from "../../inspect/reading/attempt.js";
import type {
  BalanceChange,
  Effect,
  EffectVerdict,
  SimulatedTransaction,
  TracedCall,
} from "../simulation.js";

/** Everything needed to judge a proposal after it was carried out. */
export interface Consequences {
  readonly before: Inspection;
  readonly after: Read<Inspection>;
  /** Why the proposal did not pass; undefined if it did. */
  readonly obstacle: string | undefined;
  /** Changes from redeeming only. */
  readonly redeemed: readonly BalanceChange[];
  readonly stages: readonly SimulatedTransaction[];
}

/** Whether what a proposal requests is what happened. */
export function judgeEffects(
  requests: Read<ProposalRequest>,
  consequences: Consequences,
): EffectVerdict {
  const effects = isNotRead(requests)
    ? [
        {
          request: "an unknown request",
          happened: "inconclusive" as const,
          instead: requests.notRead,
        },
      ]
    : effectsOf(requests, consequences);
  const is = (happened: Effect["happened"]): boolean =>
    effects.some((effect) => effect.happened === happened);
  return { verdict: is("no") ? "no" : is("inconclusive") ? "inconclusive" : "yes", effects };
}

function effectsOf(requests: ProposalRequest, consequences: Consequences): readonly Effect[] {
  const { obstacle } = consequences;
  switch (requests.kind) {
    case "reward":
      return rewardEffects(requests, consequences);
    case "calls":
      return requests.calls.map((call) => {
        const request = `call ${call.function?.signature ?? call.data.slice(0, 10)} of ${nameOf(call.to)}`;
        const found = findCall(consequences, call);
        if (found?.failed === undefined && found !== undefined) return yes(request);
        const failed = consequences.stages.find(({ outcome }) => outcome !== "done")?.reason;
        return no(request, obstacle ?? found?.failed ?? failed ?? "the call was not made");
      });
    case "registerScheme": {
      const wanted = withRegistered(requests.permissions.bytes);
      const request = `register ${nameOf(requests.scheme)} with ${requests.permissions.bytes}`;
      return [
        afterwards(request, consequences, ({ schemes }) => {
          const is = registered(schemes, requests.scheme.address);
          if (is === undefined) return "it is not registered";
          if (BigInt(is.permissions.bytes) !== BigInt(wanted))
            return `it has ${is.permissions.bytes}`;
          return is.paramsHash === requests.paramsHash
            ? undefined
            : `its parameters are ${is.paramsHash}`;
        }),
      ];
    }
    case "unregisterScheme":
      return [
        afterwards(
          `unregister ${nameOf(requests.scheme)}`,
          consequences,
          ({ schemes }) => registered(schemes, requests.scheme.address) && "it is still registered",
        ),
      ];
    case "addGlobalConstraint":
    case "removeGlobalConstraint": {
      const adds = requests.kind === "addGlobalConstraint";
      const name = nameOf(requests.constraint);
      const request = `${adds ? "add" : "remove"} ${name} as a global constraint`;
      return [
        afterwards(request, consequences, ({ globalConstraints }) => {
          if (isNotRead(globalConstraints)) throw new Error(globalConstraints.notRead);
          const is = globalConstraints.some(
            ({ contract }) => contract.address === requests.constraint.address,
          );
          if (is === adds) return undefined;
          return adds ? "it is not there" : "it is still there";
        }),
      ];
    }
    case "upgradeController":
      return [
        afterwards(
          `make ${nameOf(requests.controller)} the DAO's controller`,
          consequences,
          (after) =>
            after.controller.address === requests.controller.address
              ? undefined
              : `its controller is ${after.controller.address}`,
        ),
      ];
    case "changeUpgradeScheme":
      return [
        afterwards(
          `make ${nameOf(requests.scheme)} the upgrading scheme`,
          consequences,
          ({ schemes }) => {
            const is = registered(schemes, requests.scheme.address);
            if (is === undefined) return "it is not registered";
            return permits(is.permissions.bytes, PERMISSION.UPGRADE_CONTROLLER)
              ? undefined
              : `it has ${is.permissions.bytes}`;
          },
        ),
      ];
    case "other": {
      const instead = obstacle ?? `what a scheme that emits ${requests.event} should do is unknown`;
      return [{ request: requests.event, happened: obstacle ? "no" : "inconclusive", instead }];
    }
  }
}

function rewardEffects(
  requests: Extract<ProposalRequest, { readonly kind: "reward" }>,
  { before, obstacle, redeemed, stages }: Consequences,
): readonly Effect[] {
  const { beneficiary, periods, externalToken } = requests;
  const parts = [
    ["reputation", "reputation", 18, before.reputation.contract.address],
    [
      "nativeTokens",
      "tokens of the DAO",
      tokenDecimals(before.token),
      before.token.contract.address,
    ],
    ["ether", "ether", 18, undefined],
    // A proposal may ask for tokens of the zero address.
    [
      "externalTokens",
      `wei of the token ${externalToken ?? ZeroAddress}`,
      0,
      externalToken ?? ZeroAddress,
    ],
  ] as const;
  return parts.flatMap(([part, unit, decimals, token]): Effect[] => {
    const each = requests[part];
    if (each === "0") return [];
    const wanted = BigInt(each) * BigInt(periods);
    const amount = (wei: bigint): string =>
      `${formatUnits(wei < 0n ? -wei : wei, decimals)} ${unit}`;
    const request =
      wanted < 0n
        ? `take ${amount(wanted)} from ${beneficiary}`
        : `pay ${amount(wanted)} to ${beneficiary}`;
    if (obstacle !== undefined) return [no(request, obstacle)];
    const refused = stages.find((stage) => stage.part === part && stage.outcome === "refused");
    if (refused !== undefined)
      return [no(request, `redeeming it fails: ${refused.reason ?? "no reason given"}`)];
    const change = redeemed.find(
      ({ account, token: of, kind }) =>
        account === beneficiary &&
        (token === undefined ? kind === "ether" : of === getAddress(token)),
    );
    const got = change === undefined ? 0n : differenceOf(change);
    if (got === undefined)
      return [{ request, happened: "inconclusive", instead: "the balance could not be read" }];
    if (got === wanted) return [yes(request)];
    return [no(request, `it ${got < 0n ? "lost" : "got"} ${amount(got)}`)];
  });
}

function differenceOf({ before, after }: BalanceChange): bigint | undefined {
  return isNotRead(before) || isNotRead(after) ? undefined : BigInt(after) - BigInt(before);
}

/** @param wrong returns what is wrong with the DAO afterwards */
function afterwards(
  request: string,
  { after, obstacle }: Consequences,
  wrong: (after: Inspection) => string | undefined,
): Effect {
  if (obstacle !== undefined) return no(request, obstacle);
  if (isNotRead(after)) return { request, happened: "inconclusive", instead: after.notRead };
  try {
    const instead = wrong(after);
    return instead === undefined ? yes(request) : no(request, instead);
  } catch (error) {
    return { request, happened: "inconclusive", instead: (error as Error).message };
  }
}

/**
 * Finds the call that a proposal requests, as the avatar made it: a successful one if there is one, else a failed one.
 */
function findCall(
  { before, stages }: Consequences,
  {
    to,
    data,
    value,
  }: { readonly to: ContractDescription; readonly data: string; readonly value: string },
): TracedCall | undefined {
  const found: TracedCall[] = [];
  const look = (call: TracedCall): void => {
    // Avatars of the alpha releases pad the call data with zeros.
    const isData = call.data.startsWith(data) && /^0*$/.test(call.data.slice(data.length));
    const isIt = call.to.address === to.address && isData && call.value === value;
    if (isIt && call.from === before.avatar.address) found.push(call);
    // A failed call reverts all calls inside it.
    if (call.failed === undefined) for (const each of call.calls) look(each);
  };
  for (const { calls } of stages) look(calls);
  return found.find(({ failed }) => failed === undefined) ?? found[0];
}

function registered(
  schemes: readonly SchemeDescription[],
  address: string,
): SchemeDescription | undefined {
  return schemes.find((scheme) => scheme.contract.address === address && scheme.registered);
}

function nameOf({ address, name, code }: ContractDescription): string {
  return `${name ?? (code === "account" ? "the account" : "unknown code")} ${address}`;
}

function yes(request: string): Effect {
  return { request, happened: "yes" };
}

function no(request: string, instead: string): Effect {
  return { request, happened: "no", instead };
}
