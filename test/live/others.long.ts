import { setTimeout } from "node:timers/promises";

import { expect } from "chai";
import { keccak256, Transaction, type BaseWallet } from "ethers";

import { encodeCall, functionEntry } from "../../src/foundation/arc/abi.js";
import { openArcRelease } from "../../src/foundation/arc/open-release.js";
import type { BaseResult } from "../../src/foundation/result/result.js";
import { walletsOf } from "../../src/foundation/chain/test-accounts.js";
import type { Eip1193Provider } from "../../src/foundation/chain/provider.js";
import { reader } from "../simulated-chain.js";
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

  it("rehearses again if a nonce was used after the rehearsal, and deploys nothing twice", async () => {
    await withNode(startAnvil(), async (node) => {
      await withOutput(async (output) => {
        const notes: string[] = [];
        await migrate(node, {
          output,
          ...QUICK,
          onNote: (note) => notes.push(note),
          confirm: async () => {
            await sendFrom(node.provider, deployerOf(node.mnemonic), { to: away });
            return true;
          },
        });
        expect(notes).to.have.length(1);
        expect(notes[0]).to.include("has sent other transactions in the meantime");
        await expectRight(node, output, { transactions: 1 });
      });
    });
  });

  for (const count of [1, 5, 20]) {
    it(`continues if the nonce of the ${count}th transaction is used at the last moment`, async () => {
      await withNode(startAnvil(), async (node) => {
        await withOutput(async (output) => {
          let sent = 0;
          const provider = before(node.provider, async ({ method, params }) => {
            if (method !== SEND || ++sent !== count) return;
            const { nonce } = Transaction.from(params?.[0] as string);
            await sendFrom(node.provider, deployerOf(node.mnemonic), { to: away, nonce });
          });
          const notes: string[] = [];
          await migrate(node, { output, provider, ...QUICK, onNote: (note) => notes.push(note) });
          expect(notes[0]).to.include("was used by another transaction of");
          await expectOnChain(node, output);
          // Staking tokens were minted exactly once for each account.
          const { stakes, nonces } = await reference(node.mnemonic);
          await expectStakes(node, output, stakes);
          const { address } = deployerOf(node.mnemonic);
          // Up to 16 transactions in flight were wasted: they call addresses at which nothing was deployed.
          const most = (nonces[address] ?? 0) + 1 + 16;
          expect(await nonceOf(node.provider, address)).to.be.at.most(most);
        });
      });
    });
  }
});

async function expectStakes(
  node: TestNode,
  output: string,
  stakes: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { base } = await readResult(output);
  const release = await openArcRelease("rc.57");
  for (const [account, stake] of Object.entries(stakes)) {
    const read = reader(node, release);
    expect(await read("DAOToken", base?.DAOToken ?? "", "balanceOf", account)).to.equal(stake);
  }
}

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

  it("finds its own DAO if another account forges one just before", async () => {
    const release = await openArcRelease("rc.57");
    const forge = functionEntry(release.artifact("DaoCreator"), "forgeOrg");
    await onSharedBase(async (node, base, raw) => {
      const { to, data } = Transaction.from(raw);
      const selector = encodeCall(forge, forge.inputs?.map(({ type }) => emptyOf(type)) ?? []);
      if (to !== base.DaoCreator || !data.startsWith(selector.slice(0, 10))) return false;
      await sendFrom(node.provider, secondAccount(node), { to: base.DaoCreator, data });
      return true;
    }, "step dao/forgeOrg emitted different events");
  });

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

function emptyOf(type: string): unknown {
  if (type.endsWith("[]")) return [];
  if (type === "string") return "";
  return type === "address" ? "0x0000000000000000000000000000000000000000" : 0n;
}

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

/**
 * Acts before one transaction, as soon as all earlier ones are mined. Anvil answers before it mines, and a
 * snapshot in between has the nonces of transactions that it lacks.
 * @param at the number of that transaction, from 1
 */
function whenMined(
  provider: Eip1193Provider,
  at: number,
  act: () => Promise<void>,
): Eip1193Provider {
  const hashes: string[] = [];
  let acted: Promise<void> | undefined;
  const actOnce = async (): Promise<void> => {
    for (const hash of hashes) {
      const request = { method: "eth_getTransactionReceipt", params: [hash] };
      while ((await provider.request(request)) === null) await setTimeout(10);
    }
    await act();
  };
  return before(provider, async ({ method, params: [raw] = [] }) => {
    if (method !== SEND) return;
    if (hashes.length < at - 1) hashes.push(keccak256(raw as string));
    else await (acted ??= actOnce());
  });
}

describe("a migration on a chain that reorganises", () => {
  it("sends again what a reorganisation removed, as the same bytes", async () => {
    await withNode(startAnvil(), async (node) => {
      await withOutput(async (output) => {
        let snapshot: unknown;
        const early = whenMined(node.provider, 10, async () => {
          snapshot = await node.provider.request({ method: "evm_snapshot" });
        });
        const provider = whenMined(early, 40, async () => {
          await node.provider.request({ method: "evm_revert", params: [snapshot] });
        });
        await migrate(node, { output, provider, ...QUICK });
        await expectRight(node, output, { transactions: 0 });
      });
    });
  });

  it("sends again what was removed after the last step, before it writes the result", async () => {
    await withNode(startAnvil(), async (node) => {
      await withOutput(async (output) => {
        const { steps } = await reference(node.mnemonic);
        let snapshot: unknown;
        let mined = 0;
        const late = whenMined(node.provider, steps - 2, async () => {
          snapshot = await node.provider.request({ method: "evm_snapshot" });
        });
        const provider = before(late, async () => {
          if (mined !== steps || snapshot === undefined) return;
          await node.provider.request({ method: "evm_revert", params: [snapshot] });
          snapshot = undefined;
        });
        await migrate(node, { output, provider, ...QUICK, onMined: () => mined++ });
        await expectRight(node, output, { transactions: 0 });
      });
    });
  });

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
