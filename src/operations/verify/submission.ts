import { join } from "node:path";

import type { ChainIdentity } from "../../foundation/chain/identity.js";
import type { Eip1193Provider } from "../../foundation/chain/provider.js";
import { makeOutputFolder, writeWhole } from "../../foundation/support/write-file.js";
import { findCreation } from "../../engine/inspect/storage/creation.js";
import type { Verification } from "./verification.js";

/** What explorers need of solc. */
const OUTPUT = {
  "*": { "*": ["abi", "evm.bytecode", "evm.deployedBytecode", "metadata"], "": ["ast"] },
};
const ADVICE = "Pass another folder with --out.";

interface Terms {
  readonly provider: Eip1193Provider;
  readonly chain: ChainIdentity;
  readonly onNote: (message: string) => void;
}

/**
 * Writes files to submit verified contracts to an explorer by hand: for each contract, solc's standard JSON input and
 * the constructor arguments, and a README.md with instructions.
 * @throws MigrationError if the folder cannot be written
 */
export async function writeSubmissions(
  folder: string,
  contracts: readonly Verification[],
  { provider, chain, onNote }: Terms,
): Promise<void> {
  await makeOutputFolder(folder, ADVICE);
  const write = async (name: string, text: string): Promise<void> => {
    await writeWhole(join(folder, name), text, { advice: ADVICE });
  };
  const sections: string[] = [];
  for (const { verified, source, name, address, proxy, takesArguments } of contracts) {
    // A clone's own code has no sources.
    if (!verified || source === undefined || proxy !== undefined) continue;
    onNote(`Looking for the transaction that created ${name} at ${address}`);
    const found = await findCreation(address, [source.bytecode], provider);
    const encoded = takesArguments === false ? "" : found.arguments;
    const base = `${name.replaceAll(/[^\w-]/g, "_")}-${address}`;
    await write(`${base}.input.json`, `${JSON.stringify(inputFor(source.input), null, 2)}\n`);
    await write(`${base}.arguments.txt`, `${encoded ?? "not known"}\n`);
    const { explorer } = chain;
    const lines = [
      ["address", explorer === undefined ? address : `${explorer}/address/${address}`],
      ["compiler", `v${source.compiler}`],
      ["contract", `${source.file}:${source.contractName}`],
      ["input", `${base}.input.json`],
      ["constructor arguments", argumentsText(encoded)],
      ["created by transaction", found.transaction ?? "not known"],
      ["sources from", source.from],
    ];
    sections.push(
      `## ${name}\n\n${lines.map(([key, value]) => `- ${key}: ${value}`).join("\n")}\n`,
    );
  }
  await write("README.md", guide(sections, chain));
}

function inputFor(input: unknown): unknown {
  const { settings, ...rest } = input as { readonly settings?: Readonly<Record<string, unknown>> };
  return { ...rest, settings: { ...settings, outputSelection: OUTPUT } };
}

function guide(sections: readonly string[], chain: ChainIdentity): string {
  return `# Sources of contracts on ${chain.name} (chain ID ${chain.chainId})

To submit them to an explorer by hand, open the contract's page there, choose "Verify and publish",
compiler type "Solidity (Standard-Json-Input)", the compiler and the license "GNU GPLv3" as below,
and upload the file \`.input.json\`. Where the explorer asks for the contract's name, it is the one
below; constructor arguments are in the file \`.arguments.txt\` (empty if
there are none; most explorers find unknown ones by themselves).

${sections.join("\n")}`;
}

function argumentsText(encoded: string | undefined): string {
  if (encoded === undefined) return "not known";
  return encoded === "" ? "none" : `\`${encoded}\``;
}
