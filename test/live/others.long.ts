import { expect } from "chai";
import { Transaction, type BaseWallet } from "ethers";

import { encodeCall, functionEntry } from "../../src/foundation/arc/abi.js";
import { openArcRelease } from "../../src/foundation/arc/open-release.js";
import type { BaseResult } from "../../src/foundation/result/result.js";
import { walletsOf } from "../../src/foundation/chain/test-accounts.js";
import { startAnvil, withNode, type TestNode } from "./nodes.js";
import {
  before,
  creationsOf,
  deployerOf,
  expectOnChain,
  migrate,
  nonceOf,
  readResult,
  reference,
  sendFrom,
  transactionsOf,
  withOutput,
} from "./support.js";

const SEND = "eth_sendRawTransaction";
const QUICK = { polling: 50, repeatAfter: 300 };

/** Expects the right result, and this many more transactions from the deploying account than in process. */
async function expectRight(
  node: TestNode,
  output: string,
  more: { readonly transactions: number; readonly creations?: number },
): Promise<void> {
  const { nonces, creations } = await reference(node.mnemonic);
  const { address } = deployerOf(node.mnemonic);
  await expectOnChain(node, output);
  const sent = await nonceOf(node.provider, address);
  expect(sent, "transactions").to.equal((nonces[address] ?? 0) + more.transactions);
  expect(await creationsOf(node.provider, address), "contracts").to.equal(
    creations + (more.creations ?? 0),
  );
}

function secondAccount(node: TestNode): BaseWallet {
  return walletsOf(node.mnemonic)[8] ?? deployerOf(node.mnemonic);
}

describe("a migration from an account that another program uses, too", () => {
  const away = "0x00000000000000000000000000000000000000ff";

  it("waits for transactions that are pending when it begins", async () => {
    await withNode(startAnvil(["--no-mining"]), async (node) => {
      await withOutput(async (output) => {
        const { provider } = node;
        await sendFrom(provider, deployerOf(node.mnemonic), { to: away });
        await sendFrom(provider, deployerOf(node.mnemonic), { to: away });
        const notes: string[] = [];
        await migrate(node, {
          output,
          ...QUICK,
          onNote: (note) => {
            notes.push(note);
            void provider.request({ method: "evm_setAutomine", params: [true] });
            void provider.request({ method: "evm_mine" });
          },
        });
        expect(notes[0]).to.include(
          "2 pending transactions that are not part of this migration. Waiting",
        );
        expect(notes).to.have.length(1);
        await expectRight(node, output, { transactions: 2 });
      });
    });
  });

  it("stops if they are never mined, and a later run continues", async () => {
    await withNode(startAnvil(["--no-mining"]), async (node) => {
      await withOutput(async (output) => {
        await sendFrom(node.provider, deployerOf(node.mnemonic), { to: away });
        const stopped = migrate(node, { output, ...QUICK, raiseAfter: 300 });
        await stopped.then(
          () => expect.fail("It went on."),
          (error: Error) =>
            expect(error.message)
              .to.include("1 pending transactions")
              .and.include("not being mined"),
        );
        await node.provider.request({ method: "evm_setAutomine", params: [true] });
        await node.provider.request({ method: "evm_mine" });
        await migrate(node, { output, ...QUICK });
        await expectRight(node, output, { transactions: 1 });
      });
    });
  });
});

describe("a migration on a base that others use, too", () => {
  /** Deploys a base and migrates the rest, while another account does something. */
  async function onSharedBase(
    disturb: (node: TestNode, base: BaseResult, raw: string) => Promise<boolean>,
    note: string,
  ): Promise<void> {
    await withNode(startAnvil(), async (node) => {
      await withOutput(async (output) => {
        await migrate(node, { output, sections: ["base"] });
        const { base } = await readResult(output);
        if (base === undefined) throw new Error("The result has no base.");
        let done = false;
        const provider = before(node.provider, async ({ method, params }) => {
          if (done || method !== SEND) return;
          done = await disturb(node, base, params?.[0] as string);
        });
        const notes: string[] = [];
        await migrate(node, {
          output,
          provider,
          sections: ["dao", "test"],
          onNote: (text) => notes.push(text),
        });
        expect(done).to.equal(true);
        expect(notes.join("\n")).to.include(note);
        await expectRight(node, output, { transactions: 0 });
      });
    });
  }

  it("finds its own proposals if another account proposes between them", async () => {
    const release = await openArcRelease("rc.57");
    const propose = functionEntry(release.artifact("GenesisProtocol"), "propose");
    let voteParameters: string | undefined;
    await onSharedBase(async (node, base, raw) => {
      const { to, data } = Transaction.from(raw);
      const isProposal = to === base.ContributionReward && data.length > 600;
      if (!isProposal) return false;
      voteParameters ??= await someVoteParameters(node, base);
      const other = secondAccount(node);
      const args = [2n, voteParameters, other.address, other.address];
      await sendFrom(node.provider, other, {
        to: base.GenesisProtocol,
        data: encodeCall(propose, args),
      });
      return true;
    }, "emitted different events or created a different contract");
  });
});

/** Returns a hash of vote parameters on the chain, by repeating the call that set them. */
async function someVoteParameters(node: TestNode, base: BaseResult): Promise<string> {
  const release = await openArcRelease(base.arcVersion);
  const { address } = deployerOf(node.mnemonic);
  const sent = await transactionsOf(node.provider, address);
  const set = sent.find(({ to }) => to === base.GenesisProtocol.toLowerCase());
  if (set === undefined) throw new Error("No vote parameters were set.");
  expect(release.has("GenesisProtocol")).to.equal(true);
  return (await node.provider.request({
    method: "eth_call",
    params: [{ to: set.to, data: set.input }, "latest"],
  })) as string;
}

describe("a migration on a chain that reorganises", () => {
  it("survives anvil's own reorganisation", async () => {
    await withNode(startAnvil(["--block-time", "0.3"]), async (node) => {
      await withOutput(async (output) => {
        let sent = 0;
        const provider = before(node.provider, async ({ method }) => {
          if (method !== SEND || ++sent !== 45) return;
          await node.provider.request({ method: "anvil_reorg", params: [3, []] });
        });
        await migrate(node, { output, provider, ...QUICK });
        await expectRight(node, output, { transactions: 0 });
      });
    });
  });
});
