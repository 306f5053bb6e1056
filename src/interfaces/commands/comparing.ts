import { resolve } from "node:path";

import { toQuantity } from "ethers";

import { identifyChain } from "../../foundation/chain/identity.js";
import { networkOf, type Network } from "../../foundation/chain/networks.js";
import { compareInspections } from "../../engine/inspect/compare/compare-inspections.js";
import type { Comparison } from "../../engine/inspect/compare/comparison.js";
import { withoutUnannounced } from "../../engine/inspect/compare/without-unannounced.js";
import type { Inspection } from "../../engine/inspect/description.js";
import { parseInspection } from "../../engine/inspect/parse-inspection.js";
import { MigrationError, UsageError } from "../../foundation/support/errors.js";
import { readDao, type DaoChoice } from "../../operations/run/find-dao.js";
import type { ReadingInputs } from "./reading.js";
import { shownPath } from "../../foundation/support/shown-path.js";
import { readGivenJson } from "../../foundation/support/read-given.js";

interface CompareInputs extends DaoChoice, Pick<ReadingInputs, "node" | "onNote"> {
  /** A block number, or the path of a file with an earlier inspection. */
  readonly since: string;
  /** Path of a file with the later inspection; if given, nothing is read from a chain. */
  readonly until?: string;
}

/** What changed, the DAO as it is now, and its chain. */
export interface ComparedDao {
  readonly comparison: Comparison;
  readonly after: Inspection;
  readonly chain: Pick<Network, "name" | "explorer">;
}

/**
 * Compares a DAO with its state at a block or in a file. Without an avatar, it is the file's DAO, or that of the result
 * file.
 */
export async function compareDao(inputs: CompareInputs): Promise<ComparedDao> {
  const { since, until } = inputs;
  if (until !== undefined) return await compareFiles(inputs, until);
  if (/^\d+$/.test(since)) {
    const block = Number(since);
    if (!Number.isSafeInteger(block))
      throw new UsageError("--since is not a possible block number.");
    const { inspection: after, chain } = await readDao(inputs);
    const { address } = after.avatar;
    const { node: provider = inputs.provider, onNote } = inputs;
    if (provider !== inputs.provider) {
      onNote?.(
        `What the DAO was at block ${block} is the node's word: the hash proves block ${after.block.number} only. ` +
          "To prove both, save an inspection with --block-hash --json each time, and pass the earlier one to --since.",
      );
    }
    const at = { avatar: address, section: undefined, block, isProven: undefined };
    const { inspection: before } = await readDao({ ...inputs, ...at, provider });
    const comparison = await withoutUnannounced(provider, compareInspections(before, after));
    return { comparison, after, chain };
  }
  const before = await readInspection(since);
  await requireSameHistory(inputs, before);
  const { section, avatar = section === undefined ? before.avatar.address : undefined } = inputs;
  const { fromBlock = before.eventsFromBlock } = inputs;
  const { inspection: after, chain } = await readDao({ ...inputs, avatar, fromBlock });
  const comparison = await withoutUnannounced(inputs.provider, compareInspections(before, after));
  return { comparison, after, chain };
}

async function compareFiles(inputs: CompareInputs, until: string): Promise<ComparedDao> {
  const { since, avatar, section, block, fromBlock, chainId } = inputs;
  if (/^\d+$/.test(since)) {
    throw new UsageError(
      "--until compares two files, but --since is a block. Pass a file to --since, or omit --until.",
    );
  }
  for (const [name, value] of Object.entries({
    "the avatar": avatar,
    "--section": section,
    "--block": block,
    "--from-block": fromBlock,
    "--chain-id": chainId,
  })) {
    if (value === undefined) continue;
    throw new UsageError(
      `--until compares two files and does not read a chain. Omit ${name} or --until.`,
    );
  }
  const before = await readInspection(since);
  const after = await readInspection(until);
  const chain = { ...networkOf(after.chainId), ...inputs.networks?.[after.chainId] };
  return { comparison: compareInspections(before, after), after, chain };
}

/** @throws MigrationError if the file cannot be read, or contains no inspection */
async function readInspection(path: string): Promise<Inspection> {
  const advice =
    "Pass a file with the output of `dao-migrate inspect --json`, or give --since a block number.";
  return parseInspection(
    await readGivenJson(path, "The inspection", advice),
    shownPath(resolve(path)),
  );
}

/**
 * If the chain does not have the inspection's block, the inspection is of another chain, or the chain was reorganized.
 */
async function requireSameHistory(
  { provider, inProcess = false, networks, chainId }: CompareInputs,
  { block, chainId: before }: Inspection,
): Promise<void> {
  const chain = await identifyChain(provider, inProcess, { networks, chainId });
  if (chain.chainId !== before) {
    throw new MigrationError(
      `The inspection is of chain ${before}, but the node is on ${chain.chainId}. Use a node of that chain.`,
    );
  }
  const params = [toQuantity(block.number), false];
  const answer = await provider.request({ method: "eth_getBlockByNumber", params });
  const found = (answer as { readonly hash?: unknown } | null)?.hash;
  if (found === block.hash) return;
  throw new MigrationError(
    `The inspection is of block ${block.number} with hash ${block.hash}, but the chain ` +
      `${typeof found === "string" ? "has a different block there" : "does not have it yet"}: it was restarted or reorganized, ` +
      "or it is a different chain. Inspect the DAO again, at a finalized block if the chain may reorganize.",
  );
}
