import { selectorOf } from "../../foundation/arc/abi.js";
import type { Artifact } from "../../foundation/arc/artifact.js";
import type { Eip1193Provider } from "../../foundation/chain/provider.js";

/** A contract of an Arc release. */
export interface ReleasedContract {
  readonly version: string;
  readonly artifact: Artifact;
}

/** Hardhat's provider for simulated networks has this method, but not in its types; the task `node` calls it, too. */
export interface NamingProvider extends Eip1193Provider {
  addCompilationResult?(compiler: string, input: unknown, output: unknown): Promise<void>;
}

/** Hardhat's chain only reads compiler output from 0.5.1 on. It accepts code of older compilers under this version. */
const COMPILER = "0.5.17";

/** Contracts already named, by connection: each takes some 20 ms. */
const named = new WeakMap<object, Set<string>>();

/**
 * Tells Hardhat's chain the names of contracts and functions, if it shows them: in gas reports (`--gas-stats`) and in
 * traces of calls (`-vvv`).
 */
export async function nameContracts(
  connection: { readonly provider: Eip1193Provider },
  contracts: readonly ReleasedContract[],
): Promise<void> {
  const provider: NamingProvider = connection.provider;
  const done = named.get(connection) ?? new Set();
  named.set(connection, done);
  for (const { version, artifact } of contracts) {
    if (done.has(artifact.deployedBytecode)) continue;
    done.add(artifact.deployedBytecode);
    const build = namedBuild(version, artifact);
    if (build !== undefined) {
      await provider.addCompilationResult?.(COMPILER, build.input, build.output);
    }
  }
}

/**
 * Compiler input and output that tell Hardhat's chain a contract's name, code and functions, but not its sources: they
 * are not at hand, and compiling them takes seconds for each contract.
 * @param version the Arc release
 * @returns undefined for contracts that Hardhat cannot take: interfaces, and code from compilers before 0.5 without an
 * INVALID opcode
 */
function namedBuild(
  version: string,
  { contractName, abi, bytecode, deployedBytecode }: Artifact,
): { readonly input: object; readonly output: object } | undefined {
  if (mappable(bytecode) === 0 || mappable(deployedBytecode) === 0) return undefined;
  const file = `@daostack/arc@${version}/${contractName}.sol`;
  const content = `contract ${contractName} {}\n`;
  const everywhere = `0:${content.length}:0`;
  const functions = abi
    .filter(({ type }) => type === "function")
    .map((entry) => functionNode(entry.name, "0:0:0", selectorOf(entry).slice(2)));
  const contract = {
    ...{ id: 0, nodeType: "ContractDefinition", name: contractName, src: everywhere },
    ...{ contractKind: "contract", linearizedBaseContracts: [0] },
    // Every instruction belongs to this function: without a function, Hardhat loses the revert reason.
    nodes: [...functions, functionNode("<unknown>", everywhere)],
  };
  const ast = {
    id: 0,
    nodeType: "SourceUnit",
    src: everywhere,
    absolutePath: file,
    nodes: [contract],
  };
  const evm = {
    bytecode: code(bytecode, everywhere),
    deployedBytecode: code(deployedBytecode, everywhere),
    methodIdentifiers: {},
  };
  return {
    input: { language: "Solidity", sources: { [file]: { content } }, settings: SETTINGS },
    output: {
      sources: { [file]: { id: 0, ast } },
      contracts: { [file]: { [contractName]: { abi, evm } } },
    },
  };
}

const SETTINGS = { optimizer: { enabled: true, runs: 200 }, outputSelection: {} };

function functionNode(name: string | undefined, src: string, functionSelector?: string) {
  return {
    ...{ id: 0, nodeType: "FunctionDefinition", name, src, functionSelector },
    ...{ kind: "function", visibility: functionSelector === undefined ? "internal" : "external" },
    stateMutability: "nonpayable",
  };
}

function code(hex: string, everywhere: string) {
  // One entry for each instruction: the first has the position, and an empty one repeats it.
  const sourceMap = `${everywhere}:-${";".repeat(mappable(hex) - 1)}`;
  return { object: hex.slice(2), opcodes: "", sourceMap, linkReferences: {} };
}

const [PUSH1, PUSH32, INVALID] = [0x60, 0x7f, 0xfe];

/**
 * The number of instructions that a source map can have. Hardhat's chain expects an INVALID after the last one, where
 * solc puts it to separate code from data, and ends the process if there is none.
 */
function mappable(hex: string): number {
  const bytes = Buffer.from(hex.slice(2), "hex");
  let [count, found] = [0, 0];
  let afterPush = true;
  for (let index = 0; index < bytes.length; index++) {
    const opcode = bytes[index]!;
    if (opcode === INVALID && !afterPush) found = count;
    afterPush = opcode >= PUSH1 && opcode <= PUSH32;
    if (afterPush) index += opcode - PUSH1 + 1;
    count++;
  }
  return found;
}
