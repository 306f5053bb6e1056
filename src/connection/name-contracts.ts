import { FunctionFragment } from "ethers";

import type { Artifact } from "../arc/artifact.js";
import type { Eip1193Provider } from "../chain/provider.js";

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
    .map((entry) => FunctionFragment.from(entry as Parameters<typeof FunctionFragment.from>[0]));
  const contract = {
    ...node("ContractDefinition", contractName, everywhere),
    ...{ contractKind: "contract", abstract: false, fullyImplemented: true },
    ...{ linearizedBaseContracts: [0], baseContracts: [], contractDependencies: [] },
    // Every instruction belongs to this function: without a function, Hardhat loses the revert reason.
    nodes: [
      ...functions.map(functionNode),
      { ...functionNode(undefined), name: "<unknown>", visibility: "internal", src: everywhere },
    ],
  };
  const ast = {
    ...node("SourceUnit", undefined, everywhere),
    absolutePath: file,
    nodes: [contract],
  };
  const compiled = {
    abi,
    evm: {
      bytecode: code(bytecode, everywhere),
      deployedBytecode: code(deployedBytecode, everywhere),
      methodIdentifiers: Object.fromEntries(
        functions.map((each) => [each.format("sighash"), each.selector.slice(2)]),
      ),
    },
  };
  return {
    input: { language: "Solidity", sources: { [file]: { content } }, settings: SETTINGS },
    output: {
      sources: { [file]: { id: 0, ast } },
      contracts: { [file]: { [contractName]: compiled } },
    },
  };
}

const SETTINGS = { optimizer: { enabled: true, runs: 200 }, outputSelection: {} };
const NOWHERE = "0:0:0";

function node(nodeType: string, name: string | undefined, src: string) {
  return { id: 0, nodeType, src, ...(name !== undefined && { name }) };
}

function functionNode(fragment: FunctionFragment | undefined) {
  const { name = "", inputs = [], stateMutability = "nonpayable" } = fragment ?? {};
  return {
    ...node("FunctionDefinition", name, NOWHERE),
    ...{ kind: "function", implemented: true, visibility: "external", stateMutability },
    ...(fragment !== undefined && { functionSelector: fragment.selector.slice(2) }),
    modifiers: [],
    parameters: {
      ...node("ParameterList", undefined, NOWHERE),
      parameters: inputs.map(({ name: parameter, type }) => ({
        ...node("VariableDeclaration", parameter, NOWHERE),
        typeDescriptions: { typeString: type },
        typeName: { nodeType: "ElementaryTypeName", name: type },
      })),
    },
    returnParameters: { ...node("ParameterList", undefined, NOWHERE), parameters: [] },
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
