import { getAddress } from "ethers";

import { isSameAddress } from "../../chain/same-address.js";
import { withRegistered } from "../../arc/permissions.js";
import type { Inspection, SchemeDescription } from "../../inspect/description.js";
import { attempt, isNotRead } from "../../inspect/reading/attempt.js";
import type { BlockReader } from "../../inspect/reading/block-reader.js";
import { describeContract, openContract } from "../../inspect/reading/identify.js";
import { describePermissions } from "../../inspect/schemes/permissions.js";
import { readSchemeParameters } from "../../inspect/schemes/scheme-parameters.js";
import type { Registration } from "./registration.js";

/** Schemes that are deployed but not registered. */
export interface Candidates {
  readonly schemes: readonly SchemeDescription[];
  /** Checksummed addresses of those that only proposals of other accounts name. */
  readonly strangers: ReadonlySet<string>;
}

/**
 * Finds contracts that were deployed but are not registered: proposals request their registration, or a prepared
 * controller or the result file lists them. They are described as if they were registered, so that none that matches
 * the file is deployed a second time.
 * @param own what the result file and controllers of the account's own list
 * @param strangers what only other accounts' controllers list
 * @param account the account that makes proposals, if it is known
 */
export async function findCandidates(
  reader: BlockReader,
  inspection: Inspection,
  { own, strangers }: Record<"own" | "strangers", readonly Registration[]>,
  account?: string,
): Promise<Candidates> {
  const registered = new Set(
    inspection.schemes.filter((each) => each.registered).map((each) => each.contract.address),
  );
  const proposed = fromProposals(inspection);
  const intended = new Map<string, Registration>();
  for (const each of [...proposed, ...own, ...strangers]) {
    if (!registered.has(each.address) && !intended.has(each.address)) {
      intended.set(each.address, each);
    }
  }
  const described = await Promise.all(
    [...intended.values()].map((each) => describeCandidate(reader, each)),
  );
  const byAccount = proposed.filter(({ proposer }) => isSameAddress(proposer, account));
  const known = new Set([...own, ...byAccount].map(({ address }) => getAddress(address)));
  return {
    schemes: described.filter(({ contract }) => contract.code !== "account"),
    strangers: new Set([...intended.keys()].filter((address) => !known.has(getAddress(address)))),
  };
}

/** Newest first, because the last proposal is what is meant. */
function fromProposals({
  proposals,
}: Inspection): readonly (Registration & { readonly proposer: string })[] {
  if (isNotRead(proposals)) return [];
  return proposals.toReversed().flatMap(({ asks, proposer }) => {
    if (isNotRead(asks) || asks.kind !== "registerScheme") return [];
    const { scheme, permissions, paramsHash } = asks;
    return [{ address: scheme.address, permissions: permissions.bytes, paramsHash, proposer }];
  });
}

async function describeCandidate(
  reader: BlockReader,
  { address, permissions, paramsHash }: Registration,
): Promise<SchemeDescription> {
  const contract = await describeContract(reader, address);
  const opened = openContract(reader, contract);
  const bytes = withRegistered(permissions);
  return {
    contract,
    registered: true,
    permissions: describePermissions(bytes),
    paramsHash,
    history: [],
    parameters:
      opened === undefined
        ? { notRead: "its code is not Arc's", unknowable: true }
        : await attempt(() => readSchemeParameters(reader, opened, paramsHash)),
  };
}
