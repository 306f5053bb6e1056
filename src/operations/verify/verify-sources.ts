import { getAddress, isAddress } from "ethers";

import { whichRelease } from "../../foundation/arc/which-release.js";
import { openArcRelease } from "../../foundation/arc/open-release.js";
import { resolveArcVersion } from "../../foundation/arc/versions.js";
import { isSameAddress } from "../../foundation/chain/same-address.js";
import {
  identifyChain,
  type ChainClaims,
  type ChainIdentity,
} from "../../foundation/chain/identity.js";
import { lacking, readEntries } from "../../foundation/result/file.js";
import type { LedgerEntry } from "../../foundation/result/result.js";
import { MigrationError, UsageError } from "../../foundation/support/errors.js";
import { typed } from "../../foundation/support/secrets.js";
import { Turns } from "../../foundation/support/turns.js";
import { writeSubmissions } from "./submission.js";
import { coreNow, eachOnce, findDao, organizationTargets, targetsOf } from "./targets.js";
import type { DaoTargets, LeftOut, Verification } from "./verification.js";
import { readBlock } from "../../engine/inspect/reading/block-reader.js";
import { findCreation } from "../../engine/inspect/storage/creation.js";
import type { Eip1193Provider } from "../../foundation/chain/provider.js";
import { NotAnArcDaoError } from "../../engine/inspect/organization/not-an-arc-dao-error.js";
import { verifyContracts, type VerifyContractsOptions } from "./verify-contracts.js";

/** Creations to look for at once: each search is some 25 requests, one after the other, and perhaps traces. */
const MOST_SEARCHES = 16;

export interface VerifyInputs
  extends VerifyContractsOptions, Pick<ChainClaims, "chainId" | "networks"> {
  readonly inProcess?: boolean;
  /** Path of the result file. */
  readonly output: string;
  /** An avatar, or any other contract together with `contract`. Default: all contracts in the result. */
  readonly address?: string;
  /** The expected name of the contract at the address. */
  readonly contract?: string;
  /** Complete or short. Default: the release in the result, otherwise the latest. */
  readonly arcVersion?: string;
  /** Folder for files to submit to explorers by hand. */
  readonly out?: string;
  readonly signal?: AbortSignal;
}

export interface VerifiedSources {
  readonly chain: ChainIdentity;
  readonly contracts: readonly Verification[];
  /** What a DAO uses but was not verified; absent if a single contract was. */
  readonly leftOut?: readonly LeftOut[];
  /** Whether every contract is what its sources compile to, and none was missed because the node has no old events. */
  readonly verified: boolean;
}

/**
 * Verifies contracts on a chain against their published sources.
 * @throws UsageError for an invalid address
 * @throws MigrationError if there is nothing to verify
 * @throws ArcError if a release, sources or a compiler cannot be obtained
 */
export async function verifyInputs(inputs: VerifyInputs): Promise<VerifiedSources> {
  const { provider, address, contract, onNote = () => {} } = inputs;
  if (address !== undefined && !isAddress(address)) {
    throw new UsageError(
      `Expected an address, 0x and 40 hex digits (with a valid checksum if it mixes cases), ` +
        `found ${typed(address)}.`,
    );
  }
  if (contract !== undefined && address === undefined) {
    throw new UsageError(
      "--contract says what the contract at an address should be. Pass the address, too.",
    );
  }
  const asked = inputs.arcVersion === undefined ? undefined : resolveArcVersion(inputs.arcVersion);
  const { networks, chainId } = inputs;
  const chain = await identifyChain(provider, inputs.inProcess ?? false, { networks, chainId });
  if (inputs.block !== undefined) await readBlock(provider, inputs.block);
  const entries = await readEntries(inputs.output, chain, asked);
  const entry = entryWith(entries, address);
  const { targets, leftOut } = await targetsFor(inputs, entry, asked);
  const verifications = await verifyContracts(targets, inputs);
  const contracts = await withCreations(verifications, provider, entry?.createdIn);
  const isComplete = leftOut?.some(({ unread }) => unread) !== true;
  const verified = isComplete && contracts.every((each) => each.verified);
  if (inputs.out !== undefined) {
    await writeSubmissions(inputs.out, contracts, { provider, chain, onNote });
  }
  return { chain, contracts, leftOut, verified };
}

/**
 * Adds to verified contracts of Arc whether their own constructors created them. One that was created by other code is
 * not verified.
 * @param recorded by contract, the hash of the transaction that created it, as the result file says
 */
export async function withCreations(
  contracts: readonly Verification[],
  provider: Eip1193Provider,
  recorded: Readonly<Record<string, string>> = {},
): Promise<readonly Verification[]> {
  const turns = new Turns(MOST_SEARCHES);
  return await Promise.all(
    contracts.map((each) => turns.run(() => withCreation(each, provider, recorded[each.address]))),
  );
}

async function withCreation(
  contract: Verification,
  provider: Eip1193Provider,
  recorded?: string,
): Promise<Verification> {
  const { verified, source, proxy, arcVersion, name, address } = contract;
  if (!verified || source === undefined || proxy !== undefined || arcVersion === undefined)
    return contract;
  const found = await findCreation(address, [source.bytecode], provider, recorded);
  const { transaction, code } = found;
  if (code !== "other") return { ...contract, creation: code };
  const note =
    `It has the code of ${name}, but other code created it in transaction ${transaction}, which may have written ` +
    "anything into its storage. Do not trust it until somebody has read that code.";
  return { ...contract, creation: code, verified: false, note };
}

/** The newest entry, or an earlier one, in `others`, if only that has the contract. */
function entryWith(
  entries: readonly LedgerEntry[],
  address: string | undefined,
): LedgerEntry | undefined {
  const [newest] = entries;
  if (address === undefined) return newest;
  const lists = (entry: LedgerEntry) =>
    targetsOf(entry).some((target) => isSameAddress(target.address, address));
  return entries.find(lists) ?? newest;
}

/** The contracts to verify: of a result file also those that its DAOs have got since. */
export async function targetsFor(
  inputs: Omit<VerifyInputs, "projectRoot">,
  entry: LedgerEntry | undefined,
  asked: string | undefined,
): Promise<Partial<DaoTargets> & Pick<DaoTargets, "targets">> {
  const { address, contract, output } = inputs;
  const known = entry === undefined ? [] : targetsOf(entry);
  if (address === undefined && known.length === 0) {
    throw new MigrationError(
      `${lacking(output, `nothing${asked === undefined ? "" : ` of Arc ${asked}`}`)} So there is nothing to ` +
        "verify. Choose another result file with --result, or pass an avatar's address, or any contract's address and its name " +
        "(--contract).",
    );
  }
  const own = known.find((target) => isSameAddress(target.address, address));
  if (address !== undefined && contract !== undefined) {
    const arcVersion = whichRelease(asked, own?.arcVersion);
    const at = getAddress(address);
    return { targets: [{ name: contract, place: "address", address: at, arcVersion }] };
  }
  const find = async (avatar: string, recorded?: string) =>
    await findDao(avatar, await openArcRelease(whichRelease(asked, recorded), inputs), inputs);
  const found: DaoTargets[] = [];
  for (const section of ["dao", "test"] as const) {
    const dao = entry?.[section];
    if (dao === undefined || !isSameAddress(dao.Avatar, address ?? dao.Avatar)) continue;
    const recorded = organizationTargets(section, dao, entry?.base?.UController);
    const core = await coreNow(section, dao, entry?.base?.UController, inputs);
    const { targets, leftOut } = await find(dao.Avatar, dao.arcVersion).catch(unlessNoDao);
    found.push({ targets: [...recorded, ...core, ...targets], leftOut });
  }
  if (address !== undefined && found.length === 0)
    return own === undefined ? await find(address) : { targets: [own] };
  const listed = address === undefined ? known : [];
  return {
    targets: eachOnce([...listed, ...found.flatMap(({ targets }) => targets)]),
    leftOut: found.flatMap(({ leftOut }) => leftOut),
  };
}

/** If there is no DAO at the address, comparing the code at each recorded address says so. */
function unlessNoDao(error: unknown): DaoTargets {
  if (error instanceof NotAnArcDaoError) return { targets: [], leftOut: [] };
  throw error;
}
