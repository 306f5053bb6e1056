import type { AbiEntry, AbiParameter, Artifact } from "../artifact.js";

/** Keeps the four fields of a build file that are used, and removes documentation from the ABI. */
export function pruneArtifact(build: {
  contractName: string;
  abi: readonly AbiEntry[];
  bytecode: string;
  deployedBytecode: string;
}): Artifact {
  return {
    contractName: build.contractName,
    abi: build.abi.map(pruneEntry),
    bytecode: build.bytecode,
    deployedBytecode: build.deployedBytecode,
  };
}

function pruneEntry(entry: AbiEntry): AbiEntry {
  return {
    type: entry.type,
    ...(entry.name !== undefined && { name: entry.name }),
    ...(entry.inputs && { inputs: entry.inputs.map(pruneParameter) }),
    ...(entry.outputs && { outputs: entry.outputs.map(pruneParameter) }),
    ...(entry.stateMutability !== undefined && { stateMutability: entry.stateMutability }),
    ...(entry.anonymous !== undefined && { anonymous: entry.anonymous }),
  };
}

function pruneParameter(parameter: AbiParameter): AbiParameter {
  return {
    name: parameter.name,
    type: parameter.type,
    ...(parameter.indexed !== undefined && { indexed: parameter.indexed }),
    ...(parameter.components && { components: parameter.components.map(pruneParameter) }),
  };
}
