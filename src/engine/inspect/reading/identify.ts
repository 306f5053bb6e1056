import type { Interface } from "ethers";

import type { AbiEntry, Artifact } from "../../../foundation/arc/artifact.js";
import { knownAbi } from "../../../foundation/arc/known-abis.js";
import { identifyCode } from "../../../foundation/arc/known-code.js";
import { lookalikeOf } from "../../../foundation/arc/lookalikes.js";
import { delegateOf } from "../../../foundation/chain/proxy.js";
import type { ContractDescription } from "../description.js";
import type { BlockReader } from "./block-reader.js";
import { checksummed, Contract } from "./contract.js";

export async function describeContract(
  reader: BlockReader,
  address: string,
): Promise<ContractDescription> {
  const at = { address: checksummed(address) };
  const code = await reader.code(at.address);
  if (code === "0x") return { ...at, code: "account" };
  const delegate = delegateOf(code);
  if (delegate !== undefined) return { ...at, code: "account", delegate: checksummed(delegate) };
  const known = identifyCode(code);
  if (known === undefined) {
    const looksLike = lookalikeOf(code);
    return { ...at, code: "unknown", ...(looksLike && { looksLike }) };
  }
  const { contract: name, releases, exact } = known;
  return { ...at, code: "arc", name, releases, exact };
}

export function accountText({ delegate }: ContractDescription): string {
  return delegate === undefined ? "account without code" : "account with a delegate (EIP-7702)";
}

/** Whether code runs in a call of this that is not proven to be Arc's. */
export function isUnproven({ code, delegate }: ContractDescription): boolean {
  return code === "unknown" || delegate !== undefined;
}

/** The ABI of an Arc contract; undefined for all others. */
export function abiOf({ name, releases }: ContractDescription): Interface | undefined {
  return name === undefined ? undefined : knownAbi(name, releases?.at(-1));
}

/** The ABI of what has to be a contract of Arc's: of its own release, or of the newest one if its code is unknown. */
export function abiAs(description: ContractDescription, contractName: string): Interface {
  return abiOf(description) ?? knownAbi(contractName)!;
}

/** The functions and events of an Arc contract, as an artifact without code; undefined for all others. */
export function artifactOf(description: ContractDescription): Artifact | undefined {
  const abi = abiOf(description);
  if (abi === undefined) return undefined;
  const { name: contractName = "" } = description;
  const entries = JSON.parse(abi.formatJson()) as readonly AbiEntry[];
  return { contractName, abi: entries, bytecode: "0x", deployedBytecode: "0x" };
}

/** An Arc contract, ready to be read; undefined for all others. */
export function openContract(
  reader: BlockReader,
  description: ContractDescription,
): Contract | undefined {
  const abi = abiOf(description);
  return abi && new Contract(reader, description.address, abi);
}
