import { writeFileSync } from "node:fs";

import { changeJsonSchemaText } from "../src/change/schema.js";
import { parametersJsonSchemaText } from "../src/params/file/json-schema.js";
import { resultJsonSchemaText } from "../src/result/schema.js";
import { parametersTypeText } from "./parameters-type.js";

// Run after a change of src/params/file/schema.ts, src/result/schema.ts or src/change/schema.ts:
// node --import tsx scripts/write-schemas.ts
for (const [name, text] of [
  ["migration-params.schema.json", parametersJsonSchemaText()],
  ["migration.schema.json", resultJsonSchemaText()],
  ["plan.schema.json", changeJsonSchemaText()],
  ["src/params/file/migration-parameters.ts", parametersTypeText()],
] as const) {
  writeFileSync(new URL(`../${name}`, import.meta.url), text);
}
