import { expect } from "chai";

import { ProvenChain } from "../../../../src/engine/execution/fork/proven-chain.js";
import type { Inspection } from "../../../../src/engine/inspect/description.js";
import { inspectDao } from "../../../../src/engine/inspect/inspect-dao.js";
import { isNotRead } from "../../../../src/engine/inspect/reading/attempt.js";
import type { Eip1193Provider } from "../../../../src/foundation/chain/provider.js";
import { inTemporaryFolder } from "../../../temporary-folder.js";
import { lyingNode } from "./lying-node.js";
import { closing } from "../../../closing.js";

/** Reads a DAO at the block with a hash. */
export async function inspectProven(
  node: Eip1193Provider,
  avatar: string,
  hash: string,
): Promise<Inspection> {
  await using chain = closing(await ProvenChain.at(node, hash));
  return await inTemporaryFolder((cacheDir) =>
    inspectDao(chain, avatar, { block: chain.block, isProven: true, cacheDir }),
  );
}

/** Each verdict by its name; undefined if it is not known. */
function verdictsOf(dao: Inspection): Readonly<Record<string, unknown>> {
  const { controller, token, reputation } = dao.storage;
  const isWhole = (storage: typeof controller): boolean => !isNotRead(storage) && storage.explained;
  const permissions = dao.schemes
    .filter(({ registered }) => registered)
    .map(({ contract, permissions: { bytes }, paramsHash }) => [
      contract.address,
      bytes,
      paramsHash,
    ]);
  const holders = (of: Inspection["token" | "reputation"], storage: typeof controller) =>
    !isWhole(storage) || isNotRead(of.holders)
      ? undefined
      : of.holders.map((each) => JSON.stringify(each)).toSorted();
  const known = (value: unknown): unknown => (isNotRead(value) ? undefined : value);
  return {
    permissions: isWhole(controller) ? permissions.sort() : undefined,
    controller: dao.controller.address,
    tokens: holders(dao.token, token),
    reputation: holders(dao.reputation, reputation),
    supply: known(dao.token.totalSupply),
    allReputation: known(dao.reputation.totalSupply),
    owners: [known(dao.token.owner), known(dao.reputation.owner)],
    ether: known(isNotRead(dao.treasury) ? dao.treasury : dao.treasury.ether),
  };
}

/**
 * Reads a DAO from nodes that lie: every verdict must be as it is, or not known.
 * @param honest what an honest node shows, if it is known
 */
export async function expectNoLieBelieved(
  node: Eip1193Provider,
  avatar: string,
  hash: string,
  seeds: readonly number[],
  honest?: Inspection,
): Promise<{ readonly refused: number; readonly lies: number }> {
  const wanted = verdictsOf(honest ?? (await inspectProven(node, avatar, hash)));
  expect(Object.values(wanted)).to.not.include(undefined);
  let [refused, lies] = [0, 0];
  for (const seed of seeds) {
    const { provider, told } = lyingNode(node, seed);
    const found = await inspectProven(provider, avatar, hash).catch(() => undefined);
    lies += told.length;
    if (found === undefined) refused++;
    for (const [name, verdict] of Object.entries(found === undefined ? {} : verdictsOf(found))) {
      if (verdict === undefined) continue;
      expect(verdict, `${name}, seed ${seed}, lies about ${told[0]}`).to.deep.equal(wanted[name]);
    }
  }
  return { refused, lies };
}
