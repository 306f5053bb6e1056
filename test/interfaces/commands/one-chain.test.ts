import { expect } from "chai";

import { inspectDao } from "../../../src/engine/inspect/inspect-dao.js";
import { readerOf, requireSameBlock } from "../../../src/engine/inspect/reading/block-reader.js";
import type { Eip1193Provider } from "../../../src/foundation/chain/provider.js";
import { simulateDao, threatsTo } from "../../../src/interfaces/commands/simulating.js";
import type { ReadingInputs } from "../../../src/interfaces/commands/reading.js";
import { readDao } from "../../../src/operations/run/find-dao.js";
import { parseDraft } from "../../../src/operations/simulate/drafts/draft.js";
import { findDao } from "../../../src/operations/verify/targets.js";
import { onDao } from "../../engine/inspect/raw-dao.js";
import { rejected } from "../../rejection.js";
import { itInFolder as it } from "../../temporary-folder.js";

/** Has a reading rejected whenever its provider says another chain ID from one of its answers on. */
async function expectOneChain(
  provider: Eip1193Provider,
  read: (provider: Eip1193Provider) => Promise<unknown>,
): Promise<void> {
  let [asked, switchAt] = [0, Infinity];
  const switching: Eip1193Provider = {
    request: async (call) =>
      call.method === "eth_chainId" && ++asked >= switchAt ? "0x1" : await provider.request(call),
  };
  await read(switching);
  const all = asked;
  expect(all).to.be.at.least(2);
  for (switchAt = 2; switchAt <= all; switchAt++) {
    asked = 0;
    await rejected(read(switching), "The node was on chain ID 31337, and is on 1 now");
  }
}

describe("what reads a DAO", () => {
  it("refuses a provider that switches to another chain meanwhile, whenever that is", async (cacheDir) => {
    await onDao(async ({ chain, dao }) => {
      const { release, connection } = chain;
      const { Avatar: avatar } = dao;
      const inspection = await inspectDao(connection.provider, avatar, { cacheDir });
      const { number: block } = inspection.block;
      const inputs = (provider: Eip1193Provider): ReadingInputs => {
        return { provider, avatar, output: "", projectRoot: "", cacheDir, block };
      };
      const draft = parseDraft({ kind: "reward", beneficiary: avatar, tokens: "1" }, "draft");
      const readings: Record<string, (provider: Eip1193Provider) => Promise<unknown>> = {
        inspect: async (provider) => await readDao(inputs(provider)),
        simulate: async (provider) => await simulateDao({ ...inputs(provider), draft }),
        "simulate all": async (provider) => await simulateDao(inputs(provider)),
        verify: async (provider) => await findDao(avatar, release, { provider, block }),
      };
      const { provider } = connection;
      const [simulation] = (await simulateDao({ ...inputs(provider), draft })).simulations;
      const again = await simulateDao({ ...inputs(provider), verify: simulation! });
      expect(again.simulations.map(({ hash }) => hash)).to.deep.equal([simulation!.hash]);
      const twice = { ...inputs(provider), draft, proposal: simulation!.proposal.id };
      await rejected(simulateDao(twice), "Name an existing proposal or describe a new one");
      const both = { ...inputs(provider), verify: simulation!, draft };
      await rejected(simulateDao(both), "Omit the proposal and --expect");
      for (const read of Object.values(readings)) await expectOneChain(connection.provider, read);
      const other = { ...inspection, chainId: 1 };
      await rejected(readerOf(connection.provider, other), "on chain ID 1, and is on 31337 now");
      await rejected(threatsTo(inputs(connection.provider), other), "and is on 31337 now");
    });
  });

  it("refuses another block of the same number", async () => {
    await onDao(async ({ chain: { connection }, dao }) => {
      const { provider } = connection;
      const inspection = await inspectDao(provider, dao.Avatar);
      await requireSameBlock(provider, inspection);
      const other = { ...inspection, block: { ...inspection.block, hash: `0x${"0b".repeat(32)}` } };
      for (const reading of [requireSameBlock(provider, other), readerOf(provider, other)]) {
        await rejected(reading, `Block ${other.block.number} was replaced while it was read`);
      }
    });
  });
});
