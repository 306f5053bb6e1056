import { mkdir } from "node:fs/promises";
import { join } from "node:path";

import type { ChainIdentity } from "../../foundation/chain/identity.js";
import type { Eip1193Provider } from "../../foundation/chain/provider.js";
import { writeWhole } from "../../foundation/support/write-file.js";
import { findCreation, type Creation } from "../../engine/inspect/storage/creation.js";
import type { Verification, VerifiedSource } from "./verification.js";

/** What is submitted to an explorer for a contract. */
export interface Submission {
  readonly name: string;
  readonly address: string;
  readonly source: VerifiedSource;
  /** solc's standard JSON input, requesting all outputs that explorers need. */
  readonly input: unknown;
  /** `<file>:<contract>` */
  readonly identifier: string;
  readonly creation: Pick<Creation, "transaction" | "arguments">;
}

const OUTPUT = {
  "*": { "*": ["abi", "evm.bytecode", "evm.deployedBytecode", "metadata"], "": ["ast"] },
};

/** Collects submissions for all verified contracts. */
export async function submissionsOf(
  contracts: readonly Verification[],
  provider: Eip1193Provider,
  onNote: (message: string) => void,
): Promise<readonly Submission[]> {
  const submissions: Submission[] = [];
  for (const { verified, source, name, address, proxy, takesArguments } of contracts) {
    // A clone's own code has no sources.
    if (!verified || source === undefined || proxy !== undefined) continue;
    onNote(`Looking for the transaction that created ${name} at ${address}`);
    const found = await findCreation(address, [source.bytecode], provider);
    submissions.push({
      name,
      address,
      source,
      input: inputFor(source.input),
      identifier: `${source.file}:${source.contractName}`,
      creation: takesArguments === false ? { ...found, arguments: "" } : found,
    });
  }
  return submissions;
}

function inputFor(input: unknown): unknown {
  const { settings, ...rest } = input as { readonly settings?: Readonly<Record<string, unknown>> };
  return { ...rest, settings: { ...settings, outputSelection: OUTPUT } };
}

const ADVICE = "Pass another folder with --out.";

/**
 * Writes files to submit to an explorer by hand: for each contract, solc's standard JSON input and the constructor
 * arguments, and a README.md with instructions.
 * @throws MigrationError if the folder cannot be written
 */
export async function writeSubmissions(
  folder: string,
  submissions: readonly Submission[],
  chain: ChainIdentity,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const submission of submissions) {
    const base = join(folder, baseName(submission));
    const { arguments: encoded } = submission.creation;
    await writeWhole(`${base}.input.json`, `${JSON.stringify(submission.input, null, 2)}\n`, {
      advice: ADVICE,
    });
    await writeWhole(`${base}.arguments.txt`, `${encoded ?? "not known"}\n`, { advice: ADVICE });
  }
  await writeWhole(join(folder, "README.md"), guide(submissions, chain), { advice: ADVICE });
}

function baseName({ name, address }: Submission): string {
  return `${name.replaceAll(/[^\w-]/g, "_")}-${address}`;
}

function guide(submissions: readonly Submission[], chain: ChainIdentity): string {
  return `# Sources of contracts on ${chain.name} (chain ID ${chain.chainId})

To submit them to an explorer by hand, open the contract's page there, choose "Verify and publish",
compiler type "Solidity (Standard-Json-Input)", the compiler and the license "GNU GPLv3" as below,
and upload the file \`.input.json\`. Where the explorer asks for the contract's name, it is the one
below; constructor arguments are in the file \`.arguments.txt\` (empty if
there are none; most explorers find unknown ones by themselves).

${submissions.map((submission) => section(submission, chain)).join("\n")}`;
}

function section(submission: Submission, { explorer }: ChainIdentity): string {
  const { name, address, source, identifier, creation } = submission;
  const lines = [
    ["address", explorer === undefined ? address : `${explorer}/address/${address}`],
    ["compiler", `v${source.compiler}`],
    ["contract", identifier],
    ["input", `${baseName(submission)}.input.json`],
    ["constructor arguments", argumentsText(creation.arguments)],
    ["created by transaction", creation.transaction ?? "not known"],
    ["sources from", source.from],
  ];
  return `## ${name}\n\n${lines.map(([key, value]) => `- ${key}: ${value}`).join("\n")}\n`;
}

function argumentsText(encoded: string | undefined): string {
  if (encoded === undefined) return "not known";
  return encoded === "" ? "none" : `\`${encoded}\``;
}
