import { expect } from "chai";

import { withChain, type ChainProcess } from "../../interfaces/cli/chain-process.js";
import { inTemporaryFolder } from "../../temporary-folder.js";

const ARGS = ["-p", "0", "--db", "db", "--no-demo", "--quiet"];
/** `KILLS=12` kills it more often than CI does. */
const KILLS = Number(process.env.KILLS ?? 4);
const SENDERS = 8;

describe("a persisted test chain that is killed under load", () => {
  it(`has every answered transaction after each of ${KILLS} kills`, async () => {
    await inTemporaryFolder(async (folder) => {
      const answered = new Map<string, string>();
      let last = 0;
      for (let kill = 0; kill < KILLS; kill++) {
        await withChain(folder, ARGS, async (chain) => {
          const number = Number(await chain.ask("eth_blockNumber"));
          expect(number).to.be.least(last);
          for (const [hash, block] of answered) {
            expect(await blockOf(chain, hash), `of ${hash}`).to.equal(block);
          }
          const enough = answered.size + SENDERS * (kill + 1);
          const load = sendUntilItEnds(chain, answered);
          while (answered.size <= enough) await new Promise((resolve) => setTimeout(resolve, 5));
          last = Number(await chain.ask("eth_blockNumber"));
          const { signal } = await chain.stop("SIGKILL");
          expect(signal).to.equal("SIGKILL");
          await load;
        });
      }
      expect(answered.size).to.be.greaterThan(KILLS * SENDERS);
      await withChain(folder, ARGS, async (chain) => {
        for (const [hash, block] of answered) expect(await blockOf(chain, hash)).to.equal(block);
      });
    });
  });
});

async function blockOf(chain: ChainProcess, hash: string): Promise<string | undefined> {
  const receipt = (await chain.ask("eth_getTransactionReceipt", hash)) as {
    blockHash: string;
  } | null;
  return receipt?.blockHash;
}

/** Sends transactions without pause, one after another per sender, and records the answered ones. */
async function sendUntilItEnds(chain: ChainProcess, answered: Map<string, string>): Promise<void> {
  const accounts = (await chain.ask("eth_accounts")) as string[];
  await Promise.all(
    accounts.slice(0, SENDERS).map(async (from) => {
      for (;;) {
        try {
          const transaction = { from, to: accounts[9], value: "0x1", gas: "0x5208" };
          const hash = (await chain.ask("eth_sendTransaction", transaction)) as string;
          const block = await blockOf(chain, hash);
          if (block !== undefined) answered.set(hash, block);
        } catch {
          // The chain was killed before it answered.
          return;
        }
      }
    }),
  );
}
