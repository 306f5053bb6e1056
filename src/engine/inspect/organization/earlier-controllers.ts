import type { EarlierControllerDescription, MomentDescription } from "../description.js";
import type { BlockReader } from "../reading/block-reader.js";
import type { ContractEvent } from "../reading/contract.js";
import { describeContract } from "../reading/identify.js";
import type { Organization } from "./find-organization.js";
import { openController, type OpenController } from "./open-controller.js";

export interface EarlierController {
  readonly described: EarlierControllerDescription;
  /** Undefined if it is not an Arc controller. */
  readonly opened: OpenController | undefined;
}

/**
 * Reads the former owners of the avatar from its first controller on, oldest first, without the current one. An owner
 * that is not a controller counts, too, because it had control of the DAO. Accounts that created the avatar are left
 * out.
 */
export async function readEarlierControllers(
  reader: BlockReader,
  { avatar, reputation }: Organization,
): Promise<readonly EarlierController[]> {
  const transfers = await avatar.events(["OwnershipTransferred"]);
  const owners = await Promise.all(
    transfers.map(async (until, index): Promise<EarlierController> => {
      const contract = await describeContract(reader, String(until.values.previousOwner));
      const opened = await openController(reader, contract, avatar.address, reputation.address);
      const since = transfers[index - 1];
      return {
        opened,
        described: {
          contract: { ...contract, universal: opened?.isUniversal ?? false },
          since: since && (await momentOf(reader, since)),
          until: await momentOf(reader, until),
          replacedBy: String(until.values.newOwner),
        },
      };
    }),
  );
  const first = owners.findIndex(({ opened }) => opened !== undefined);
  return first === -1 ? [] : owners.slice(first);
}

export async function momentOf(
  reader: BlockReader,
  { log }: Pick<ContractEvent, "log">,
): Promise<MomentDescription> {
  return {
    block: log.blockNumber,
    time: await reader.timeOf(log.blockNumber),
    transaction: log.transactionHash,
  };
}
