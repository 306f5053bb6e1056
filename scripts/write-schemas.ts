// Writes the JSON Schemas of the package. Run it after a change of the types that they are made from:
// node --import ./scripts/typescript.mjs scripts/write-schemas.ts
// npm run lint checks that they are up to date.
import { fileURLToPath } from "node:url";
import {
  AnyType,
  createFormatter,
  createParser,
  createProgram,
  DEFAULT_CONFIG,
  NumberType,
  SchemaGenerator,
} from "ts-json-schema-generator";
import ts from "typescript";

import { draftJsonSchema } from "../src/operations/simulate/drafts/draft.js";
import { FORMATS } from "../src/foundation/support/formats.js";
import type { JsonSchema } from "../src/foundation/support/json-schema.js";
import { writeOrCheck } from "./write-or-check.js";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

interface Source {
  /** The type of the whole file. */
  readonly type: string;
  readonly title: string;
  /** Whether only fields of the types are allowed, because users write this file. */
  readonly isStrict?: boolean;
  readonly hint?: string;
}

const SOURCES: Readonly<Record<string, Source>> = {
  "migration-params.schema.json": {
    type: "MigrationParameters",
    title: "Migration parameters of a DAO",
    isStrict: true,
    hint: 'Refer to it as "$schema": "./node_modules/hardhat-dao-migration/migration-params.schema.json".',
  },
  "migration.schema.json": {
    type: "MigrationResult",
    title: "Result of a migration of Arc contracts and DAOs",
  },
  "inspection.schema.json": {
    type: "Inspection",
    title: "A DAO, as dao-migrate inspect --json prints it",
  },
  "plan.schema.json": {
    type: "DaoChange",
    title: "A planned change of a DAO, as dao-migrate plan --json prints it",
  },
  "simulations.schema.json": {
    type: "Simulations",
    title: "Simulated proposals, as dao-migrate simulate --json prints them",
  },
};

/** What every result contains; files of the predecessor lack the rest. */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  BaseResult: ["arcVersion"],
  SchemeResult: ["name", "address"],
  ContractResult: ["name", "address"],
  DaoResult: ["name", "arcVersion", "Avatar"],
  DemoTestResult: ["name", "arcVersion", "Avatar"],
};

const CONFIG = {
  ...DEFAULT_CONFIG,
  path: `${ROOT}src/{operations/change/change,operations/simulate/simulation,engine/inspect/description,foundation/params/file/migration-parameters,foundation/result/result}.ts`,
  tsconfig: `${ROOT}tsconfig.json`,
  type: Object.values(SOURCES).map(({ type }) => type),
  encodeRefs: false,
  skipTypeCheck: true,
  topRef: false,
};

/** The text of each file, by its name. */
function schemaFiles(): readonly (readonly [name: string, text: string])[] {
  const program = createProgram(CONFIG);
  return Object.entries(SOURCES).map(([name, { type, title, isStrict, hint }]) => {
    const config = { ...CONFIG, additionalProperties: isStrict !== true };
    const parser = createParser(program, config, (chain) =>
      chain
        // Types that zod derives from a schema; draftJsonSchema says what they are.
        .addNodeParser({
          supportsNode: (node) => node.getText?.().startsWith("z.output<") ?? false,
          createType: () => new AnyType(),
        })
        // JSON has no bigint.
        .addNodeParser({
          supportsNode: ({ kind }) => kind === ts.SyntaxKind.BigIntKeyword,
          createType: () => new NumberType(),
        }),
    );
    const generator = new SchemaGenerator(program, parser, createFormatter(config), config);
    const source = `Generated from the type ${type} by scripts/write-schemas.ts.`;
    const $comment = [source, hint].filter((part) => part !== undefined).join(" ");
    const schema = inlined(generator.createSchema(type) as JsonSchema);
    return [name, `${JSON.stringify({ $comment, title, ...schema }, null, 2)}\n`];
  });
}

/** Puts some types in the place of their names, which say nothing to users: `Inspected<Address>`, and that of any number. */
function inlined(schema: JsonSchema): JsonSchema {
  const all = schema.definitions ?? {};
  const inline = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inline);
    if (typeof value !== "object" || value === null) return value;
    const { $ref, ...others } = value as JsonSchema;
    const name = $ref?.replace("#/definitions/", "") ?? "";
    if (isInlined(name)) return inline({ ...all[name], ...others });
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, inline(each)]));
  };
  const named = Object.entries(all).filter(([name]) => !isInlined(name));
  const definitions = Object.fromEntries(named.map(complete));
  return inline({ ...schema, definitions }) as JsonSchema;
}

function isInlined(name: string): boolean {
  return name.includes("<") || name === "Numeric";
}

function complete([name, schema]: [string, JsonSchema]): [string, JsonSchema] {
  if (name === "Draft") return [name, draftJsonSchema() as JsonSchema];
  const required = REQUIRED[name] ?? schema.required;
  const pattern = FORMATS[name as keyof typeof FORMATS]?.source;
  return [name, { ...schema, required, pattern, properties: withFlag(schema) }];
}

/** Every object has a `constructor`, so the type of this field is wider than what a file may say. */
function withFlag({ properties }: JsonSchema): JsonSchema["properties"] {
  if (properties === undefined || !Object.hasOwn(properties, "constructor")) return properties;
  const { description } = properties["constructor"]!;
  return { ...properties, constructor: { description, type: "boolean" } };
}

writeOrCheck(schemaFiles(), "write-schemas.ts");
