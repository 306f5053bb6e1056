import type { AbiEntry } from "../../arc/artifact.js";
import type { ArgumentScope } from "./match-arguments.js";
import { chooseEntry, chooseFunction } from "./calls.js";
import { checkFields } from "../file/check-fields.js";
import type { FoundContract } from "./contracts.js";
import { arcNameOf, checkBytecode, checkDeployable } from "./contracts.js";
import type { Path } from "../file/issues.js";
import type { FunctionCall, StandAloneContractParameters } from "../parameters.js";
import type { PlainObject } from "../file/plain.js";
import { isObject } from "../file/plain.js";
import type { Resolution } from "./resolution.js";

/** ABI entry of a constructor that the ABI does not list. */
const BARE_CONSTRUCTOR: AbiEntry = { type: "constructor", inputs: [] };

/** Resolves the contracts to deploy beside the DAO, in order. */
export async function resolveStandAloneContracts(
  resolution: Resolution,
): Promise<StandAloneContractParameters[]> {
  const contracts: StandAloneContractParameters[] = [];
  const list = resolution.raw.StandAloneContracts;
  for (const [i, value] of (Array.isArray(list) ? list : []).entries()) {
    const contract = await standAlone(value, i, resolution);
    if (contract !== undefined) contracts.push(contract);
  }
  return contracts;
}

async function standAlone(
  value: unknown,
  index: number,
  resolution: Resolution,
): Promise<StandAloneContractParameters | undefined> {
  const { issues, contracts, release } = resolution;
  const path: Path = ["StandAloneContracts", index];
  const fields = checkFields("StandAloneContractParameters", value, path, issues);
  const { name, alias, fromArc, arcVersion } = fields;
  if (name === undefined || !isObject(value)) return undefined;
  const contract = await contracts.find({ name, fromArc, arcVersion }, release, path);
  if (contract === undefined) return undefined;
  const { voteParamsCount } = resolution;
  const usesConstructor = fields.constructor === true;
  const call = firstCall(value, usesConstructor, contract, path, resolution, {
    standAloneCount: index,
    voteParamsCount,
  });
  const runFunctions = resolveRunFunctions(value, contract, path, resolution, {
    standAloneCount: index + 1,
    voteParamsCount,
  });
  return {
    ...contract.source,
    ...(alias !== undefined && { alias }),
    constructor: usesConstructor,
    ...call,
    runFunctions,
  };
}

/** Resolves the arguments of the constructor or of initialize. */
function firstCall(
  value: PlainObject,
  usesConstructor: boolean,
  contract: FoundContract,
  path: Path,
  { issues }: Resolution,
  scope: ArgumentScope,
): Pick<StandAloneContractParameters, "args" | "abi"> {
  const params = argumentList(value.params, [...path, "params"], issues);
  const place = {
    functionPath: [...path, "name"],
    argumentsPath: [...path, "params"],
    contract: contract.described,
    arcName: arcNameOf(contract),
  };
  if (usesConstructor) {
    checkBytecode(contract, path, issues);
    const entry = contract.artifact.abi.find(({ type }) => type === "constructor");
    const call = chooseEntry([entry ?? BARE_CONSTRUCTOR], params ?? [], { place, scope, issues });
    return call === undefined || params === undefined ? {} : { args: call.args };
  }
  checkDeployable(contract, path, issues);
  if (params === undefined) return {};
  const call = chooseFunction(contract.artifact, "initialize", params, { place, scope, issues });
  return call ?? {};
}

/** The list of arguments; undefined if there is none. Anything but a list is reported, and counts as empty. */
export function argumentList(
  value: unknown,
  path: Path,
  issues: Resolution["issues"],
): readonly unknown[] | undefined {
  if (value === undefined || Array.isArray(value)) return value;
  issues.error(path, value, "a list of arguments", "it is not a list");
  return undefined;
}

/** Resolves the calls in an element's `runFunctions`. */
export function resolveRunFunctions(
  element: PlainObject,
  { artifact, described, release }: FoundContract,
  path: Path,
  { issues }: Resolution,
  scope: ArgumentScope,
): FunctionCall[] {
  const list = element.runFunctions ?? [];
  if (!Array.isArray(list)) {
    const wanted = "a list of {functionName, params}";
    issues.error([...path, "runFunctions"], list, wanted, "it is not a list");
    return [];
  }
  return list.flatMap((value: unknown, i) => {
    const place = [...path, "runFunctions", i];
    const { functionName } = checkFields("RunFunction", value, place, issues);
    if (functionName === undefined || !isObject(value)) return [];
    const params = argumentList(value.params, [...place, "params"], issues) ?? [];
    const call = chooseFunction(artifact, functionName, params, {
      place: {
        functionPath: [...place, "functionName"],
        argumentsPath: [...place, "params"],
        contract: described,
        arcName: arcNameOf({ artifact, release }),
      },
      scope,
      issues,
    });
    return call === undefined ? [] : [{ functionName: call.abi.name ?? functionName, ...call }];
  });
}

/** Number of stand-alone contracts that can be referred to; reports a section that is not a list. */
export function countStandAloneContracts(raw: PlainObject, issues: Resolution["issues"]): number {
  const list = raw.StandAloneContracts ?? [];
  if (!Array.isArray(list)) {
    issues.error(["StandAloneContracts"], list, "a list of contracts", "it is not a list");
    return 0;
  }
  return list.length;
}
