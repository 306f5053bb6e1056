import { ifRead, isNotRead } from "../../../engine/inspect/reading/attempt.js";
import { textOf } from "../../../engine/inspect/reading/contract.js";
import type {
  Inspection,
  JsonValue,
  SchemeParametersDescription,
} from "../../../engine/inspect/description.js";
import type { Amount } from "../../../foundation/support/formats.js";
import { constraintsOf } from "../../../engine/inspect/schemes/referred-contracts.js";

/** What a contract says that it was set up with. */
export type SetUpValues = Pick<SchemeParametersDescription, "values" | "mayCall" | "refersTo"> & {
  /** See {@link claimedFrom}. */
  readonly claimed?: Amount;
};

/** The reputation that a scheme has minted without votes, wei; undefined if that is not known. */
export function claimedFrom(
  { mintable }: Pick<Inspection, "mintable">,
  scheme: string,
): Amount | undefined {
  const found = ifRead(mintable)?.find((each) => each.scheme === scheme);
  return found && ifRead(found.claimed);
}

/** Arguments of `initialize` that contracts return under another name or in another form. */
const SAID_OTHERWISE: Readonly<
  Record<string, (set: SetUpValues, controller: string) => JsonValue | undefined>
> = {
  maxRepReward: ({ values }) => values.limitRepReward,
  claimingStartTime: ({ values }) => values.lockingStartTime,
  claimingEndTime: ({ values }) => values.lockingEndTime,
  // In rc.45, the scheme adds the controller to its list itself.
  contractWhitelist: ({ mayCall }, controller) =>
    ifRead(mayCall)?.filter((address) => address !== controller),
  contractsWhiteList: ({ mayCall }) => ifRead(mayCall),
  periodLimitTokensAddresses: ({ values }) => limitsOf(values) && Object.keys(limitsOf(values)!),
  periodLimitTokensAmounts: ({ values }) => limitsOf(values) && Object.values(limitsOf(values)!),
  // Up to alpha.58, an auction receives the total and stores the share of each auction.
  reputationReward: ({ values, claimed }) => {
    const { auctionReputationReward: each, numberOfAuctions, reputationRewardLeft } = values;
    if (typeof each === "string" && typeof numberOfAuctions === "string")
      return String(BigInt(each) * BigInt(numberOfAuctions));
    const locks = values.lockCounter ?? values.batchesCounter ?? "0";
    const isWhole = textOf(locks) === "0" || claimed === "0";
    return each === undefined && isWhole ? reputationRewardLeft : undefined;
  },
};

function limitsOf({ periodLimitTokens }: SetUpValues["values"]) {
  return periodLimitTokens as Readonly<Record<string, JsonValue>> | undefined;
}

/**
 * What a contract returns for an argument of its setup: itself, or the constraints that its factory created for it.
 * @returns undefined if neither says so
 */
export function setUpValue(
  name: string,
  set: SetUpValues,
  controller: string,
): JsonValue | undefined {
  const own = set.values[name] ?? SAID_OTHERWISE[name]?.(set, controller);
  if (own !== undefined) return own;
  const constraints = constraintsOf(set);
  if (constraints === undefined || isNotRead(constraints.values)) return undefined;
  // It lists no tokens, so others than these may have a limit, too.
  if (name.startsWith("periodLimitTokens")) return undefined;
  return setUpValue(name, { values: constraints.values }, controller);
}
