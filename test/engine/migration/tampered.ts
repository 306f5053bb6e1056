import { expect } from "chai";
import { AbiCoder, id, keccak256, toBeHex, zeroPadValue } from "ethers";

import type { ArcRelease, Artifact } from "../../../src/foundation/arc/artifact.js";
import type { ChainReader, Contract, Deployer } from "../../../src/engine/migration/deployer.js";
import { requireUsableBase } from "../../../src/engine/migration/trusted-base.js";
import type { BaseResult } from "../../../src/foundation/result/result.js";
import { rejection } from "../../rejection.js";
import type { ChainWithBase } from "./with-base.js";

const selectorOf = (signature: string) => id(signature).slice(2, 10);

/**
 * Arc's ControllerCreator with one selector (four bytes) changed, so it keeps its own permissions in the DAOs
 * that it creates controllers for.
 */
function patchedControllerCreator(release: ArcRelease): Artifact {
  const artifact = release.artifact("ControllerCreator");
  const from = selectorOf("unregisterScheme(address,address)");
  const to = selectorOf("isSchemeRegistered(address,address)");
  // The last occurrence is a function of the controller, in its embedded code.
  const own = (code: string) => code.slice(0, code.lastIndexOf(from));
  const patch = (code: string) => code.replace(own(code), (text) => text.split(from).join(to));
  return {
    ...artifact,
    bytecode: patch(artifact.bytecode),
    deployedBytecode: patch(artifact.deployedBytecode),
  };
}

/** Deploys a contract with an artifact's code and any storage. */
export async function deployWithStorage(
  deployer: Deployer,
  artifact: Artifact,
  storage: readonly (readonly [slot: bigint, value: bigint])[],
): Promise<Contract> {
  const stores = storage.map(([slot, value]) => `7f${word(value)}7f${word(slot)}55`).join("");
  const runtime = artifact.deployedBytecode.slice(2);
  const size = toBeHex(runtime.length / 2, 3).slice(2);
  // PUSH3 size, PUSH3 start, PUSH1 0, CODECOPY, PUSH3 size, PUSH1 0, RETURN
  const start = toBeHex(stores.length / 2 + 18, 3).slice(2);
  const copy = `62${size}62${start}60003962${size}6000f3`;
  const bytecode = `0x${stores}${copy}${runtime}`;
  const made = await deployer.deploy("tampered", { ...artifact, abi: [], bytecode });
  return { artifact, address: made.address };
}

/** Returns the storage slot of a struct's field under a mapping key. */
export function slotOf(key: string, mapping: bigint, field = 0n): bigint {
  const encoded = AbiCoder.defaultAbiCoder().encode(["bytes32", "uint256"], [key, mapping]);
  return BigInt(keccak256(encoded)) + field;
}

function word(value: bigint): string {
  return zeroPadValue(toBeHex(value), 32).slice(2);
}

/** Deploys a DaoCreator with Arc's code, constructed with an attacker's ControllerCreator. */
export async function plantDaoCreator({
  deployer,
  release,
  base,
}: ChainWithBase): Promise<{ readonly creator: Contract; readonly planted: Contract }> {
  const creator = await deployer.deploy("planted/creator", patchedControllerCreator(release));
  const args = [creator.address, base.DAOTracker];
  const planted = await deployer.deploy("planted/dao", release.artifact("DaoCreator"), args);
  return { creator, planted };
}

export function listed(base: BaseResult): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(base).filter(([name]) => name !== "arcVersion"));
}

/** Returns the problems of a base, one per line. */
export async function problemsOf(
  reader: ChainReader,
  release: ArcRelease,
  base: BaseResult,
): Promise<string[]> {
  const error = await rejection(requireUsableBase(reader, release, base));
  expect(error.name).to.equal("MigrationError");
  const lines = error.message.split("\n");
  expect(lines[0]).to.include(`The base of Arc ${release.version} cannot be used on`);
  expect(lines.at(-1)).to.include("dao-migrate base");
  return lines.slice(1, -1).map((line) => line.trim());
}
