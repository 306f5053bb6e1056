import { writeFileSync } from "node:fs";

import { changeJsonSchema } from "../src/change/schema.js";
import { parametersJsonSchema } from "../src/params/file/json-schema.js";
import { resultJsonSchema } from "../src/result/schema.js";
import { schemaText } from "../src/support/json-schema.js";
import { parametersTypeText } from "./parameters-type.js";

// Run after a change of src/params/file/schema.ts, src/result/schema.ts or src/change/schema.ts:
// node --import tsx scripts/write-schemas.ts
for (const [name, text] of [
  ["migration-params.schema.json", schemaText(parametersJsonSchema())],
  ["migration.schema.json", schemaText(resultJsonSchema())],
  ["plan.schema.json", schemaText(changeJsonSchema())],
  ["src/params/file/migration-parameters.ts", parametersTypeText()],
] as const) {
  writeFileSync(new URL(`../${name}`, import.meta.url), text);
}
