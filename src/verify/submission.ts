import type { Eip1193Provider } from "../chain/provider.js";
import { findCreation, type Creation } from "./creation.js";
import type { Verification, VerifiedSource } from "./verification.js";

/** What is submitted to an explorer for a contract. */
export interface Submission {
  readonly name: string;
  readonly address: string;
  readonly chainId: number;
  readonly source: VerifiedSource;
  /** solc's standard JSON input, requesting all outputs that explorers need. */
  readonly input: unknown;
  /** `<file>:<contract>` */
  readonly identifier: string;
  readonly creation: Creation;
}

const OUTPUT = {
  "*": { "*": ["abi", "evm.bytecode", "evm.deployedBytecode", "metadata"], "": ["ast"] },
};

/** Collects submissions for all verified contracts. */
export async function submissionsOf(
  contracts: readonly Verification[],
  chainId: number,
  provider: Eip1193Provider,
  onNote: (message: string) => void,
): Promise<readonly Submission[]> {
  const submissions: Submission[] = [];
  for (const { verified, source, name, address, proxy, takesArguments } of contracts) {
    // A clone's own code has no sources.
    if (!verified || source === undefined || proxy !== undefined) continue;
    onNote(`Looking for the transaction that created ${name} at ${address}`);
    const found = await findCreation(address, source.bytecode, provider);
    submissions.push({
      name,
      address,
      chainId,
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
