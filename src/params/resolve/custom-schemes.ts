import { hasFunction } from "../../arc/abi.js";
import { FACTORIES } from "../../arc/factories.js";
import type { ChosenCall } from "./calls.js";
import { chooseFunction } from "./calls.js";
import { checkFields, type Checked } from "../file/check-fields.js";
import type { FoundContract } from "./contracts.js";
import { arcNameOf, checkDeployable } from "./contracts.js";
import { checkFactoryVotes } from "./factory-votes.js";
import type { Path } from "../file/issues.js";
import { Described } from "../file/issues.js";
import type { CustomSchemeParameters } from "../parameters.js";
import type { PlainObject } from "../file/plain.js";
import { isObject } from "../file/plain.js";
import { readReference } from "./references.js";
import type { Resolution } from "./resolution.js";
import { argumentList, resolveRunFunctions } from "./stand-alone-contracts.js";
import { toContractName } from "../file/values.js";
import { ValueProblem } from "../file/numbers.js";

/** CompetitionFactory creates two contracts; this one is the scheme. */
const SCHEME_OF_COMPETITION = "ContributionRewardExt";

type Fields = Checked<"CustomSchemeParameters">;

interface Element {
  readonly value: unknown;
  readonly path: Path;
  /** Its key, in the mapping form. */
  readonly key?: string;
}

/** Resolves the custom schemes, from the list form or the mapping form, in order. */
export async function resolveCustomSchemes(
  resolution: Resolution,
): Promise<CustomSchemeParameters[]> {
  const schemes: CustomSchemeParameters[] = [];
  for (const element of elements(resolution)) {
    const scheme = await customScheme(element, resolution);
    if (scheme !== undefined) schemes.push(scheme);
  }
  return schemes;
}

function elements({ raw, issues }: Resolution): Element[] {
  const section = raw.CustomSchemes;
  const path = ["CustomSchemes"];
  if (section === undefined) return [];
  if (Array.isArray(section)) {
    return section.map((value: unknown, i) => ({ value, path: [...path, i] }));
  }
  if (!isObject(section)) {
    const wanted = "a list of schemes, or an object with a list for each scheme's name";
    issues.error(path, section, wanted, "it has the wrong type");
    return [];
  }
  return Object.entries(section).flatMap(([key, list]) =>
    Array.isArray(list)
      ? list.map((value: unknown, i) => ({ value, path: [...path, key, i], key }))
      : [{ value: list, path: [...path, key], key }],
  );
}

async function customScheme(
  { value, path, key }: Element,
  resolution: Resolution,
): Promise<CustomSchemeParameters | undefined> {
  const { issues, contracts, release } = resolution;
  const fields = checkFields("CustomSchemeParameters", value, path, issues);
  if (!isObject(value)) return undefined;
  const address =
    value.address === undefined
      ? undefined
      : readReference(value.address, [...path, "address"], resolution);
  const name = contractNameOf(value, fields, key, path, issues);
  if (name === undefined) return undefined;
  const { fromArc, arcVersion, permissions = "0x", isUniversal = false } = fields;
  const contract = await contracts.find({ name, fromArc, arcVersion }, release, path);
  if (contract === undefined) return undefined;
  const call = configuringCall(value, fields, contract, path, resolution);
  const runFunctions = resolveRunFunctions(value, contract, path, resolution, resolution);
  const { alias, schemeName, fromFactory = false } = fields;
  return {
    ...contract.source,
    ...(alias !== undefined && { alias }),
    ...(schemeName !== undefined && { schemeName }),
    ...(address !== undefined && { address }),
    fromFactory,
    isUniversal,
    args: [],
    ...call,
    permissions,
    runFunctions,
  };
}

/** The contract of a scheme; with a factory, the one that the factory creates. */
function contractNameOf(
  value: PlainObject,
  fields: Fields,
  key: string | undefined,
  path: Path,
  issues: Resolution["issues"],
): string | undefined {
  if (value.name !== undefined && fields.name === undefined) return undefined;
  const name = fields.name ?? key ?? fields.schemeName;
  if (name === undefined) {
    issues.error([...path, "name"], undefined, "the name of a contract", "it is missing");
    return undefined;
  }
  if (fields.fromFactory === true && name === "Competition") return SCHEME_OF_COMPETITION;
  try {
    return toContractName(name);
  } catch (error) {
    if (!(error instanceof ValueProblem)) throw error;
    issues.error(path, name, "the name of a contract (letters, digits, _ and $)", error.message);
    return undefined;
  }
}

/** The call that sets a scheme's parameters, or that creates it. */
function configuringCall(
  value: PlainObject,
  fields: Fields,
  contract: FoundContract,
  path: Path,
  resolution: Resolution,
): ChosenCall | undefined {
  const { issues } = resolution;
  const params = argumentList(value.params, [...path, "params"], issues) ?? [];
  const place = {
    functionPath: [...path, "name"],
    argumentsPath: [...path, "params"],
    contract: contract.described,
    arcName: arcNameOf(contract),
  };
  if (fields.fromFactory === true) {
    return factoryCall(value, fields, contract, params, path, resolution);
  }
  if (value.address === undefined) checkDeployable(contract, path, issues);
  if (fields.isUniversal === true) {
    return chooseFunction(contract.artifact, "setParameters", params, {
      place,
      scope: resolution,
      issues,
    });
  }
  if (params.length === 0 && !hasFunction(contract.artifact, "initialize")) {
    const wanted = "a contract with initialize, or isUniversal: true";
    issues.warn(
      [...path, "name"],
      contract.source.name,
      wanted,
      "it has no initialize, so it is registered without a call",
    );
    return undefined;
  }
  return chooseFunction(contract.artifact, "initialize", params, {
    place,
    scope: resolution,
    issues,
    avatarFirst: true,
  });
}

function factoryCall(
  value: PlainObject,
  { schemeName }: Fields,
  contract: FoundContract,
  params: readonly unknown[],
  path: Path,
  resolution: Resolution,
): ChosenCall | undefined {
  const { issues } = resolution;
  const { name } = contract.source;
  const made = madeByFactory(schemeName) ?? madeByFactory(name);
  const factory = made === undefined ? undefined : FACTORIES[made];
  const makers = Object.keys(FACTORIES).join(", ");
  if (value.address !== undefined) {
    const wanted = "either an address or fromFactory";
    const message = "a scheme that a factory creates has no address yet";
    issues.error([...path, "address"], value.address, wanted, message);
  }
  if (made !== undefined && made !== name) {
    const message = "the factory that schemeName chooses creates a different contract";
    issues.error([...path, "name"], name, made, message);
    return undefined;
  }
  if (factory === undefined || contract.release === undefined) {
    const message = `no Arc factory creates ${name}`;
    issues.error([...path, "fromFactory"], true, `one of the schemes ${makers} of Arc`, message);
    return undefined;
  }
  const { release } = contract;
  if (!release.has(factory.contractName)) {
    const message = `Arc ${release.version} has no ${factory.contractName}`;
    const wanted = "a release with the factory as arcVersion, or fromFactory: false";
    issues.error([...path, "fromFactory"], new Described("true"), wanted, message);
    return undefined;
  }
  const call = chooseFunction(
    release.artifact(factory.contractName),
    factory.functionName,
    params,
    {
      place: {
        functionPath: [...path, "fromFactory"],
        argumentsPath: [...path, "params"],
        contract: `${factory.contractName} of Arc ${release.version}`,
        arcName: factory.contractName,
      },
      scope: resolution,
      issues,
      avatarFirst: true,
    },
  );
  if (call !== undefined) checkFactoryVotes(call, resolution.release, [...path, "params"], issues);
  return call;
}

/** The contract that a factory creates for this scheme; undefined if no factory does. */
function madeByFactory(scheme: string | undefined): string | undefined {
  const made = scheme === "Competition" ? SCHEME_OF_COMPETITION : scheme;
  return made !== undefined && Object.hasOwn(FACTORIES, made) ? made : undefined;
}
