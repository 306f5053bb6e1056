import { z } from "zod/v4";

import { migrationParametersSchema } from "./schema.js";

type Definitions = Record<string, { properties?: object; additionalProperties?: boolean }>;

const PACKAGE_PATH = "node_modules/hardhat-dao-migration/migration-params.schema.json";

/**
 * The JSON Schema of a parameters file, in draft 7, which most editors support. It contains only today's keys, so that
 * editors mark all others; this package also accepts some older ones, with a warning.
 */
export function parametersJsonSchema(): z.core.JSONSchema.BaseSchema {
  const schema = z.toJSONSchema(migrationParametersSchema, {
    target: "draft-7",
    io: "input",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      const { def } = zodSchema._zod;
      if (def.type === "object" && jsonSchema.properties !== undefined) {
        jsonSchema.additionalProperties = false;
      } else if (def.type === "union") {
        leaveOutBigints(def.options, jsonSchema);
      }
    },
  });
  // A definition's own override is not applied where the schema refers to the definition.
  for (const definition of Object.values((schema.definitions ?? {}) as Definitions)) {
    if (definition.properties !== undefined) {
      definition.additionalProperties = false;
    }
  }
  return {
    $comment: `Generated from src/params/file/schema.ts by scripts/write-schemas.ts. Refer to it as "$schema": "./${PACKAGE_PATH}".`,
    title: "Migration parameters of a DAO",
    ...schema,
  };
}

/** JSON has no bigint, so files contain a number or text instead. */
function leaveOutBigints(
  options: readonly z.core.$ZodType[],
  jsonSchema: z.core.JSONSchema.BaseSchema,
): void {
  const forJson = (jsonSchema.anyOf ?? []).filter((_, i) => options[i]?._zod.def.type !== "bigint");
  const allTypes = forJson.every((option) => Object.keys(option).join() === "type");
  if (allTypes && forJson.length > 0) {
    delete jsonSchema.anyOf;
    (jsonSchema as { type: unknown }).type = forJson.map(({ type }) => type);
  } else {
    jsonSchema.anyOf = forJson;
  }
}
