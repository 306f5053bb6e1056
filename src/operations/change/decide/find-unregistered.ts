import { getAddress } from "ethers";

import { describePermissions, withRegistered } from "../../../foundation/arc/permissions.js";
import { isSameAddress } from "../../../foundation/chain/same-address.js";
import type { Inspection, SchemeDescription } from "../../../engine/inspect/description.js";
import { readProposals } from "../../../engine/inspect/proposals/read-proposals.js";
import { attempt } from "../../../engine/inspect/reading/attempt.js";
import type { BlockReader } from "../../../engine/inspect/reading/block-reader.js";
import { describeContract, openContract } from "../../../engine/inspect/reading/identify.js";
import { readSchemeParameters } from "../../../engine/inspect/schemes/scheme-parameters.js";

/** A contract or account with its registration in a controller, current or future. */
export interface Registration {
  readonly address: string;
  /** 4 bytes. */
  readonly permissions: string;
  readonly paramsHash: string;
}

/** Who says that a contract is one's own: proposals of the account that makes the change, or the result file. */
export type Source = "account" | "result";

/** A scheme that is deployed but not registered, described as if it was. */
export interface UnregisteredScheme extends SchemeDescription {
  readonly source: Source;
}

/**
 * Finds schemes that were deployed for a change but are not registered, so that none that matches the file is deployed
 * a second time: proposals of the account request their registration, or a prepared controller or the result file lists
 * them. What the account itself proposed counts before what the result file says.
 * @param listed what the result file and prepared controllers list
 * @param account the account that makes proposals, if it is known
 */
export async function findUnregistered(
  reader: BlockReader,
  inspection: Inspection,
  listed: readonly (Registration & { readonly source: Source })[],
  account: string | undefined,
): Promise<readonly UnregisteredScheme[]> {
  const { avatar, schemes } = inspection;
  // The last proposal is what is meant.
  const proposed = readProposals(inspection, "registerScheme")
    .filter(({ proposer }) => isSameAddress(proposer, account))
    .map(({ requests: { scheme, permissions, paramsHash } }) => {
      const source: Source = "account";
      return { address: scheme.address, permissions: permissions.bytes, paramsHash, source };
    })
    .toReversed();
  const seen = new Set(
    schemes.filter(({ registered }) => registered).map(({ contract }) => contract.address),
  );
  const all = [...proposed, ...listed].sort((a, b) => a.source.localeCompare(b.source));
  const found = all.flatMap((each) => {
    const address = getAddress(each.address);
    if (seen.has(address)) return [];
    seen.add(address);
    return [describe(reader, each, avatar.address)];
  });
  return (await Promise.all(found)).filter(({ contract }) => contract.code !== "account");
}

async function describe(
  reader: BlockReader,
  { address, permissions, paramsHash, source }: Registration & { readonly source: Source },
  avatar: string,
): Promise<UnregisteredScheme> {
  const contract = await describeContract(reader, address);
  const opened = openContract(reader, contract);
  return {
    source,
    contract,
    registered: true,
    permissions: describePermissions(withRegistered(permissions)),
    paramsHash,
    history: [],
    parameters:
      opened === undefined
        ? { notRead: "its code is not Arc's", unknowable: true }
        : await attempt(() => readSchemeParameters(reader, opened, { avatar, paramsHash })),
  };
}
