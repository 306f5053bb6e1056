import { getAddress } from "ethers";

import type { ArcRelease, Artifact } from "../../foundation/arc/artifact.js";
import type { Eip1193Provider } from "../../foundation/chain/provider.js";
import { MigrationError } from "../../foundation/support/errors.js";
import { customOf, ownAbis, recognizeSchemes } from "./custom-schemes.js";
import { readAccounts } from "./control/accounts.js";
import { describeControl } from "./control/by-votes.js";
import { withAvatarsPermissions } from "./control/powers.js";
import { describeReputation, describeToken } from "./assets/describe-assets.js";
import {
  type ContractDescription,
  type Inspection,
  type NotRead,
  type ProposalDescription,
  SCHEMA_VERSION,
  type SchemeDescription,
} from "./description.js";
import { readFounders, readUnvotedMints } from "./schemes/founders.js";
import { mayAskAll, readAllowances, readCalled, readTreasury } from "./assets/treasury.js";
import { readEarlierControllers } from "./organization/earlier-controllers.js";
import {
  findOrganization,
  requireAddress,
  type Organization,
} from "./organization/find-organization.js";
import { readGlobalConstraints } from "./organization/global-constraints.js";
import { readAlong } from "./proposals/read-along.js";
import { readListings } from "./organization/listings.js";
import { readDebts, tokensAskedFor } from "./proposals/debts.js";
import { describeProposals } from "./proposals/describe-proposals.js";
import { describeVotingMachines } from "./proposals/describe-voting-machines.js";
import { attempt, ifRead, isNotRead } from "./reading/attempt.js";
import { CallRefused } from "../../foundation/chain/call-refused.js";
import { type BlockReader, type PinOptions, readerAt } from "./reading/block-reader.js";
import { describeSchemes } from "./schemes/describe-schemes.js";
import {
  describeStorage,
  isUnexplained,
  readUntoldSchemes,
  STORAGE_NOT_READ,
} from "./storage/describe-storage.js";
import { addressesIn } from "./schemes/referred-contracts.js";
import { readMintable } from "./schemes/mintable-reputation.js";

type Untold = Pick<Inspection["token"], "contract" | "holders">;

/** How often events are read if they do not fit the state. */
const READINGS = 3;

export interface InspectOptions extends PinOptions {
  /** ABIs of contracts that proposals call, by address, to decode their calls. */
  readonly abis?: Readonly<Record<string, unknown>>;
  /** Tokens of which to read what the avatar holds, even if they emit no events. */
  readonly token?: readonly string[];
  /** Contracts that are not Arc's, by name, by which schemes of unknown code are recognized. Read only if there are any. */
  readonly builds?: () => Promise<ReadonlyMap<string, Artifact>>;
  /** Opens a release in which code is looked up. Default: this package's and the user's cache, with default settings. */
  readonly openRelease?: (version?: string) => Promise<ArcRelease>;
  /** Whether to prove that nothing is hidden in the storage of the DAO's contracts. Default: yes. */
  readonly proveStorage?: boolean;
}

/**
 * Reads a DAO from a chain, at one block and by its avatar alone: no result file or release is needed. What a node or a
 * contract does not reveal is returned as `notRead`, with the reason. If the contracts' state does not fit
 * their events, all events are read again, because the node may have left some out.
 * @param avatar address of the DAO's avatar
 * @param unchanged descriptions of proposals that are still valid; those proposals are not read again
 * @throws UsageError if `avatar` or a token is not an address
 * @throws NotAnArcDaoError if there is no Arc avatar at the address
 * @throws MigrationError if the block does not exist, or was replaced in the meantime
 */
export async function inspectDao(
  provider: Eip1193Provider,
  avatar: string,
  options: InspectOptions = {},
  unchanged: readonly ProposalDescription[] = [],
): Promise<Inspection> {
  for (const each of options.token ?? []) requireAddress(each, "a token's");
  let reader = await readerAt(provider, options);
  options.onProgress?.("Finding the DAO's contracts");
  const untold: string[] = [];
  const readOnce = async () => {
    const organization = await findOrganization(reader, avatar);
    const found = await inspectAt(reader, organization, options, unchanged, untold);
    const isProven = options.proveStorage !== false;
    const more = isProven ? await readUntoldSchemes(reader, organization, found) : [];
    untold.push(...more);
    const addsUp = more.length === 0 && !reader.missesEvents && !isUnexplained(found);
    return { found, addsUp, isLast: addsUp || !isProven };
  };
  for (let reading = 1; ; reading++) {
    const { found, addsUp, isLast } = await readOnce().catch(refused);
    if (isLast || reading === READINGS) {
      await reader.logSource.keep(addsUp);
      return found;
    }
    reader = reader.again();
  }
}

/**
 * Reads the proposals that a DAO has got since it was inspected, through the schemes that it had then.
 * @returns all, of which those of the inspection are unchanged
 */
export async function readLaterProposals(
  provider: Eip1193Provider,
  { avatar, schemes, votingMachines, proposals }: Inspection,
  options: InspectOptions,
): Promise<readonly ProposalDescription[]> {
  const reader = await readerAt(provider, options);
  const organization = await findOrganization(reader, avatar.address);
  readAlong(reader, organization);
  const own = ownAbis(schemes, await customOf(schemes, options.builds));
  const machines = votingMachines.map(({ contract }) => contract.address);
  const known = { unchanged: ifRead(proposals) ?? [], machines };
  return await describeProposals(reader, organization, schemes, { ...own, ...options.abis }, known);
}

/** What has to be known of a DAO is not what its contracts, by their code, can answer. */
function refused(error: unknown): never {
  if (!(error instanceof CallRefused)) throw error;
  throw new MigrationError(
    `The DAO cannot be read: ${error.message}. Either the node's answer is wrong, or the contract is not what it seems ` +
      "to be. Run the same command again, or use another node.",
    { cause: error },
  );
}

/** @param untold accounts that are registered although no event says so */
async function inspectAt(
  reader: BlockReader,
  organization: Organization,
  options: InspectOptions,
  unchanged: readonly ProposalDescription[],
  untold: readonly string[] = [],
): Promise<Inspection> {
  const { onProgress = () => {} } = options;
  const { name, described } = organization;
  onProgress("Reading its schemes");
  for (const each of ["avatar", "controller", "token", "reputation"] as const) {
    organization[each].prefetch();
  }
  readAlong(reader, organization);
  const earlier = await readEarlierControllers(reader, organization);
  const { isFounding, noEvents, ...read } = await describeSchemes(
    reader,
    organization,
    earlier,
    untold,
  );
  const custom = await customOf(read.schemes, options.builds);
  const { schemes } = await recognizeSchemes(reader, { ...described, ...read }, custom);
  const votingMachines = await describeVotingMachines(reader, schemes);
  onProgress("Reading its token and reputation");
  const avatarAt = organization.avatar.address;
  const missingEvents = noEvents ?? (await reader.missingEvents(avatarAt));
  const calledByAvatar = await readCalled(organization.avatar, described.avatar, missingEvents);
  const isShort = await mayAskAll(reader, calledByAvatar);
  const [token, reputation, storage] = await Promise.all([
    describeToken(organization.token, described.token),
    describeReputation(organization.reputation, described.reputation),
    options.proveStorage === false
      ? STORAGE_NOT_READ
      : describeStorage(reader, organization, schemes),
  ]);
  onProgress("Reading its proposals");
  const proposals = await attempt(() => {
    // Those of schemes that are not known would not be looked for.
    if (noEvents !== undefined) throw new Error(noEvents);
    return describeProposals(
      reader,
      organization,
      schemes,
      { ...ownAbis(schemes, custom), ...options.abis },
      { unchanged, machines: votingMachines.map(({ contract }) => contract.address) },
    );
  });
  onProgress("Reading its assets and debts");
  const [allowed, listings, founders, unvotedMints, treasury, owes, mintable, ...others] =
    await Promise.all([
      attempt(() => readAllowances(reader, organization.avatar, calledByAvatar)),
      attempt(() => readListings(reader, avatarAt, isShort)),
      [token, reputation].map(untoldHolders).find((each) => each !== undefined) ??
        attempt(() => readFounders(organization, isFounding)),
      attempt(() => readUnvotedMints(reader, organization, schemes, isFounding)),
      attempt(() =>
        readTreasury(
          reader,
          avatarAt,
          [
            organization.token.address,
            ...votingMachines.flatMap(({ stakingToken }) => ifRead(stakingToken)?.address ?? []),
            ...tokensAskedFor(proposals),
            // Reputation has balances, too.
            ...addressesNamed(schemes).filter((each) => each !== organization.reputation.address),
            ...(options.token ?? []).map((each) => getAddress(each)),
          ],
          calledByAvatar,
        ),
      ),
      isNotRead(proposals)
        ? proposals
        : attempt(() => readDebts(reader, avatarAt, proposals, votingMachines)),
      attempt(() => readMintable(reader, avatarAt, schemes)),
      attempt(() => readGlobalConstraints(reader, organization)),
      attempt(async () => {
        const last = (await organization.avatar.events(["MetaData"])).at(-1);
        return last && (String(last.values._metaData) || undefined);
      }),
    ]);
  const [globalConstraints, metaData] = others;
  const allowances = isNotRead(allowed) ? allowed : allowed.allowances;
  const claimedAllowances = ifRead(allowed)?.claimedAllowances ?? [];
  const control = describeControl(withAvatarsPermissions(schemes, described), reputation);
  const decided = { token, reputation, schemes, votingMachines, globalConstraints, allowances };
  const accounts = await attempt(() => readAccounts(reader, { ...described, ...decided, control }));
  await reader.requireSameBlock();
  return {
    schemaVersion: SCHEMA_VERSION,
    chainId: reader.chainId,
    block: reader.block,
    eventsFromBlock: reader.fromBlock,
    missingEvents,
    name,
    releases: releasesOf(Object.values(described)),
    avatar: described.avatar,
    metaData,
    controller: described.controller,
    earlierControllers: earlier.map(({ described: controller }) => controller),
    ...{ listings, token, reputation, storage, founders, unvotedMints, treasury, owes, mintable },
    allowances,
    ...(claimedAllowances.length > 0 && { claimedAllowances }),
    ...{ schemes, globalConstraints, votingMachines, proposals, control, accounts },
  };
}

/** Arc's tokens and reputation tell of all that they mint: if their holders do not add up, nor do the founders. */
function untoldHolders({ contract, holders }: Untold): NotRead | undefined {
  return contract.code === "arc" && isNotRead(holders) ? holders : undefined;
}

/** What parameters of schemes name may be tokens: those that are lock, pay or send. */
function addressesNamed(schemes: readonly SchemeDescription[]): readonly string[] {
  const known = new Set(schemes.map(({ contract }) => contract.address));
  return schemes
    .filter(({ registered }) => registered)
    .flatMap(({ parameters }) => {
      const { values = {}, mayCall } = ifRead(parameters) ?? {};
      return [...addressesIn(values), ...(ifRead(mayCall) ?? [])];
    })
    .filter((address) => !known.has(address));
}

function releasesOf(contracts: readonly ContractDescription[]): readonly string[] {
  const [first, ...rest] = contracts.map(({ releases = [] }) => releases);
  return (first ?? []).filter((release) => rest.every((releases) => releases.includes(release)));
}
