// Copies the scheme's sources from the top of the repository that holds this example.
import { cpSync, rmSync } from "node:fs";

rmSync("contracts", { recursive: true, force: true });
cpSync(new URL("../../../contracts", import.meta.url), "contracts", { recursive: true });
