import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import type { AbiEntry, AbiParameter } from "../../../src/foundation/arc/artifact.js";
import { inTemporaryFolder } from "../../temporary-folder.js";

/** Returns the ABI entry of a function: `fn("mint", "address to", "uint256 amount")`. */
export function fn(name: string, ...inputs: string[]): AbiEntry {
  return {
    type: "function",
    name,
    inputs: inputs.map(parameter),
    outputs: [],
    stateMutability: "nonpayable",
  };
}

export function constructorOf(...inputs: string[]): AbiEntry {
  return { type: "constructor", inputs: inputs.map(parameter), stateMutability: "nonpayable" };
}

function parameter(text: string): AbiParameter {
  const [type = "", name = ""] = text.split(" ");
  return { name, type };
}

/** Runs with a custom-abis folder that contains these files: ABIs or any text. */
export async function withCustomAbis<Result>(
  files: Readonly<Record<string, readonly AbiEntry[] | string>>,
  run: (customAbis: string) => Promise<Result>,
): Promise<Result> {
  return await inTemporaryFolder(async (folder) => {
    for (const [contractName, content] of Object.entries(files)) {
      const text =
        typeof content === "string"
          ? content
          : JSON.stringify({
              contractName,
              abi: content,
              bytecode: "0x00",
              deployedBytecode: "0x00",
            });
      await writeFile(join(folder, `${contractName}.json`), text);
    }
    return await run(folder);
  });
}
