import type { Inspected, Inspection } from "../../../engine/inspect/description.js";
import { ifRead } from "../../../engine/inspect/reading/attempt.js";
import type { ForkedChain } from "../chain/forked-chain.js";

/**
 * What the treasury has without the proposal, at the same time and block, of the tokens of which it has less afterwards: a
 * token may count by time or block, and anybody can send one to the avatar. Restores the fork.
 * @returns wei by token; without those that do not answer
 */
export async function readFading(
  chain: ForkedChain,
  { before, after }: { readonly before: Inspection; readonly after: Inspected<Inspection> },
): Promise<ReadonlyMap<string, bigint>> {
  const end = ifRead(after);
  const had = ifRead(before.treasury)?.tokens ?? [];
  const has = new Map(ifRead(end?.treasury)?.tokens.map((each) => [each.address, each.amount]));
  const fell = had.filter(({ address, amount }) => BigInt(has.get(address) ?? 0) < BigInt(amount));
  if (end === undefined || fell.length === 0) return new Map();
  return await chain.forgetting(async () => {
    await chain.moveTo(end.block.timestamp, end.block.number - (await chain.head()));
    const read = await Promise.all(
      fell.map(async ({ address }) => {
        const amount = await chain.token(address).answer("balanceOf", before.avatar.address);
        return typeof amount === "bigint" ? [[address, amount] as const] : [];
      }),
    );
    return new Map(read.flat());
  });
}
