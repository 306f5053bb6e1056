// Copies what the compiler wrote of our schemes into custom-abis, where a migration finds them.
import { readFileSync, writeFileSync } from "node:fs";

for (const name of ["GrantScheme"]) {
  const build = readFileSync(`artifacts/contracts/${name}.sol/${name}.json`, "utf8");
  const { contractName, abi, bytecode, deployedBytecode } = JSON.parse(build);
  const text = JSON.stringify({ contractName, abi, bytecode, deployedBytecode }, null, 2);
  writeFileSync(`custom-abis/${name}.json`, `${text}\n`);
}
