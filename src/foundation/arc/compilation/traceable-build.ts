import { join } from "node:path";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";

import { readCached, writeCached } from "../../support/cache-file.js";
import { fileNameOf, pinOf } from "../source/packages.js";
import { type OpenOptions, withDefaults } from "../source/open-options.js";
import { compareCode, type Comparison } from "./compare.js";
import { Compiler, type SolcBytecode, type SolcContract, type SolcOutput } from "./compiler.js";
import {
  COMPILERS,
  type ContractSources,
  SourceLibrary,
  sourcePackages,
} from "./source-packages.js";
import type { StandardInput } from "./standard-input.js";

/** A contract's compiler input and output, for stack traces. */
export interface TraceableBuild {
  /** Such as `0.5.17`. */
  readonly compiler: string;
  readonly input: StandardInput;
  readonly output: ReturnType<typeof traceableOutput>;
}

/** Hardhat's chain cannot read the output of older compilers. */
const FIRST_COMPILER = /^0\.(?:[6-9]|[1-9]\d|5\.[1-9])/;
/** Name of the cache folder. Another format gets another number. */
const FOLDER = "traces-1";
/** The largest takes 0.3 MB. */
const LARGEST_FILE = 16 * 1024 * 1024;

/** The contract to trace. */
interface Wanted {
  readonly arcVersion: string;
  readonly contractName: string;
  /** The code on the chain that the sources must compile to, in hex with 0x. */
  readonly code: string;
  /** The code that the release contains under this name. */
  readonly published: string;
}

/**
 * Compiles an Arc contract for stack traces. Does so once per machine and keeps the build in the cache folder.
 * @param onCompile called before the compiler runs, which takes seconds
 * @returns the build of exactly this code if possible, otherwise one that differs only in the metadata hash; undefined
 * if no published sources compile to this code, or its compiler is too old
 * @throws ArcError if sources or the compiler cannot be obtained
 */
export async function openTraceableBuild(
  wanted: Wanted,
  options: OpenOptions,
  onCompile: (message: string) => void,
): Promise<TraceableBuild | undefined> {
  const { arcVersion, contractName, code, published } = wanted;
  const packages = sourcePackages(arcVersion, contractName);
  let equal: TraceableBuild | undefined;
  // If the code is not the published one, it is the copy that DaoCreator deploys, so try Arc's own package first.
  for (const packageSpec of code === published ? packages : packages.toReversed()) {
    if (!FIRST_COMPILER.test(pinOf(packageSpec, COMPILERS))) continue;
    const path = pathOf(packageSpec, contractName, options);
    const kept = await readKept(path);
    const isKept = kept !== undefined && similarity(wanted, kept) !== "different";
    const build = isKept ? kept : await make(packageSpec, wanted, options, onCompile);
    if (build === undefined) continue;
    if (!isKept) await keep(path, build);
    if (similarity(wanted, build) === "exact") return build;
    equal ??= build;
  }
  return equal;
}

async function make(
  packageSpec: string,
  wanted: Wanted,
  options: OpenOptions,
  onCompile: (message: string) => void,
): Promise<TraceableBuild | undefined> {
  const { contractName } = wanted;
  for (const sources of await new SourceLibrary(options).find(packageSpec, contractName)) {
    const [version = ""] = sources.compiler.split("+");
    const compiler = await Compiler.open(sources.compiler, options);
    try {
      onCompile(`Compiling ${contractName} of ${packageSpec} for stack traces, once.`);
      const input = traceableInput(sources);
      const output = traceableOutput(await compiler.run(input));
      const build = { compiler: version, input, output };
      if (similarity(wanted, build) !== "different") return build;
    } finally {
      await compiler.close();
    }
  }
  return undefined;
}

function similarity(
  { contractName, code }: Wanted,
  { output }: TraceableBuild,
): Comparison["outcome"] {
  for (const contracts of Object.values(output.contracts)) {
    const own = contracts[contractName]?.evm.deployedBytecode.object;
    if (own) return compareCode(`0x${own}`, code).outcome;
  }
  return "different";
}

function pathOf(packageSpec: string, contractName: string, options: OpenOptions): string {
  const name = `${fileNameOf(packageSpec)}-${contractName}.json.gz`;
  return join(withDefaults(options).cacheDir, FOLDER, name);
}

async function readKept(path: string): Promise<TraceableBuild | undefined> {
  const bytes = await readCached(path, LARGEST_FILE);
  if (bytes === undefined) return undefined;
  try {
    const text = await promisify(gunzip)(bytes);
    const { compiler, input, output } = JSON.parse(text.toString()) as TraceableBuild;
    // Complete it again: a missing contract would end the process.
    return { compiler, input, output: traceableOutput(output) };
  } catch {
    // It is damaged, so build it again.
    return undefined;
  }
}

async function keep(path: string, build: TraceableBuild): Promise<void> {
  try {
    await writeCached(path, await promisify(gzip)(JSON.stringify(build)));
  } catch {
    // If the cache cannot be written, the next run compiles again.
  }
}

const WANTED = ["abi", "evm.bytecode", "evm.deployedBytecode", "evm.methodIdentifiers"];
/** For contracts whose code was not requested. */
const NO_CODE: SolcBytecode = { object: "", sourceMap: "", linkReferences: {} };

interface AstNode {
  readonly nodeType?: string;
  readonly name?: string;
}

/** Requests one contract's code with its source map, and the syntax trees of all files. */
function traceableInput({ input, file, contractName }: ContractSources): StandardInput {
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
