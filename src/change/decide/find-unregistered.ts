import { getAddress } from "ethers";

import { describePermissions, withRegistered } from "../../arc/permissions.js";
import { isSameAddress } from "../../chain/addresses.js";
import type { Inspection, SchemeDescription } from "../../inspect/description.js";
import { attempt, isNotRead } from "../../inspect/reading/attempt.js";
import type { BlockReader } from "../../inspect/reading/block-reader.js";
import { describeContract, openContract } from "../../inspect/reading/identify.js";
import { readSchemeParameters } from "../../inspect/schemes/scheme-parameters.js";

/** A contract or account with its registration in a controller, current or future. */
export interface Registration {
  readonly address: string;
  /** 4 bytes. */
  readonly permissions: string;
  readonly paramsHash: string;
}

/**
 * Who names a contract that is not registered: proposals of the account that makes the change, the result file, or only
 * proposals of other accounts.
 */
export type Source = "account" | "result" | "others";

/** A registration that somebody intends. */
export interface IntendedRegistration extends Registration {
  readonly source: Source;
}

/** Schemes that are deployed but not registered. */
export interface UnregisteredSchemes {
  readonly schemes: readonly SchemeDescription[];
  /** By checksummed address. */
  readonly sources: ReadonlyMap<string, Source>;
}

const TRUST: readonly Source[] = ["account", "result", "others"];

/**
 * Finds contracts that were deployed but are not registered: proposals request their registration, or a prepared
 * controller or the result file lists them. They are described as if they were registered, so that none that matches
 * the file is deployed a second time. What the account itself proposed counts before what the result file says, and
 * that before what others propose for the same contract.
 * @param listed what the result file and prepared controllers list
 * @param account the account that makes proposals, if it is known
 */
export async function findUnregistered(
  reader: BlockReader,
  inspection: Inspection,
  listed: readonly IntendedRegistration[],
  account: string | undefined,
): Promise<UnregisteredSchemes> {
  const registered = new Set(
    inspection.schemes.filter((each) => each.registered).map((each) => each.contract.address),
  );
  const all = [...proposedIn(inspection, account), ...listed];
  const found = new Map<string, IntendedRegistration>();
  for (const each of TRUST.flatMap((source) => all.filter((one) => one.source === source))) {
    const address = getAddress(each.address);
    if (!registered.has(address) && !found.has(address)) found.set(address, each);
  }
  const schemes = await Promise.all([...found.values()].map((each) => describe(reader, each)));
  return {
    schemes: schemes.filter(({ contract }) => contract.code !== "account"),
    sources: new Map([...found].map(([address, { source }]) => [address, source])),
  };
}

/** Newest first, because the last proposal is what is meant. */
function proposedIn(
  { proposals }: Inspection,
  account: string | undefined,
): readonly IntendedRegistration[] {
  if (isNotRead(proposals)) return [];
  return proposals.toReversed().flatMap(({ asks, proposer }) => {
    if (isNotRead(asks) || asks.kind !== "registerScheme") return [];
    const { scheme, permissions, paramsHash } = asks;
    const source = isSameAddress(proposer, account) ? "account" : "others";
    return [{ address: scheme.address, permissions: permissions.bytes, paramsHash, source }];
  });
}

async function describe(
  reader: BlockReader,
  { address, permissions, paramsHash }: Registration,
): Promise<SchemeDescription> {
  const contract = await describeContract(reader, address);
  const opened = openContract(reader, contract);
  return {
    contract,
    registered: true,
    permissions: describePermissions(withRegistered(permissions)),
    paramsHash,
    history: [],
    parameters:
      opened === undefined
        ? { notRead: "its code is not Arc's", unknowable: true }
        : await attempt(() => readSchemeParameters(reader, opened, paramsHash)),
  };
}
