import type { Eip1193Provider } from "../../chain/provider.js";
import { readFacts } from "../../check/check-dao.js";
import type { CheckFacts, WantedScheme } from "../../check/facts/check-facts.js";
import { matchSchemes } from "../../check/rules/match-schemes.js";
import type { RuleFacts, Unclear } from "../../check/rules/rule.js";
import { isKeptDeployer, wrongOf, wrongPermissions } from "../../check/rules/scheme-rules.js";
import type { Inspection, SchemeDescription } from "../../inspect/description.js";
import type { InspectOptions } from "../../inspect/inspect-dao.js";
import { isNotRead } from "../../inspect/reading/attempt.js";
import { readerAt } from "../../inspect/reading/pinned-reader.js";
import { formatPath } from "../../params/file/issues.js";
import type { CustomSchemeParameters } from "../../params/parameters.js";
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
import { standAloneIn } from "./stand-alone.js";

/** What of a file is there already. */
export interface Existing {
  /** At the block that was read. */
  readonly inspection: Inspection;
  /** With schemes that are made and not registered among those that are. */
  readonly facts: RuleFacts;
  /** Schemes of the file that need no transaction before they are registered, by their place. */
  readonly kept: ReadonlyMap<number, SchemeResult>;
  /** Universal schemes of the file that are there with other parameters: their address, by their place. */
  readonly reused: ReadonlyMap<number, string>;
  /** What is otherwise than the file says of schemes that are there, by their place. */
  readonly differences: ReadonlyMap<number, readonly string[]>;
  /** Stand-alone contracts of the file that are there, by their place. */
  readonly standAlone: ReadonlyMap<number, ContractResult>;
  /** Whether the result file says which of them are there. */
  readonly knowsStandAlone: boolean;
  readonly controller: ControllerChange;
  /** The account that the file leaves all permissions. */
  readonly keptDeployer?: string;
  readonly notCompared: readonly Unclear[];
}

/** Finds out what of a file is there already, by the rules of a check. */
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
    ? await findNewControllers(reader, inspection, intendedController)
    : [];
  const candidates = await findCandidates(reader, inspection, [
    ...controllers.flatMap(({ registered }) => registered),
    ...intended,
  ]);
  const withThem = { ...inspection, schemes: [...inspection.schemes, ...candidates] };
  const read = async (recorded: CheckFacts["recorded"]): Promise<RuleFacts> => {
    const facts = await readFacts(
      provider,
      { ...inputs, inspection: withThem, recorded },
      { ...options },
    );
    return { ...facts, matches: matchSchemes(facts) };
  };
  const first = await read(inputs.recorded);
  const found = await findStandAlone(reader, inputs, first.matches);
  const facts = withStandAlone(first, inputs, found.there);
  const controller = controllerChange(facts, newController, controllers);
  let sorted = sort(facts, inputs, found.missing);
  // A scheme that is made again can be a contract that others refer to, which are made again then.
  while (replaceStandAlone(found, inputs, replaced(facts, inputs, sorted))) {
    sorted = sort(facts, inputs, found.missing);
  }
  const { there: standAlone, isListed: knowsStandAlone } = found;
  return { inspection, facts, standAlone, knowsStandAlone, controller, ...sorted };
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

/** Stand-alone contracts that are schemes, and differ from the file in what cannot be changed: new ones are deployed. */
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

/** The facts, as if a result file listed those contracts. */
function withStandAlone(
  facts: RuleFacts,
  { recorded, parameters }: ChangeInputs,
  known: Existing["standAlone"],
): RuleFacts {
  if (known.size === 0) return facts;
  const { controller, token, reputation } = facts.inspection;
  const StandAloneContracts: ContractResult[] = [];
  // Places without one stay empty, which is what a rule takes for not known.
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

/** @param missing places of stand-alone contracts that have to be deployed: no scheme on the chain can name one */
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
    // Permissions are the controller's: with others, it is the same contract.
    const isSetUp = wrong.length === wrongPermissions({ wanted, scheme }).length;
    // Of what is not registered, only what is known to be right is used.
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

/** What a scheme of the file is set up with that has to be deployed first. */
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
          `${name}: ${value.name} is StandAloneContracts[${place}] in the file, which has to be deployed.`,
      ),
  );
}

/** Whether the file names the address of a scheme that keeps what it was set up with. */
function isFixed(
  { index }: WantedScheme,
  scheme: Pick<SchemeDescription, "parameters">,
  parameters: ChangeInputs["parameters"],
): boolean {
  const { address, isUniversal: takesOthers = false } = customSchemeAt(parameters, index) ?? {};
  return typeof address === "string" && !takesOthers && !isUniversal(scheme);
}

/** A scheme of many DAOs takes other parameters; one that belongs to this DAO alone cannot change its own. */
function isUniversal({ parameters }: Pick<SchemeDescription, "parameters">): boolean {
  return parameters !== undefined && !isNotRead(parameters) && parameters.kept === "hash";
}

/** Values of the file that the contract does not say back. */
function unsaid(
  { values }: WantedScheme,
  { parameters }: Pick<SchemeDescription, "parameters">,
): readonly Unclear[] {
  if (parameters === undefined || isNotRead(parameters)) return [];
  return values
    .filter(({ name }) => parameters.values[name] === undefined)
    .map(({ name, path }) => ({
      where: formatPath(path),
      unclear: `the contract does not say which ${name} it was set up with`,
    }));
}

function nameOf({ index, name }: WantedScheme, parameters: ChangeInputs["parameters"]): string {
  return customSchemeAt(parameters, index)?.name ?? name;
}

/** @param index place among all schemes of the file */
function customSchemeAt(
  { schemes, customSchemes }: ChangeInputs["parameters"],
  index: number,
): CustomSchemeParameters | undefined {
  const builtIn = Object.values(schemes).reduce((sum, list) => sum + list.length, 0);
  return customSchemes[index - builtIn];
}
