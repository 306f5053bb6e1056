import type { SolcBytecode, SolcContract, SolcOutput } from "./compiler.js";
import type { ContractSources } from "./source-packages.js";
import type { StandardInput } from "./standard-input.js";

const WANTED = ["abi", "evm.bytecode", "evm.deployedBytecode", "evm.methodIdentifiers"];
/** For contracts whose code was not requested. */
const NO_CODE: SolcBytecode = { object: "", sourceMap: "", linkReferences: {} };

interface AstNode {
  readonly nodeType?: string;
  readonly name?: string;
}

/** Requests one contract's code with its source map, and the syntax trees of all files. */
export function traceableInput({ input, file, contractName }: ContractSources): StandardInput {
  const outputSelection = { "*": { "": ["ast"] }, [file]: { "": ["ast"], [contractName]: WANTED } };
  return { ...input, settings: { ...input.settings, outputSelection } };
}

/**
 * The output from which Hardhat's chain makes stack traces. It ends the whole process if the syntax trees have a
 * contract that is not in the list of contracts, so this adds contracts that were not compiled, without code.
 */
export function traceableOutput({ sources = {}, contracts = {} }: SolcOutput) {
  return {
    sources,
    contracts: Object.fromEntries(
      Object.entries(sources).map(([file, { ast }]) => [
        file,
        Object.fromEntries(
          contractsOf(ast).map((name) => [name, completed(contracts[file]?.[name])]),
        ),
      ]),
    ),
  };
}

function contractsOf(ast: unknown): readonly string[] {
  const { nodes = [] } = ast as { readonly nodes?: readonly AstNode[] };
  return nodes.flatMap(({ nodeType, name }) =>
    nodeType === "ContractDefinition" && name !== undefined ? [name] : [],
  );
}

function completed({ abi = [], evm = {} }: SolcContract = {}) {
  const { bytecode, deployedBytecode, methodIdentifiers = {} } = evm;
  return {
    abi,
    evm: {
      bytecode: withoutOpcodes(bytecode),
      deployedBytecode: withoutOpcodes(deployedBytecode),
      methodIdentifiers,
    },
  };
}

/** Opcodes as text are most of an output, but contain nothing that the code does not. */
function withoutOpcodes({ object, sourceMap, linkReferences }: SolcBytecode = NO_CODE) {
  return {
    object,
    opcodes: "",
    sourceMap: sourceMap ?? "",
    linkReferences: linkReferences ?? {},
  };
}
