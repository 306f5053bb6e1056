import type { Eip1193Provider } from "../../chain/provider.js";
import { readFacts } from "../../check/check-dao.js";
import type { WantedScheme } from "../../check/facts/check-facts.js";
import { matchSchemes } from "../../check/rules/match-schemes.js";
import type { RuleFacts, Unclear } from "../../check/rules/rule.js";
import { wrongOf, wrongPermissions } from "../../check/rules/scheme-differences.js";
import { isKeptDeployer } from "../../check/rules/scheme-rules.js";
import type { Inspection, SchemeDescription } from "../../inspect/description.js";
import type { InspectOptions } from "../../inspect/inspect-dao.js";
import { isNotRead } from "../../inspect/reading/attempt.js";
import { readerAt } from "../../inspect/reading/pinned-reader.js";
import type { ContractResult, SchemeResult } from "../../result/result.js";
import type { ChangeInputs } from "../inputs.js";
import { findCandidates } from "./candidates.js";
import {
  findNewControllers,
  isOtherController,
  whyKept,
  type ControllerChange,
  type NewController,
} from "./new-controller.js";
import { findStandAlone, replaceStandAlone } from "./find-stand-alone.js";
import { standAloneIn } from "../../params/references-in.js";
import { customSchemeAt } from "./stand-alone.js";
import { unsaid, withoutStrangers } from "./strangers.js";

/** What already exists of a file. */
export interface Existing {
  /** At the block that was read. */
  readonly inspection: Inspection;
  /** These include schemes that are deployed but not registered. */
  readonly facts: RuleFacts;
  /** The file's schemes that need no transaction before they are registered, by place. */
  readonly kept: ReadonlyMap<number, SchemeResult>;
  /** Addresses of the file's universal schemes that exist with other parameters, by place. */
  readonly reused: ReadonlyMap<number, string>;
  /** How existing schemes differ from the file, by place. */
  readonly differences: ReadonlyMap<number, readonly string[]>;
  /** The file's stand-alone contracts that exist, by place. */
  readonly standAlone: ReadonlyMap<number, ContractResult>;
  /** Whether the result file lists them. */
  readonly knowsStandAlone: boolean;
  readonly controller: ControllerChange;
  /** The account that keeps all permissions according to the file. */
  readonly keptDeployer?: string;
  readonly notCompared: readonly Unclear[];
}

/** Finds out what already exists of a file, with the rules of a check. */
export async function findExisting(
  provider: Eip1193Provider,
  inspection: Inspection,
  inputs: ChangeInputs,
  options: Pick<InspectOptions, "cacheDir" | "signal"> = {},
): Promise<Existing> {
  const { block, eventsFromBlock: fromBlock } = inspection;
  const reader = await readerAt(provider, { ...options, block: block.number, fromBlock });
  const { newController = false, intended = [], intendedController } = inputs;
  const controllers = newController
    ? await findNewControllers(reader, inspection, {
        inResult: intendedController,
        account: inputs.account,
      })
    : [];
  const registeredWith = (isStrangers: boolean) =>
    controllers
      .filter((each) => each.isStrangers === isStrangers)
      .flatMap(({ registered }) => registered);
  const elsewhere = {
    own: [...registeredWith(false), ...intended],
    strangers: registeredWith(true),
  };
  const candidates = await findCandidates(reader, inspection, elsewhere, inputs.account);
  const withThem = { ...inspection, schemes: [...inspection.schemes, ...candidates.schemes] };
  const read = await readFacts(provider, { ...inputs, inspection: withThem }, { ...options });
  const { facts: first, refused } = withoutStrangers(
    { ...read, matches: matchSchemes(read) },
    candidates.strangers,
    inputs.parameters,
  );
  const found = await findStandAlone(
    reader,
    { ...inputs, recorded: first.recorded },
    first.matches,
  );
  const facts = withStandAlone(first, inputs, found.there);
  const controller = controllerChange(facts, newController, controllers);
  let sorted = sort(facts, inputs, found.missing);
  // If a scheme is deployed again, contracts that refer to it must be, too.
  while (replaceStandAlone(found, inputs, replaced(facts, inputs, sorted))) {
    sorted = sort(facts, inputs, found.missing);
  }
  const { there: standAlone, isListed: knowsStandAlone } = found;
  const notCompared = [...refused, ...sorted.notCompared];
  return { inspection, facts, standAlone, knowsStandAlone, controller, ...sorted, notCompared };
}

function controllerChange(
  facts: RuleFacts,
  isAsked: boolean,
  made: readonly NewController[],
): ControllerChange {
  if (!isOtherController(facts)) return { keeps: true };
  const why = whyKept(facts, isAsked);
  return why === undefined ? { keeps: false, made } : { keeps: true, why };
}

/** Stand-alone contracts that are schemes and differ from the file in what cannot change. New ones are deployed. */
function replaced(
  { matches }: RuleFacts,
  { parameters }: ChangeInputs,
  { kept, reused }: Pick<Existing, "kept" | "reused">,
): readonly number[] {
  return matches.flatMap(({ wanted: { index }, scheme }) => {
    const { address } = customSchemeAt(parameters, index) ?? {};
    if (typeof address !== "object" || scheme === undefined) return [];
    return kept.has(index) || reused.has(index) ? [] : [address.standAloneContract];
  });
}

/** The facts as if a result file listed these contracts. */
function withStandAlone(
  facts: RuleFacts,
  { parameters }: ChangeInputs,
  known: Existing["standAlone"],
): RuleFacts {
  if (known.size === 0) return facts;
  const { recorded, inspection } = facts;
  const { controller, token, reputation } = inspection;
  const StandAloneContracts: ContractResult[] = [];
  // Leave holes for unknown contracts: rules take these as unknown.
  for (const [index] of parameters.standAloneContracts.entries()) {
    const contract = known.get(index);
    if (contract !== undefined) StandAloneContracts[index] = contract;
  }
  const own = {
    Controller: controller.address,
    NativeToken: token.contract.address,
    NativeReputation: reputation.contract.address,
    schemes: [],
  };
  const told = { ...facts, recorded: { ...own, ...recorded, StandAloneContracts } };
  return { ...told, matches: matchSchemes(told) };
}

/** @param missing places of stand-alone contracts that must be deployed, so no scheme on the chain refers to them */
function sort(
  facts: RuleFacts,
  { parameters, artifacts }: ChangeInputs,
  missing: ReadonlySet<number>,
) {
  const kept = new Map<number, SchemeResult>();
  const reused = new Map<number, string>();
  const differences = new Map<number, readonly string[]>();
  const notCompared: Unclear[] = [];
  for (const { wanted, scheme } of facts.matches) {
    if (scheme === undefined) continue;
    const { contract, paramsHash, history } = scheme as SchemeDescription;
    const all = wrongOf({ wanted, scheme }, facts);
    const wrong = [
      ...all.flatMap((each) => ("message" in each ? [each.message] : [])),
      ...namesMissing(wanted, parameters, missing),
    ];
    const unclear = all.filter((each) => "unclear" in each);
    const isRegistered = history.length > 0;
    if (wrong.length > 0) differences.set(wanted.index, wrong);
    // The controller stores permissions, so other permissions do not require another contract.
    const isSetUp = wrong.length === wrongPermissions({ wanted, scheme }).length;
    // Use an unregistered contract only if it is known to be right.
    const isRight = isSetUp && (isRegistered || unclear.length === 0);
    if (isRight || isFixed(wanted, scheme, parameters)) {
      const { name, release = artifacts.release.version } = wanted;
      kept.set(wanted.index, {
        name: nameOf(wanted, parameters),
        ...(name !== nameOf(wanted, parameters) && { alias: name }),
        address: contract.address,
        arcVersion: release,
        permissions: wanted.permissions,
        paramsHash,
      });
      notCompared.push(...unclear, ...unsaid(wanted, scheme));
      continue;
    }
    const { release } = wanted;
    const isOfRelease = release === undefined || contract.releases?.includes(release) === true;
    if (isOfRelease && isUniversal(scheme)) reused.set(wanted.index, contract.address);
  }
  const deployer = facts.inspection.schemes.find((scheme) => isKeptDeployer(scheme, facts));
  return {
    ...{ kept, reused, differences, notCompared },
    ...(deployer !== undefined && { keptDeployer: deployer.contract.address }),
  };
}

/** Values of a scheme in the file that refer to contracts that must be deployed first. */
function namesMissing(
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

/** Whether the file gives the address of a scheme whose setup cannot change. */
function isFixed(
  { index }: WantedScheme,
  scheme: Pick<SchemeDescription, "parameters">,
  parameters: ChangeInputs["parameters"],
): boolean {
  const { address, isUniversal: takesOthers = false } = customSchemeAt(parameters, index) ?? {};
  return typeof address === "string" && !takesOthers && !isUniversal(scheme);
}

/** A scheme of many DAOs can get other parameters; one that belongs to this DAO alone cannot. */
function isUniversal({ parameters }: Pick<SchemeDescription, "parameters">): boolean {
  return parameters !== undefined && !isNotRead(parameters) && parameters.kept === "hash";
}

function nameOf({ index, name }: WantedScheme, parameters: ChangeInputs["parameters"]): string {
  return customSchemeAt(parameters, index)?.name ?? name;
}
