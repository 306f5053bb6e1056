import { basename } from "node:path";

import type { AbiEntry, AbiParameter, Artifact, ImmutablePart } from "./artifact.js";
import { ArcError } from "./arc-error.js";
import { printable } from "../support/printable.js";
import { isObject } from "../support/is-object.js";
import { parseJson } from "../support/json-text.js";
import { readRegular } from "../support/read-regular.js";

/**
 * Reads a build file of truffle, Hardhat or Foundry. An interface, or a file without bytecode, gets the bytecode "0x".
 * If a file has no contract name, the contract is named after the file.
 * @param linked a build of the same contract that has the addresses of its libraries
 * @throws ArcError if the file is missing, is not a build file, or needs libraries to be linked
 */
export async function readArtifactFile(path: string, linked?: Artifact): Promise<Artifact> {
  let text: string;
  try {
    text = await readRegular(path, "utf8");
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    throw new ArcError(
      code === "ENOENT"
        ? `The build file ${path} does not exist. Put the contract's build file (Truffle's or Hardhat's JSON) there.`
        : `The build file ${path} cannot be read (${code}).`,
    );
  }
  return parseArtifact(text, path, linked);
}

/** @param path for errors, and for the name of a contract without one */
export function parseArtifact(text: string, path: string, linked?: Artifact): Artifact {
  let build: unknown;
  try {
    build = parseJson(text);
  } catch (error) {
    throw new ArcError(`${path} is not JSON: ${(error as Error).message}. ${WANTED}`);
  }
  if (!isObject(build) || !isAbi(build["abi"])) {
    throw new ArcError(`${path} has no "abi" as compilers write it. ${WANTED}`);
  }
  return {
    contractName: readName(build, path),
    abi: build["abi"].map(withoutDocumentation),
    bytecode: readBytecode(build, "bytecode", path, linked),
    deployedBytecode: readBytecode(build, "deployedBytecode", path, linked),
    ...readImmutable(build),
  };
}

/** The parts of an ABI entry that are used. Their order is part of what is pinned. */
function withoutDocumentation(entry: AbiEntry): AbiEntry {
  return {
    type: entry.type,
    name: entry.name,
    inputs: entry.inputs?.map(pruneParameter),
    outputs: entry.outputs?.map(pruneParameter),
    stateMutability: entry.stateMutability,
    anonymous: entry.anonymous,
  };
}

function pruneParameter(parameter: AbiParameter): AbiParameter {
  return {
    name: parameter.name,
    type: parameter.type,
    indexed: parameter.indexed,
    components: parameter.components?.map(pruneParameter),
  };
}

const WANTED =
  "Expected the build file that Truffle or Hardhat writes for a contract, with contractName, abi, bytecode and deployedBytecode.";

/** A Solidity identifier. It becomes a file name, and one that contains a path would be written elsewhere. */
const NAME = /^[A-Za-z_$][\w$]{0,199}$/;

function readName(fields: Record<string, unknown>, path: string): string {
  const name = fields["contractName"] || basename(path, ".json");
  if (typeof name === "string" && NAME.test(name)) return name;
  throw new ArcError(
    `${path}: ${printable(JSON.stringify(name).slice(0, 100))} is not a contract name. ${WANTED}`,
  );
}

function readBytecode(
  fields: Record<string, unknown>,
  key: "bytecode" | "deployedBytecode",
  path: string,
  linked: Artifact | undefined,
): string {
  const field = fields[key];
  const value = (isObject(field) ? field["object"] : undefined) ?? field ?? "0x";
  if (typeof value !== "string") {
    throw new ArcError(`${path}: "${key}" is not a hexadecimal string. ${WANTED}`);
  }
  const unlinked = value.startsWith("0x") ? value : `0x${value}`;
  const hex = unlinked.replace(PLACEHOLDER, (placeholder, index: number) => {
    const address = linked?.[key].slice(index, index + 40);
    return address?.length === 40 ? address : placeholder;
  });
  const libraries = unlinkedLibraries(hex, isObject(field) ? field : fields, key);
  if (libraries.length > 0) {
    throw new ArcError(
      `${path}: the ${key} still needs ${libraries.join(", ")} to be linked. ` +
        `Deploy the library first, and put a build file linked with its address into custom-abis.`,
    );
  }
  if (!/^0x(?:[0-9a-f]{2})*$/i.test(hex)) {
    throw new ArcError(
      `${path}: "${key}" is not a whole number of bytes in hexadecimal. ${WANTED}`,
    );
  }
  return hex;
}

/** Hardhat 3 lists immutable parts beside the code, Foundry with it. */
function readImmutable({
  deployedBytecode,
  immutableReferences,
}: Record<string, unknown>): Pick<Artifact, "immutable"> {
  const references =
    immutableReferences ??
    (isObject(deployedBytecode) ? deployedBytecode["immutableReferences"] : undefined);
  const immutable = isObject(references)
    ? (Object.values(references).flat() as ImmutablePart[])
    : [];
  return immutable.length > 0 ? { immutable } : {};
}

/** What compilers write in place of a library's address. */
const PLACEHOLDER = /__[\w$.:/-]{38}/g;

/** Names from Hardhat's or Foundry's link references; otherwise the placeholders themselves. */
function unlinkedLibraries(hex: string, fields: Record<string, unknown>, key: string): string[] {
  const placeholders = hex.match(PLACEHOLDER) ?? [];
  if (placeholders.length === 0) return [];
  const references =
    fields[key === "bytecode" ? "linkReferences" : "deployedLinkReferences"] ??
    fields["linkReferences"];
  const files = isObject(references) ? Object.values(references) : [];
  const named = files.filter(isObject).flatMap((file) => Object.keys(file));
  return named.length > 0
    ? [...new Set(named)]
    : [...new Set(placeholders.map((text) => text.replace(/^[_$]+|[_$]+$/g, "")))];
}

/** Compilers fail long before this depth; deeper nesting would only exhaust the stack. */
const DEEPEST_TUPLE = 50;

function isAbi(value: unknown): value is AbiEntry[] {
  return isListOfTyped(value, (entry) =>
    [entry["inputs"], entry["outputs"]].every((list) => list === undefined || isParameters(list)),
  );
}

function isParameters(value: unknown, depth = 0): boolean {
  return isListOfTyped(
    value,
    ({ components }) =>
      components === undefined || (depth < DEEPEST_TUPLE && isParameters(components, depth + 1)),
  );
}

function isListOfTyped(
  value: unknown,
  isWhole: (entry: Record<string, unknown>) => boolean,
): boolean {
  return (
    Array.isArray(value) &&
    value.every((item) => {
      return isObject(item) && typeof item["type"] === "string" && isWhole(item);
    })
  );
}
