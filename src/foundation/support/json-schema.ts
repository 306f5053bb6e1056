import { readFileSync } from "node:fs";

import { isObject } from "./is-object.js";
import { madeOnce } from "./once.js";
import { packageFile } from "./package.js";

/** The parts of JSON Schema (draft 7) that the schemas of this package use. */
export interface JsonSchema {
  readonly description?: string;
  readonly definitions?: Readonly<Record<string, JsonSchema>>;
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly anyOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
}

const schemas = new Map<string, JsonSchema>();

export function readSchema(name: string): JsonSchema {
  return madeOnce(schemas, name, () => {
    return JSON.parse(readFileSync(packageFile(name), "utf8")) as JsonSchema;
  });
}

type Path = readonly (string | number)[];
type Found = { readonly path: Path; readonly message: string } | undefined;

/**
 * The first place where a value does not match a schema. Fields that the schema does not know are accepted, unless it
 * says otherwise.
 * @returns `path`, such as `schemes.0.paramsHash` (empty for the whole value), and what is wrong there, such as `expected
 * a number`
 */
export function problemIn(value: unknown, schema: JsonSchema) {
  const found = new Validator(schema.definitions ?? {}).check(value, schema, []);
  return found && { path: found.path.join("."), message: found.message };
}

class Validator {
  readonly #definitions: Readonly<Record<string, JsonSchema>>;

  constructor(definitions: Readonly<Record<string, JsonSchema>>) {
    this.#definitions = definitions;
  }

  check(value: unknown, schema: JsonSchema, path: Path): Found {
    if (schema.$ref !== undefined) return this.#checkNamed(value, schema.$ref, path);
    if (!isOfType(value, schema) || !isWithin(value, schema)) {
      return { path, message: `expected ${wantedBy(schema)}` };
    }
    for (const part of schema.allOf ?? []) {
      const found = this.check(value, part, path);
      if (found !== undefined) return found;
    }
    return this.#checkOptions(value, schema, path) ?? this.#checkMembers(value, schema, path);
  }

  #checkNamed(value: unknown, $ref: string, path: Path): Found {
    const definition = this.#definitions[$ref.replace("#/definitions/", "")]!;
    const found = this.check(value, definition, path);
    return found?.path === path && isFormat(definition)
      ? { path, message: `expected ${phraseOf(definition)}` }
      : found;
  }

  /** Of several alternatives, the one is meant that fits best: its first problem is the deepest. */
  #checkOptions(value: unknown, { anyOf }: JsonSchema, path: Path): Found {
    let deepest: Found;
    for (const option of anyOf ?? []) {
      const found = this.check(value, option, path);
      if (found === undefined) return undefined;
      if (deepest === undefined || found.path.length > deepest.path.length) deepest = found;
    }
    return deepest;
  }

  #checkMembers(value: unknown, schema: JsonSchema, path: Path): Found {
    if (typeof value !== "object" || value === null) return undefined;
    if (Array.isArray(value)) {
      const { items } = schema;
      return (
        items &&
        first(value.entries(), ([index, each]) => this.check(each, items, [...path, index]))
      );
    }
    const { properties = {}, required = [], additionalProperties = true } = schema;
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    const missing = required.find((name) => !members.some(([key]) => key === name));
    const wrong = first(members, ([name, member]) => {
      const own = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
      if (own === false) return { path: [...path, name], message: "is unknown" };
      return typeof own === "object" ? this.check(member, own, [...path, name]) : undefined;
    });
    return (
      wrong ??
      (missing === undefined ? undefined : { path: [...path, missing], message: "is missing" })
    );
  }
}

function first<Each>(all: Iterable<Each>, check: (each: Each) => Found): Found {
  for (const each of all) {
    const found = check(each);
    if (found !== undefined) return found;
  }
  return undefined;
}

const TYPES: Readonly<Record<string, readonly [name: string, (value: unknown) => boolean]>> = {
  string: ["text", (value) => typeof value === "string"],
  number: ["a number", (value) => typeof value === "number"],
  integer: ["a whole number", Number.isInteger],
  boolean: ["true or false", (value) => typeof value === "boolean"],
  array: ["a list", Array.isArray],
  object: ["an object", isObject],
};

function typesOf({ type = [] }: JsonSchema): readonly string[] {
  return [type].flat();
}

function isOfType(value: unknown, schema: JsonSchema): boolean {
  const types = typesOf(schema);
  return types.length === 0 || types.some((type) => TYPES[type]![1](value));
}

function isWithin(value: unknown, schema: JsonSchema): boolean {
  const { pattern, minimum = -Infinity, maximum = Infinity } = schema;
  if (schema.const !== undefined && value !== schema.const) return false;
  if (schema.enum !== undefined && !schema.enum.includes(value)) return false;
  if (typeof value === "number") return value >= minimum && value <= maximum;
  return typeof value !== "string" || pattern === undefined || new RegExp(pattern, "u").test(value);
}

function wantedBy(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.join(", ");
  return typesOf(schema)
    .map((type) => TYPES[type]![0])
    .join(" or ");
}

/** Whether a definition is that of a single value, such as an address. */
function isFormat({ description, type, properties }: JsonSchema): boolean {
  return description !== undefined && type !== undefined && properties === undefined;
}

/** What a value should be, such as `an address: 0x and 40 hex digits`. */
export function phraseOf(schema: JsonSchema): string {
  const { description } = schema;
  if (description === undefined) return wantedBy(schema);
  // Not of an acronym.
  const start = description.replace(/^[A-Z](?![A-Z])/, (first) => first.toLowerCase());
  return start.replace(/\.$/, "");
}
