import { writeFileSync } from "node:fs";

import { parametersJsonSchemaText } from "../src/params/file/json-schema.js";

// Run after a change of src/params/file/schema.ts: node --import tsx scripts/write-params-schema.ts
const file = new URL("../migration-params.schema.json", import.meta.url);
writeFileSync(file, parametersJsonSchemaText());
