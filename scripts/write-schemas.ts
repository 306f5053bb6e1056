// Writes the JSON Schemas of the package and the type of a parameters file. Run it after a change of what they are made
// from: node --import tsx scripts/write-schemas.ts
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  AnyType,
  createFormatter,
  createParser,
  createProgram,
  DEFAULT_CONFIG,
  SchemaGenerator,
} from "ts-json-schema-generator";

import { parametersJsonSchema } from "../src/params/file/json-schema.js";
import { draftJsonSchema } from "../src/simulate/drafts/draft.js";
import { FORMATS } from "../src/support/formats.js";
import type { JsonSchema } from "../src/support/json-schema.js";
import { parametersTypeText } from "./parameters-type.js";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** The schemas that are made from types: file, root type and title. */
const TYPES = [
  ["inspection.schema.json", "Inspection", "A DAO, as dao-migrate inspect --json prints it"],
  ["migration.schema.json", "MigrationResult", "Result of a migration of Arc contracts and DAOs"],
  ["plan.schema.json", "Change", "A planned change of a DAO, as dao-migrate plan --json prints it"],
] as const;

/** What every result contains; files of the predecessor lack the rest. */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  BaseResult: ["arcVersion"],
  SchemeResult: ["name", "address"],
  ContractResult: ["name", "address"],
  DaoResult: ["name", "arcVersion", "Avatar"],
  DemoTestResult: ["name", "arcVersion", "Avatar"],
};

/** The texts of all files that this script writes, by name. */
export function generatedFiles(): Readonly<Record<string, string>> {
  const config = {
    ...DEFAULT_CONFIG,
    path: `${ROOT}src/{change/change,inspect/description,result/result}.ts`,
    tsconfig: `${ROOT}tsconfig.json`,
    type: TYPES.map(([, type]) => type),
    additionalProperties: true,
    encodeRefs: false,
    skipTypeCheck: true,
    topRef: false,
  };
  const program = createProgram(config);
  const parser = createParser(program, config, (chain) =>
    // Types that zod derives from a schema; draftJsonSchema says what they are.
    chain.addNodeParser({
      supportsNode: (node) => node.getText?.().startsWith("z.output<") ?? false,
      createType: () => new AnyType(),
    }),
  );
  const generator = new SchemaGenerator(program, parser, createFormatter(config), config);
  const schemas = TYPES.map(([name, type, title]) => {
    const schema = generator.createSchema(type) as JsonSchema;
    const $comment = `Generated from the type ${type} by scripts/write-schemas.ts.`;
    return [name, jsonText({ $comment, title, ...withoutGenerics(schema) })] as const;
  });
  return {
    ...Object.fromEntries(schemas),
    "migration-params.schema.json": jsonText(parametersJsonSchema()),
    "src/params/file/migration-parameters.ts": parametersTypeText(),
  };
}

/** Puts what a generic type such as `Read<Address>` stands for in its place, because its name is no name for users. */
function withoutGenerics(schema: JsonSchema): JsonSchema {
  const all = schema.definitions ?? {};
  const inline = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inline);
    if (typeof value !== "object" || value === null) return value;
    const { $ref, ...others } = value as JsonSchema;
    const name = $ref?.replace("#/definitions/", "") ?? "";
    if (isGeneric(name)) return inline({ ...all[name], ...others });
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, inline(each)]));
  };
  const named = Object.entries(all).filter(([name]) => !isGeneric(name));
  const definitions = Object.fromEntries(named.map(complete));
  return inline({ ...schema, definitions }) as JsonSchema;
}

function isGeneric(name: string): boolean {
  return name.includes("<");
}

function complete([name, schema]: [string, JsonSchema]): [string, JsonSchema] {
  if (name === "Draft") return [name, draftJsonSchema() as JsonSchema];
  const required = REQUIRED[name] ?? schema.required;
  const pattern = FORMATS[name as keyof typeof FORMATS]?.source;
  return [name, { ...schema, required, pattern }];
}

function jsonText(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, text] of Object.entries(generatedFiles())) writeFileSync(ROOT + name, text);
}
