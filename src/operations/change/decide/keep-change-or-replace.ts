import { makes } from "../../../engine/governance/proposal-kinds.js";
import { PERMISSION, permits } from "../../../foundation/arc/permissions.js";
import { isOfRelease } from "../../../foundation/arc/known-code.js";
import type { CheckFacts, Matched, WantedScheme } from "../../check/facts/check-facts.js";
import type { RuleFacts, Unclear } from "../../check/rules/rule.js";
import { wrongOf, wrongPermissions } from "../../check/rules/scheme-differences.js";
import type { SchemeDescription } from "../../../engine/inspect/description.js";
import { ifRead } from "../../../engine/inspect/reading/attempt.js";
import { standAloneIn, withDependents } from "../../../foundation/params/references-in.js";
import type { SchemeResult } from "../../../foundation/result/result.js";
import type { UncomparedPart } from "../change.js";
import type { ChangeInputs } from "../inputs.js";
import type { StandAloneFound } from "./find-stand-alone.js";
import { customSchemeAt } from "./needs.js";
import type { NewController } from "./new-controller.js";

/*
 * What a change does with the parts of a DAO that exist: its schemes, the contracts to which they refer, and its
 * controller. What is not there is made.
 */

/** What becomes of the file's schemes, by their places. A scheme that exists and is in neither list is replaced. */
export interface SchemeDecisions {
  /** They need no transaction before they are registered. */
  readonly kept: ReadonlyMap<number, SchemeResult>;
  /** Addresses of universal schemes that only get other parameters. */
  readonly changed: ReadonlyMap<number, string>;
  /** How existing schemes differ from the file. */
  readonly differences: ReadonlyMap<number, readonly string[]>;
  /** About those that are kept. */
  readonly notCompared: readonly UncomparedPart[];
}

/**
 * Decides for each scheme of the file that exists whether it is kept, changed or replaced.
 * @param standAlone gets what has to be deployed again, too, because schemes are replaced
 */
export function keepChangeOrReplace(
  facts: RuleFacts,
  inputs: ChangeInputs,
  standAlone: StandAloneFound,
): SchemeDecisions {
  const decided = decideOnce(facts, inputs, standAlone.missing);
  const replaced = replacedIn(facts, inputs, decided);
  // If a scheme is deployed again, contracts that refer to it must be, too.
  return replaceStandAlone(standAlone, inputs, replaced)
    ? keepChangeOrReplace(facts, inputs, standAlone)
    : decided;
}

/**
 * Has contracts deployed again that cannot be used as they are, and all contracts whose arguments refer to one of
 * these.
 * @param replaced places of contracts that cannot be used as they are
 * @returns whether this adds any
 */
function replaceStandAlone(
  { there, missing }: Pick<StandAloneFound, "there" | "missing">,
  { parameters: { standAloneContracts } }: Pick<ChangeInputs, "parameters">,
  replaced: readonly number[],
): boolean {
  const before = missing.size;
  for (const index of withDependents(standAloneContracts, replaced)) {
    if (!there.has(index) && !replaced.includes(index)) continue;
    missing.add(index);
    there.delete(index);
  }
  return missing.size > before;
}

/** Stand-alone contracts that are schemes and differ from the file in what cannot change. New ones are deployed. */
function replacedIn(
  { matches }: RuleFacts,
  { parameters }: ChangeInputs,
  { kept, changed }: SchemeDecisions,
): readonly number[] {
  return matches.flatMap(({ wanted: { index }, scheme }) => {
    const { address } = customSchemeAt(parameters, index) ?? {};
    if (typeof address !== "object" || scheme === undefined) return [];
    return kept.has(index) || changed.has(index) ? [] : [address.standAloneContract];
  });
}

/** @param missing places of stand-alone contracts that must be deployed, so no scheme on the chain refers to them */
function decideOnce(
  facts: RuleFacts,
  inputs: ChangeInputs,
  missing: ReadonlySet<number>,
): SchemeDecisions {
  const kept = new Map<number, SchemeResult>();
  const changed = new Map<number, string>();
  const differences = new Map<number, readonly string[]>();
  const notCompared: UncomparedPart[] = [];
  for (const { wanted, scheme } of facts.matches) {
    if (scheme === undefined) continue;
    const match = { wanted, scheme };
    const { wrong, unclear } = compare(match, facts, inputs, missing);
    if (wrong.length > 0) differences.set(wanted.index, wrong);
    // The controller stores permissions, so other permissions do not require another contract.
    const isSetUp = wrong.length === wrongPermissions(match).length;
    // An unregistered contract is used only if it is known to be right.
    const isRight =
      isSetUp && (scheme.history.length > 0 || unclear.every((each) => each.undisclosed));
    if (isRight || isFixed(match, inputs)) {
      kept.set(wanted.index, resultOf(match, inputs));
      notCompared.push(...unclear.map(({ where, unclear: reason }) => ({ where, reason })));
    } else if (mayChange(match, inputs)) {
      changed.set(wanted.index, scheme.contract.address);
    }
  }
  return { kept, changed, differences, notCompared };
}

function compare(
  match: Matched,
  facts: RuleFacts,
  { parameters }: ChangeInputs,
  missing: ReadonlySet<number>,
): { readonly wrong: readonly string[]; readonly unclear: readonly Unclear[] } {
  const all = wrongOf(match, facts);
  return {
    wrong: [
      ...all.flatMap((each) => ("message" in each ? each.message : [])),
      ...referencesToMissing(match.wanted, parameters, missing),
    ],
    unclear: all.filter((each) => "unclear" in each),
  };
}

/** Values of a scheme in the file that refer to contracts that must be deployed first. */
function referencesToMissing(
  { index, name, values }: WantedScheme,
  parameters: ChangeInputs["parameters"],
  missing: ReadonlySet<number>,
): readonly string[] {
  const { address } = customSchemeAt(parameters, index) ?? {};
  const own = typeof address === "object" ? [{ name: "its address", argument: address }] : [];
  return [...own, ...values].flatMap((value) =>
    standAloneIn([value.argument])
      .filter((place) => missing.has(place))
      .map(
        (place) =>
          `${name}: ${value.name} is StandAloneContracts[${place}] in the file, which must be deployed.`,
      ),
  );
}

function isFixed({ wanted, scheme }: Matched, { parameters }: ChangeInputs): boolean {
  const { address, isUniversal: isShared = false } = customSchemeAt(parameters, wanted.index) ?? {};
  return typeof address === "string" && !isShared && !isUniversal(scheme);
}

/** A scheme of many DAOs can get other parameters; one that belongs to this DAO alone cannot. */
function mayChange({ wanted, scheme }: Matched, { parameters }: ChangeInputs): boolean {
  const custom = customSchemeAt(parameters, wanted.index);
  return (
    isUniversal(scheme) &&
    (custom === undefined || (custom.isUniversal && !custom.fromFactory)) &&
    isOfRelease(scheme.contract, wanted.release)
  );
}

function isUniversal({ parameters }: Pick<SchemeDescription, "parameters">): boolean {
  return ifRead(parameters)?.kept === "hash";
}

function resultOf({ wanted, scheme }: Matched, { parameters }: ChangeInputs): SchemeResult {
  const { release, permissions } = wanted;
  const { name = wanted.name } = customSchemeAt(parameters, wanted.index) ?? {};
  return {
    name,
    alias: name === wanted.name ? undefined : wanted.name,
    address: scheme.contract.address,
    arcVersion: release,
    permissions,
    paramsHash: scheme.paramsHash,
  };
}

/** Whether the DAO gets a controller of the file's release. */
export type ControllerDecision =
  /** It has one, or keeps another one; in that case, `why` says why. */
  | { readonly keeps: true; readonly why?: string }
  | { readonly keeps: false; readonly made: readonly NewController[] };

type ControllerFacts = Pick<CheckFacts, "inspection" | "wanted">;

/** @param made controllers that were deployed for the DAO */
export function decideController(
  facts: ControllerFacts,
  isRequested: boolean,
  made: readonly NewController[],
): ControllerDecision {
  if (!isOtherController(facts)) return { keeps: true };
  const why = whyKept(facts, isRequested);
  return why === undefined ? { keeps: false, made } : { keeps: true, why };
}

/** Why the DAO keeps a controller that is not the one in the file; undefined if it gets that one. */
function whyKept(
  { inspection, wanted }: ControllerFacts,
  isRequested: boolean,
): string | undefined {
  if (wanted.usesUController) {
    return "A DAO cannot move to a universal controller, which registers a DAO only once it owns the avatar, and then for the first account that asks.";
  }
  if (!isRequested) {
    return "A controller of the file's release is deployed and proposed only on request: pass --new-controller.";
  }
  const mayUpgrade = inspection.schemes.some(
    ({ contract, registered, permissions }) =>
      registered &&
      makes(contract.name, "upgradeController") &&
      permits(permissions.bytes, PERMISSION.UPGRADE_CONTROLLER),
  );
  if (mayUpgrade) return undefined;
  return (
    "No registered UpgradeScheme of this DAO may upgrade the controller. First register one: put UpgradeScheme " +
    "in the file, and plan without --new-controller."
  );
}

function isOtherController({ inspection, wanted }: ControllerFacts): boolean {
  const { controller } = inspection;
  const isWanted = controller.name !== undefined && isOfRelease(controller, wanted.release);
  return controller.universal !== wanted.usesUController || !isWanted;
}
