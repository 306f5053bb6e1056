import { setTimeout } from "node:timers/promises";

import { getCreateAddress, keccak256, Transaction, type BaseWallet } from "ethers";

import type { Eip1193Provider } from "../../src/foundation/chain/provider.js";
import { walletsOf } from "../../src/foundation/chain/test-accounts.js";
import type { TestChain } from "./nodes.js";
import { deployerOf, SEND, sendFrom } from "./support.js";

/** An account that takes no part in migrations; anvil gives it ether with `--accounts 11`. */
export function strangerOf({ mnemonic }: Pick<TestChain, "mnemonic">): BaseWallet {
  return walletsOf(mnemonic, 11)[10]!;
}

/**
 * What one transaction can do between two of ours: the next one of ours is sent by a stranger, as it is or with the
 * stranger in place of all contracts but the first; ether is sent to where it goes; or a wallet replaces it.
 */
export const DEEDS = ["copy", "take", "pay", "replace"] as const;

export type Deed = (typeof DEEDS)[number];

/** Puts a stranger's transaction, or a wallet's, right before one of ours. */
export async function act(node: TestChain, deed: Deed, raw: string): Promise<void> {
  const ours = Transaction.from(raw);
  const { nonce, data } = ours;
  const to = ours.to ?? getCreateAddress({ from: ours.from!, nonce });
  const stranger = strangerOf(node);
  const send = async (call: object): Promise<void> => {
    await sendFrom(node.provider, stranger, { to, ...call }).catch(() => undefined);
  };
  switch (deed) {
    case "copy":
      return ours.to === null ? undefined : await send({ data });
    case "take":
      return ours.to === null ? undefined : await send({ data: withStranger(data, stranger) });
    case "pay":
      return await send({ value: 1n });
    case "replace":
      await sendFrom(node.provider, deployerOf(node.mnemonic), { to: stranger.address, nonce });
  }
}

/** Call data with the stranger's address instead of all addresses but the first, which is the avatar. */
function withStranger(data: string, { address }: BaseWallet): string {
  const words = data.slice(10).match(/.{64}/g) ?? [];
  const places = [...words.entries()].filter(
    ([, word]) => /^0{24}[0-9a-f]{6}/.test(word) && !/^0{40}/.test(word),
  );
  for (const [index] of places.slice(places.length > 1 ? 1 : 0)) {
    words[index] = address.slice(2).toLowerCase().padStart(64, "0");
  }
  return data.slice(0, 10) + words.join("");
}

/**
 * A provider that sends one transaction at a time and waits until it is mined, and acts before those that are chosen.
 * This is what whoever orders transactions can do.
 * @param choose gets each new transaction, with its number from 1
 */
export function between(
  node: TestChain,
  choose: (transaction: Transaction, count: number) => Deed | undefined,
): Eip1193Provider {
  let turn: Promise<unknown> = Promise.resolve();
  const seen = new Set<string>();
  const { provider } = node;
  const one = async (request: { readonly method: string; readonly params?: unknown[] }) => {
    const raw = request.params?.[0] as string;
    if (!seen.has(raw)) {
      seen.add(raw);
      const deed = choose(Transaction.from(raw), seen.size);
      if (deed !== undefined) {
        await act(node, deed, raw);
        await setTimeout(30);
      }
    }
    const answer = await provider.request(request);
    for (let attempt = 0; attempt < 100; attempt++) {
      const params = [keccak256(raw)];
      if ((await provider.request({ method: "eth_getTransactionReceipt", params })) !== null) break;
      await setTimeout(5);
    }
    return answer;
  };
  return {
    keepsOrder: true,
    async request(request) {
      if (request.method !== SEND) return await provider.request(request);
      const mine = turn.then(async () => await one(request));
      turn = mine.catch(() => undefined);
      return await mine;
    },
  };
}
