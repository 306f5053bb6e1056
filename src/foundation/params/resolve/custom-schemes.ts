import { hasFunction } from "../../arc/abi.js";
import { FACTORIES, factoryOf, madeByFactory } from "../../arc/factories.js";
import { checkFields, type Checked } from "../file/check-fields.js";
import { formatPath } from "../file/issues.js";
import type { Place } from "../file/place.js";
import { isObject } from "../../support/is-object.js";
import { toContractName } from "../file/values.js";
import type { CustomSchemeParameters } from "../parameters.js";
import { chooseFunction, type ChosenCall } from "./choose-function.js";
import { checkDeployable, type FoundContract } from "./contract-finder.js";
import { checkFactoryVotes } from "./factory-votes.js";
import { readReference } from "./references.js";
import type { Resolution } from "./resolution.js";
import { resolveRunFunctions } from "./stand-alone-contracts.js";

type Fields = Checked<"CustomSchemeParameters">;

interface Element {
  readonly place: Place;
  /** Its key, in the mapping form. */
  readonly key?: string;
}

/** Resolves the custom schemes, from the list form or the mapping form, in order. */
export async function resolveCustomSchemes(
  resolution: Resolution,
): Promise<CustomSchemeParameters[]> {
  const schemes: CustomSchemeParameters[] = [];
  const taken = new Map<string, Place>();
  for (const element of elements(resolution.root.at("CustomSchemes"))) {
    const scheme = await customScheme(element, resolution);
    if (scheme === undefined) continue;
    schemes.push(scheme);
    if (scheme.address === undefined) continue;
    const contract = JSON.stringify(scheme.address);
    const place = element.place.at("address");
    const other = taken.get(contract);
    // It would be registered twice, and only with the permissions of the last entry.
    if (other !== undefined)
      place.error("one entry for a contract", `${formatPath(other.path)} has it, too`);
    taken.set(contract, place);
  }
  return schemes;
}

function elements(section: Place): Element[] {
  if (section.value === undefined) return [];
  const list = section.elements();
  if (list !== undefined) return list.map((place) => ({ place }));
  if (!isObject(section.value)) {
    const wanted = "a list of schemes, or an object with a list for each scheme's name";
    section.error(wanted, "it has the wrong type");
    return [];
  }
  return Object.keys(section.value).flatMap((key) => {
    const own = section.at(key);
    return (own.elements() ?? [own]).map((place) => ({ place, key }));
  });
}

async function customScheme(
  { place, key }: Element,
  resolution: Resolution,
): Promise<CustomSchemeParameters | undefined> {
  const { contracts, release } = resolution;
  const fields = checkFields("CustomSchemeParameters", place);
  if (!isObject(place.value)) return undefined;
  const written = place.at("address");
  const address = written.value === undefined ? undefined : readReference(written, resolution);
  const name = contractNameOf(place, fields, key);
  if (name === undefined) return undefined;
  const { alias, schemeName, fromArc, arcVersion, permissions = "0x" } = fields;
  const { fromFactory = false, isUniversal = false } = fields;
  const contract = await contracts.find({ name, fromArc, arcVersion }, release, place);
  if (contract === undefined) return undefined;
  if (typeof address === "object")
    checkReferred(written, address.standAloneContract, contract, resolution);
  const call = configuringCall(place, fields, contract, resolution);
  const runFunctions = resolveRunFunctions(place, contract, resolution);
  return {
    ...contract.source,
    ...{ alias, schemeName, address, fromFactory, isUniversal },
    ...{ args: [], ...call },
    ...{ permissions, runFunctions },
  };
}

/** Another contract of Arc's is not set up as this one, and a DAO cannot be checked against it. */
function checkReferred(
  written: Place,
  index: number,
  { source, release }: FoundContract,
  { root }: Resolution,
): void {
  const other = root.at("StandAloneContracts").at(index).at("name").value;
  if (other === source.name || typeof other !== "string" || release?.has(other) !== true) return;
  written.error(
    `the index of a ${source.name}`,
    `it refers to a contract of another name, ${other}`,
  );
}

/** The contract of a scheme; with a factory, the one that the factory creates. */
function contractNameOf(place: Place, fields: Fields, key: string | undefined): string | undefined {
  const own = place.at("name");
  if (own.value !== undefined && fields.name === undefined) return undefined;
  const name = fields.name ?? key ?? fields.schemeName;
  if (name === undefined) return own.error("the name of a contract", "it is missing");
  if (fields.fromFactory === true && name === "Competition") return madeByFactory(name);
  const wanted =
    "the name of a contract (letters, digits, _ and $), or with its source, as in contracts/A.sol:A";
  return place.read(wanted, () => toContractName(name), name);
}

/** The call that sets a scheme's parameters, or that creates it. */
function configuringCall(
  place: Place,
  fields: Fields,
  contract: FoundContract,
  resolution: Resolution,
): ChosenCall | undefined {
  const [name, params] = [place.at("name"), place.at("params")];
  const options = { name, params, contract, scope: resolution };
  if (fields.fromFactory === true) return factoryCall(place, fields, contract, resolution);
  if (place.at("address").value === undefined) {
    checkDeployable(contract, place, "a contract of StandAloneContracts as its address");
  }
  if (fields.isUniversal === true) return chooseFunction("setParameters", options);
  const hasParams = (params.elements() ?? []).length > 0;
  if (!hasParams && !hasFunction(contract.artifact, "initialize")) {
    const wanted = "a contract with initialize, or isUniversal: true";
    const message = "it has no initialize, so it is registered without a call";
    name.warn(wanted, message, contract.source.name);
    return undefined;
  }
  return chooseFunction("initialize", { ...options, avatarFirst: true });
}

function factoryCall(
  place: Place,
  { schemeName }: Fields,
  { source: { name }, release }: FoundContract,
  resolution: Resolution,
): ChosenCall | undefined {
  const made = madeByFactory(schemeName, name);
  const factory = factoryOf(made);
  const address = place.at("address");
  const fromFactory = place.at("fromFactory");
  if (address.value !== undefined) {
    const message = "a scheme that a factory creates has no address yet";
    address.error("either an address or fromFactory", message);
  }
  if (made !== undefined && made !== name) {
    const message = "the factory that schemeName chooses creates a different contract";
    return place.at("name").error(made, message, name);
  }
  if (factory === undefined || release === undefined) {
    const wanted = `one of the schemes ${Object.keys(FACTORIES).join(", ")} of Arc`;
    return fromFactory.error(wanted, `no Arc factory creates ${name}`);
  }
  const { contractName, functionName } = factory;
  if (!release.has(contractName)) {
    const wanted = "a release with the factory as arcVersion, or fromFactory: false";
    return fromFactory.error(wanted, `Arc ${release.version} has no ${contractName}`);
  }
  const params = place.at("params");
  const source = { name: contractName, fromArc: true };
  const contract = { source, artifact: release.artifact(contractName), release };
  const options = { name: fromFactory, params, contract, scope: resolution, avatarFirst: true };
  const call = chooseFunction(functionName, options);
  if (call !== undefined) checkFactoryVotes(call, resolution.release, params);
  return call;
}
