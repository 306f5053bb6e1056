import { parametersJsonSchema } from "../src/params/file/json-schema.js";
import type { JsonSchema } from "../src/support/json-schema.js";

const HEADER = `// Generated from src/params/file/schema.ts by scripts/write-schemas.ts.

/** What a number may come as: a JSON number, text, or a bigint. */
export type Numeric = number | bigint | string;
`;

/** The TypeScript type of a parameters file, with the schema's descriptions as comments. */
export function parametersTypeText(): string {
  const root = parametersJsonSchema() as JsonSchema;
  const { Parameters, ...definitions } = root.definitions ?? {};
  const parts = Object.entries(definitions).map(([name, schema]) => declaration(name, schema));
  const sections = Object.entries(root.properties ?? {}).filter(
    ([key]) => Parameters?.properties?.[key] === undefined,
  );
  return [
    HEADER,
    ...parts,
    `/** Parameters of a DAO, without sections for networks. */\nexport interface DaoSection ${object(Parameters ?? {})}\n`,
    "/** A parameters file, such as `migration-params.json`: the DAO, and what differs by network. */\n" +
      `export interface MigrationParameters extends DaoSection ${object({ ...root, properties: Object.fromEntries(sections) })}\n`,
  ].join("\n");
}

function declaration(name: string, schema: JsonSchema): string {
  const comment = schema.description === undefined ? "" : `/** ${schema.description} */\n`;
  if (schema.properties !== undefined) {
    return `${comment}export interface ${typeName(name)} ${object(schema)}\n`;
  }
  return `${comment}export type ${typeName(name)} = ${typeOf(schema)};\n`;
}

function object({ properties = {}, required = [] }: JsonSchema): string {
  const fields = Object.entries(properties).map(([key, schema]) => {
    const comment = schema.description === undefined ? "" : `  /** ${schema.description} */\n`;
    // Every object has a `constructor`. Without the wider type, TypeScript would require it in each literal.
    const type = key === "constructor" ? "boolean | object" : typeOf(schema);
    const optional = required.includes(key) ? "" : "?";
    return `${comment}  readonly ${key}${optional}: ${type};`;
  });
  return `{\n${fields.join("\n")}\n}`;
}

function typeOf(schema: JsonSchema): string {
  const { $ref, allOf, anyOf, items, type, properties, additionalProperties } = schema;
  if ($ref !== undefined) return typeName($ref.replace("#/definitions/", ""));
  if (allOf !== undefined) return allOf.map(typeOf).join(" & ");
  if (anyOf !== undefined) return [...new Set(anyOf.map(typeOf))].join(" | ");
  if (properties !== undefined) return object(schema);
  if (items !== undefined) return `readonly (${typeOf(items)})[]`;
  if (typeof additionalProperties === "object") {
    return `{ readonly [name: string]: ${typeOf(additionalProperties)} }`;
  }
  if (Array.isArray(type)) return "Numeric";
  // JSON has no bigint, but objects can.
  return type === "number" ? "number | bigint" : String(type);
}

/** Names that are also clear outside of the file. */
function typeName(id: string): string {
  if (id === "Parameters") return "DaoSection";
  return /Parameters$|^(Argument|RunFunction|StandAloneReference)$/.test(id)
    ? id
    : `${id}Parameters`;
}
