import { constructorInputs } from "../../arc/abi.js";
import type { AbiEntry } from "../../arc/artifact.js";
import { checkFields } from "../file/check-fields.js";
import type { Place } from "../file/place.js";
import type { FunctionCall, StandAloneContractParameters } from "../parameters.js";
import { chooseEntry, chooseFunction } from "./choose-function.js";
import { checkDeployable, type FoundContract } from "./contract-finder.js";
import type { ArgumentScope, Resolution } from "./resolution.js";

/** ABI entry of a constructor that the ABI does not list. */
const BARE_CONSTRUCTOR: AbiEntry = { type: "constructor", inputs: [] };

/** Resolves the contracts to deploy beside the DAO, in order. */
export async function resolveStandAloneContracts(
  resolution: Resolution,
): Promise<StandAloneContractParameters[]> {
  const contracts: StandAloneContractParameters[] = [];
  const section = resolution.root.at("StandAloneContracts");
  for (const [i, place] of section.list("a list of contracts").entries()) {
    const contract = await standAlone(place, i, resolution);
    if (contract !== undefined) contracts.push(contract);
  }
  return contracts;
}

async function standAlone(
  place: Place,
  index: number,
  { contracts, release, votingMachines }: Resolution,
): Promise<StandAloneContractParameters | undefined> {
  const fields = checkFields("StandAloneContractParameters", place);
  const { name, alias, fromArc, arcVersion } = fields;
  if (name === undefined) return undefined;
  const contract = await contracts.find({ name, fromArc, arcVersion }, release, place);
  if (contract === undefined) return undefined;
  const usesConstructor = isForConstructor(fields.constructor, contract);
  const earlier = { standAloneCount: index, votingMachines };
  const call = firstCall(place, usesConstructor, contract, earlier);
  const own = { standAloneCount: index + 1, votingMachines };
  return {
    ...contract.source,
    alias,
    constructor: usesConstructor,
    ...call,
    runFunctions: resolveRunFunctions(place, contract, own),
  };
}

/**
 * Whether params go to the constructor: by the specification, unless the file says otherwise. Arc's own contracts have
 * a constructor without arguments, and the predecessor's files do not say that their params are for initialize.
 * @param said the file's field; an object has a `constructor` of its own
 */
function isForConstructor(said: unknown, { artifact }: FoundContract): boolean {
  return typeof said === "boolean" ? said : constructorInputs(artifact).length > 0;
}

/** Resolves the arguments of the constructor or of initialize. */
function firstCall(
  place: Place,
  usesConstructor: boolean,
  contract: FoundContract,
  scope: ArgumentScope,
): Pick<StandAloneContractParameters, "args" | "abi"> {
  checkDeployable(contract, place, usesConstructor ? undefined : "constructor: true");
  const params = place.at("params");
  const options = { name: place.at("name"), params, contract, scope };
  if (usesConstructor) {
    const entry = contract.artifact.abi.find(({ type }) => type === "constructor");
    const call = chooseEntry([entry ?? BARE_CONSTRUCTOR], options);
    return call === undefined || params.value === undefined ? {} : { args: call.args };
  }
  return (params.value === undefined ? undefined : chooseFunction("initialize", options)) ?? {};
}

export function resolveRunFunctions(
  element: Place,
  contract: FoundContract,
  scope: ArgumentScope,
): FunctionCall[] {
  const list = element.at("runFunctions").list("a list of {functionName, params}");
  return list.flatMap((place) => {
    const { functionName } = checkFields("RunFunction", place);
    if (functionName === undefined) return [];
    const [name, params] = [place.at("functionName"), place.at("params")];
    const call = chooseFunction(functionName, { name, params, contract, scope });
    return call === undefined ? [] : [{ functionName: call.abi.name ?? functionName, ...call }];
  });
}
