import { zeroPadValue } from "ethers";

import { decodeEvents, eventTopic } from "../../foundation/arc/abi.js";
import type { Contract, Deployer } from "./deployer.js";

/** The registrations with a DAO since the migration began, oldest first: the values of the events. */
export async function registrationsOf(
  deployer: Deployer,
  controller: Contract,
  avatar: string,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const topic = eventTopic(controller.artifact, "RegisterScheme") ?? null;
  // A universal controller serves several DAOs, and its events contain the avatar.
  const isUniversal = controller.artifact.contractName === "UController";
  const topics = isUniversal ? [topic, null, null, zeroPadValue(avatar, 32)] : [topic];
  const logs = await deployer.logs(controller.address, topics);
  return decodeEvents(controller, "RegisterScheme", logs);
}
