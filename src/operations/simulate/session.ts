import { ZeroHash, type Interface } from "ethers";

import { openArcRelease } from "../../foundation/arc/open-release.js";
import type { Eip1193Provider } from "../../foundation/chain/provider.js";
import type { Inspection, ProposalDescription } from "../../engine/inspect/description.js";
import { customOf, ownAbis } from "../../engine/inspect/custom-schemes.js";
import {
  inspectDao,
  readLaterProposals,
  type InspectOptions,
} from "../../engine/inspect/inspect-dao.js";
import { givenAbis } from "../../engine/inspect/proposals/calls.js";
import { owesBounty } from "../../engine/inspect/proposals/debts.js";
import { ifRead, isNotRead } from "../../engine/inspect/reading/attempt.js";
import { ForkedChain } from "./chain/forked-chain.js";
import { askingOnce } from "./chain/fork-boundary.js";
import { findSender, USUAL_BALANCE } from "./repeating/choose-conditions.js";
import type { SimulatedOutcome } from "./simulation.js";

/** A DAO on a fork of its chain, on which any number of proposals are tried one after the other. */
export interface Session {
  readonly chain: ForkedChain;
  /** The DAO at the fork block. */
  readonly inspection: Inspection;
  readonly abis: ReadonlyMap<string, Interface>;
  readonly openRelease: NonNullable<InspectOptions["openRelease"]>;
  /**
   * Reads the DAO's current state on the fork. Of the proposals that it had before, it reads again only one, and those
   * of schemes that come or go, or that owe bounties if the treasury changes: what happens to one does not change the
   * votes and requests of the others, but what they owe is paid only through a registered scheme, by what there is.
   * @param changed ID of that proposal; if left out, none is read again
   */
  readonly inspectNow: (changed?: string) => Promise<Inspection>;
  /** Reads the proposals that were made on the fork; those of the chain are as they were. */
  readonly readProposals: () => Promise<readonly ProposalDescription[]>;
  /**
   * Outcomes of proposals on the chain that were passed one after the other, by their IDs. An order that was tried for
   * one proposal need not be tried again for the other.
   */
  readonly outcomes: Map<string, SimulatedOutcome>;
}

/**
 * Reads a DAO, and forks its chain at the block that was read. `await using` closes the fork at the end of a block.
 * @param inspected the DAO if it was read before; its block becomes the fork block
 * @throws the errors of inspectDao; MigrationError if the chain cannot be forked
 */
export async function openSession(
  provider: Eip1193Provider,
  avatar: string,
  options: InspectOptions = {},
  inspected?: Inspection,
): Promise<Session & AsyncDisposable> {
  const { onProgress = () => {} } = options;
  const once = askingOnce(provider);
  const inspection = inspected ?? (await inspectDao(once, avatar, options));
  onProgress("Forking the chain");
  const chain = await openFork(once, inspection);
  const { schemes } = inspection;
  const own = ownAbis(schemes, await customOf(schemes, options.builds));
  return {
    ...sessionOn(chain, inspection, { ...options, abis: { ...own, ...options.abis } }),
    [Symbol.asyncDispose]: async () => await chain.close(),
  };
}

/** Forks a DAO's chain at the block that was read, with facts that a chain would have. */
export async function openFork(
  provider: Eip1193Provider,
  inspection: Pick<Inspection, "block" | "reputation">,
): Promise<ForkedChain> {
  const chain = await ForkedChain.open(provider, inspection.block.number);
  chain.assume(await findSender(chain, inspection), USUAL_BALANCE);
  return chain;
}

/**
 * A session on an existing fork.
 * @param inspection the DAO at the fork block, or at a later block of the fork
 */
export function sessionOn(
  chain: ForkedChain,
  inspection: Inspection,
  options: InspectOptions,
): Session {
  const { avatar, proposals } = inspection;
  return {
    chain,
    inspection,
    abis: givenAbis(options.abis ?? {}),
    openRelease: options.openRelease ?? openArcRelease,
    outcomes: new Map(),
    readProposals: async () => {
      const now = { ...options, onProgress: undefined, block: await chain.head() };
      return withoutHashes(await readLaterProposals(chain.provider, inspection, now), chain);
    },
    inspectNow: async (changed) => {
      const block = await chain.head();
      const others = (ifRead(proposals) ?? []).filter(({ id }) => id !== changed);
      const now = { ...options, onProgress: undefined, block, proveStorage: false };
      const readBut = async (affected: readonly ProposalDescription[]) => {
        const unchanged = others.filter((each) => !affected.includes(each));
        return await inspectDao(chain.provider, avatar.address, now, unchanged);
      };
      const first = await readBut([]);
      const moved = movedSchemes(inspection, first);
      const isPoorer = JSON.stringify(first.treasury) !== JSON.stringify(inspection.treasury);
      const affected = others.filter(
        (each) => moved.includes(each.scheme) || (isPoorer && owesBounty(each)),
      );
      const read = affected.length > 0 ? await readBut(affected) : first;
      // No fork proves storage; what is proven on the chain, proven code keeps explained.
      const all = isNotRead(read.proposals) ? read.proposals : withoutHashes(read.proposals, chain);
      return { ...read, proposals: all, storage: inspection.storage };
    },
  };
}

/** The proposals, without hashes of the fork's own transactions, which depend on the gas that there is memory for. */
function withoutHashes(proposals: readonly ProposalDescription[], { origin }: ForkedChain) {
  return proposals.map((each) =>
    each.block > Number(origin.number) ? { ...each, transaction: ZeroHash } : each,
  );
}

/** Schemes that are registered in only one of two inspections; all of them if the controller is another one. */
function movedSchemes(before: Inspection, after: Inspection): readonly string[] {
  const had = before.schemes.filter(({ registered }) => registered);
  const isMoved = ({ contract: { address } }: Inspection["schemes"][number]): boolean =>
    had.some(({ contract }) => contract.address === address) !==
    after.schemes.some(({ contract, registered }) => contract.address === address && registered);
  const isUpgraded = before.controller.address !== after.controller.address;
  return [...had, ...after.schemes].flatMap((each) =>
    isUpgraded || isMoved(each) ? each.contract.address : [],
  );
}
