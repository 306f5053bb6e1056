import { phraseOf, readSchema, type JsonSchema } from "../../support/json-schema.js";
import { Described, type IssueList, type Path } from "./issues.js";
import { toIndex, toUint256, toUnits, ValueProblem } from "./numbers.js";
import { isObject, type PlainObject } from "./plain.js";
import { checkKeys } from "./unknown-keys.js";
import { toAddress, toBytes, toContractName, toName } from "./values.js";
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

let schema: JsonSchema | undefined;

function definitionOf(type: string): JsonSchema {
  schema ??= readSchema("migration-params.schema.json");
  return schema.definitions![type]!;
}

/** The keys that a type of object has. */
export function keysOf(kind: keyof Fields): readonly string[] {
  return Object.keys(definitionOf(kind).properties!);
}

/**
 * Checks the fields of an object one by one, so that a mistake in one does not hide mistakes in others.
 * @param value a value from `plain`
 */
export function checkFields<Kind extends keyof Fields>(
  kind: Kind,
  value: unknown,
  path: Path,
  issues: IssueList,
  { hints = {}, names }: CheckOptions = {},
): Checked<Kind> {
  const fields = Object.create(null) as PlainObject;
  const known = keysOf(kind);
  if (!isObject(value)) {
    issues.error(path, value, `an object with ${known.join(", ")}`, "it is not an object");
    return fields as Checked<Kind>;
  }
  checkKeys(value, known, path, issues, hints);
  const { properties = {}, required = [] } = definitionOf(kind);
  for (const [key, { $ref, type }] of Object.entries(properties)) {
    const name = $ref?.replace("#/definitions/", "") ?? String(type);
    const read = READERS[name];
    if (read === undefined || (value[key] === undefined && !required.includes(key))) continue;
    const field = $ref === undefined ? { type } : definitionOf(name);
    const report = (found: unknown, problem: string, wanted = phraseOf(field)): void =>
      issues.error([...path, names?.get(key) ?? key], found, wanted, problem);
    if (value[key] === undefined) report(new Described("nothing"), "it is missing");
    else if (!isTaken(value[key], field)) report(value[key], "it has the wrong type");
    else {
      try {
        fields[key] = read(value[key] as never);
      } catch (error) {
        if (!(error instanceof ValueProblem)) throw error;
        report(value[key], error.message, error.wanted);
      }
    }
  }
  return fields as Checked<Kind>;
}

/** JSON has no bigint, but objects can. */
function isTaken(value: unknown, { type = [] }: JsonSchema): boolean {
  return [type].flat().includes(typeof value === "bigint" ? "number" : typeof value);
}
