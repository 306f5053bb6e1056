import { phraseOf, readSchema, type JsonSchema } from "../../support/json-schema.js";
import { closest } from "../../support/nearest.js";
import { toIndex, toUint256, toUnits } from "./numbers.js";
import type { Place } from "./place.js";
import { isObject } from "../../support/is-object.js";
import type { PlainObject } from "./plain.js";
import { toAddress, toBytes, toContractName, toName } from "./values.js";
import { Described } from "./issues.js";
import type * as checked from "../parameters.js";

/** By an object's type in migration-parameters.ts: what its fields are, except for those that are resolved. */
interface Fields {
  readonly FounderParameters: checked.Founder;
  readonly GenesisProtocolParameters: checked.GenesisProtocolParameters;
  readonly AbsoluteVoteParameters: checked.AbsoluteVoteParameters;
  readonly PresetParameters: { readonly votingParamsHash: string };
  readonly SchemeRegistrarParameters: checked.SchemeRegistrarParameters;
  readonly SchemeParameters: checked.SchemeParameters;
  readonly GenericSchemeParameters: checked.SchemeParameters;
  readonly StandAloneContractParameters: Omit<checked.StandAloneContractParameters, Resolved>;
  readonly CustomSchemeParameters: Omit<checked.CustomSchemeParameters, Resolved>;
  readonly RunFunction: { readonly functionName: string };
  readonly DaoSection: Omit<checked.DaoParameters, Resolved>;
}

type Resolved = "abi" | "address" | "args" | "params" | "runFunctions";

/** The valid fields. An invalid one is absent, and reported. */
export type Checked<Kind extends keyof Fields> = Partial<Fields[Kind]>;

interface CheckOptions {
  /** Messages for unknown keys that real files contain. */
  readonly hints?: Readonly<Record<string, string>>;
  /** Fields that the file has under an older name. */
  readonly names?: ReadonlyMap<string, string>;
}

/** How fields are read, by the name of their type. Those of any other type are left to the caller. */
const READERS: Readonly<Record<string, (value: never) => unknown>> = {
  boolean: (value: boolean) => value,
  Name: toName,
  ContractName: toContractName,
  Address: toAddress,
  FourBytes: (value: string) => toBytes(value, 4),
  Hash: (value: string) => toBytes(value, 32),
  Tokens: (value: number) => toUnits(value, 18),
  Uint256: toUint256,
  Index: toIndex,
};

function wholeSchema(): JsonSchema {
  return readSchema("migration-params.schema.json");
}

function definitionOf(type: string): JsonSchema {
  return wholeSchema().definitions![type]!;
}

/** Sections that a file may contain; the names come from the predecessor. */
export function sectionNames(): readonly string[] {
  const fields = Object.entries(wholeSchema().properties!);
  return fields.flatMap(([name, { $ref }]) => ($ref === "#/definitions/DaoSection" ? [name] : []));
}

export function keysOf(kind: keyof Fields): readonly string[] {
  return Object.keys(definitionOf(kind).properties!);
}

/**
 * Checks the fields of an object one by one, so that a mistake in one does not hide mistakes in others.
 * @param place with a value from `plain`
 */
export function checkFields<Kind extends keyof Fields>(
  kind: Kind,
  place: Place,
  { hints, names }: CheckOptions = {},
): Checked<Kind> {
  const fields = Object.create(null) as PlainObject;
  const known = keysOf(kind);
  if (!isObject(place.value)) {
    place.error(`an object with ${known.join(", ")}`, "it is not an object");
    return fields as Checked<Kind>;
  }
  checkKeys(place, known, hints);
  const { properties = {}, required = [] } = definitionOf(kind);
  for (const [key, { $ref, type, description }] of Object.entries(properties)) {
    const name = $ref?.replace("#/definitions/", "") ?? String(type);
    const read = READERS[name];
    const own = place.at(key, names?.get(key));
    if (read === undefined || (own.value === undefined && !required.includes(key))) continue;
    const field = $ref === undefined ? { type } : definitionOf(name);
    const phrase = phraseOf(field);
    // The type has no unit, such as seconds.
    const wanted = name === "Uint256" ? `${phrase}: ${phraseOf({ description })}` : phrase;
    if (own.value === undefined) own.error(wanted, "it is missing");
    else if (!isTaken(own.value, field)) own.error(wanted, "it has the wrong type");
    else fields[key] = own.read(wanted, () => read(own.value as never));
  }
  return fields as Checked<Kind>;
}

/** JSON has no bigint, but objects can. */
function isTaken(value: unknown, { type = [] }: JsonSchema): boolean {
  return [type].flat().includes(typeof value === "bigint" ? "number" : typeof value);
}

/**
 * Reports unknown keys. One that is close to a known key is a mistake. Any other is only a warning, because real files
 * contain keys without a meaning.
 * @param place with an object
 * @param hints messages for certain keys that real files contain, by key
 */
export function checkKeys(
  place: Place,
  known: readonly string[],
  hints: Readonly<Record<string, string>> = {},
): void {
  for (const key of Object.keys(place.value as PlainObject)) {
    if (known.includes(key)) continue;
    const meant = closest(key, known);
    const found = new Described(`the key ${JSON.stringify(key.slice(0, 60))}`);
    if (meant !== undefined) {
      place.at(key).error(`the key "${meant}"`, "unknown key", found);
    } else {
      const wanted = Object.hasOwn(hints, key) ? hints[key]! : listed(known);
      place.at(key).warn(wanted, "unknown key, it has no effect", found);
    }
  }
}

function listed(known: readonly string[]): string {
  return known.length > 12 ? "a key that docs/parameters.md lists" : `one of ${known.join(", ")}`;
}
