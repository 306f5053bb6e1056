import type { Inspection, SchemeDescription } from "../../inspect/description.js";
import { attempt, isNotRead } from "../../inspect/reading/attempt.js";
import type { BlockReader } from "../../inspect/reading/block-reader.js";
import { describeContract, openContract } from "../../inspect/reading/identify.js";
import { describePermissions, permissionBytes } from "../../inspect/schemes/permissions.js";
import { readSchemeParameters } from "../../inspect/schemes/scheme-parameters.js";
import type { SchemeResult } from "../../result/result.js";

/** How a contract is to be registered, as a proposal or a result says. */
interface Intended {
  readonly address: string;
  readonly permissions: string;
  readonly paramsHash: string;
}

/**
 * Contracts that are made and not registered: proposals ask to register them, or the result file has
 * them. They are described as if they were, so that one that fits the file is not made a second time.
 */
export async function findCandidates(
  reader: BlockReader,
  inspection: Inspection,
  intendedInResult: readonly SchemeResult[] = [],
): Promise<readonly SchemeDescription[]> {
  const registered = new Set(
    inspection.schemes.filter((each) => each.registered).map((each) => each.contract.address),
  );
  const intended = new Map<string, Intended>();
  for (const each of [...fromProposals(inspection), ...intendedInResult]) {
    if (!registered.has(each.address) && !intended.has(each.address)) {
      intended.set(each.address, each);
    }
  }
  const described = await Promise.all(
    [...intended.values()].map((each) => describeCandidate(reader, each)),
  );
  return described.filter(({ contract }) => contract.code !== "account");
}

/** Newest first: what was proposed last is what is meant. */
function fromProposals({ proposals }: Inspection): readonly Intended[] {
  if (isNotRead(proposals)) return [];
  return proposals.toReversed().flatMap(({ asks }): Intended[] => {
    if (isNotRead(asks) || asks.kind !== "registerScheme") return [];
    const { scheme, permissions, paramsHash } = asks;
    return [{ address: scheme.address, permissions: permissions.bytes, paramsHash }];
  });
}

async function describeCandidate(
  reader: BlockReader,
  { address, permissions, paramsHash }: Intended,
): Promise<SchemeDescription> {
  const contract = await describeContract(reader, address);
  const opened = openContract(reader, contract);
  const bytes = permissionBytes(Number(permissions) | 1);
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
