import { topicsOf } from "../../../foundation/arc/abi-index.js";
import { knownAbi } from "../../../foundation/arc/known-abis.js";
import type { ContractDescription } from "../description.js";
import type { BlockReader } from "../reading/block-reader.js";
import type { Contract } from "../reading/contract.js";
import { openContract } from "../reading/identify.js";
import { openForeign } from "../reading/foreign-contracts.js";

export interface OpenController {
  readonly controller: Contract;
  readonly isUniversal: boolean;
}

/** The topics of registrations, in a controller's events and in a universal one's. */
export function registrationTopics(): readonly string[] {
  return ["Controller", "UController"].flatMap((name) =>
    topicsOf(knownAbi(name)!, ["RegisterScheme"]),
  );
}

/**
 * Opens a controller. One with unknown code is read like Arc's only if it answers like Arc's, because other contracts
 * have events with the same topics and functions with the same names.
 * @returns undefined if it is not a controller of the avatar
 */
export async function openController(
  reader: BlockReader,
  controllerIs: ContractDescription,
  avatar: string,
  reputation: string,
): Promise<OpenController | undefined> {
  const { name, address, code } = controllerIs;
  if (code === "account") return undefined;
  const known = openContract(reader, controllerIs);
  if (known !== undefined && (name === "Controller" || name === "UController")) {
    return { controller: known, isUniversal: name === "UController" };
  }
  // A universal controller has no avatar of its own.
  const own = newest(reader, "Controller", address);
  const ownAvatar = await addressOf(own, "avatar");
  const isUniversal = ownAvatar === undefined;
  const controller = isUniversal ? newest(reader, "UController", address) : own;
  const said = await addressOf(controller, "getNativeReputation", avatar);
  if (said !== reputation || !(isUniversal || ownAvatar === avatar)) return undefined;
  return { controller, isUniversal };
}

/** Opens a contract of unknown code with the ABI of the newest Arc release that has its name. */
export function newest(reader: BlockReader, contractName: string, address: string): Contract {
  const abi = knownAbi(contractName);
  if (abi === undefined) throw new Error(`No ABI of ${contractName} is known.`);
  return openForeign(reader, address, abi);
}

/** An address that a function returns; undefined if the call reverts. */
export async function addressOf(
  contract: Contract,
  functionName: string,
  ...args: readonly unknown[]
): Promise<string | undefined> {
  return (await contract.answer(functionName, ...args)) as string | undefined;
}
