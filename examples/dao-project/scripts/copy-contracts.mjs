// Copies the scheme and its build file from the top of the repository that holds this example.
import { cpSync, rmSync } from "node:fs";

for (const folder of ["contracts", "custom-abis"]) {
  rmSync(folder, { recursive: true, force: true });
  cpSync(new URL(`../../../${folder}`, import.meta.url), folder, { recursive: true });
}
