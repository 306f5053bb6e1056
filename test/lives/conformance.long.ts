import { isDeepStrictEqual } from "node:util";

import { expect } from "chai";
import { Transaction } from "ethers";

import { encodeCall, functionEntry } from "../../src/foundation/arc/abi.js";
import { openArcRelease } from "../../src/foundation/arc/open-release.js";
import type { Eip1193Provider } from "../../src/foundation/chain/provider.js";
import { startAnvil, startGanache, withNode, type TestNode } from "../live/nodes.js";
import { withWorld } from "./lives.js";
import { CHAIN_ID, ModelChain } from "./model-chain.js";
import { ModelNode } from "./model-node.js";
import { Time } from "./time.js";
import { NODES, type Words } from "./words.js";
import { STRANGER } from "./world.js";

interface Answer {
  readonly value?: unknown;
  readonly isRefused: boolean;
}
type Script = Readonly<Record<string, Answer>>;

const GWEI = 10n ** 9n;
const SEND = "eth_sendRawTransaction";

/** What a node answers to one script, from an account's first transaction on. It mines only when told. */
async function scriptOf(provider: Eip1193Provider, mine: () => Promise<unknown>): Promise<Script> {
  const answers: Record<string, Answer> = {};
  const ask = async (name: string, method: string, ...params: unknown[]) => {
    const answer = await provider.request({ method, params }).then(
      (value): Answer => ({ value, isRefused: false }),
      (): Answer => ({ isRefused: true }),
    );
    answers[name] = answer;
    return answer.value;
  };
  const { address } = STRANGER;
  const release = await openArcRelease("rc.57");
  const { bytecode } = release.artifact("DAORegistry");
  const fields = {
    ...{ chainId: CHAIN_ID, type: 2, gasLimit: 3_000_000n, value: 0n, data: "0x" },
    maxPriorityFeePerGas: GWEI,
  };
  const owner = `${"0".repeat(24)}${address.slice(2)}`.toLowerCase();
  const creation = { ...fields, maxFeePerGas: 30n * GWEI, data: bytecode + owner };
  const transfer = { ...fields, maxFeePerGas: 30n * GWEI, gasLimit: 21_000n, to: address };
  const sign = async (nonce: number, terms: object) =>
    await STRANGER.signTransaction({ ...terms, nonce });
  const counts = async (when: string) => {
    await ask(`count ${when}`, "eth_getTransactionCount", address, "latest");
    await ask(`pending count ${when}`, "eth_getTransactionCount", address, "pending");
  };
  const first = await sign(0, creation);
  const { hash } = Transaction.from(first);
  await counts("before");
  await ask("first", SEND, first);
  await ask("the same again", SEND, first);
  await ask("a gap", SEND, await sign(2, transfer));
  await counts("with a gap");
  await ask("a receipt before it is mined", "eth_getTransactionReceipt", hash);
  await ask("second", SEND, await sign(1, transfer));
  const higher = (percent: bigint) => ({
    maxFeePerGas: (30n * GWEI * percent) / 100n,
    maxPriorityFeePerGas: (GWEI * percent) / 100n,
  });
  await ask("replaced for the same", SEND, await sign(1, { ...transfer, value: 1n }));
  await ask("replaced for 5 % more", SEND, await sign(1, { ...transfer, ...higher(105n) }));
  await ask("replaced for 20 % more", SEND, await sign(1, { ...transfer, ...higher(120n) }));
  await counts("when all are pending");
  await mine();
  await counts("mined");
  await ask("sent after it is mined", SEND, first);
  await ask("a used nonce", SEND, await sign(0, transfer));
  const rich = { ...transfer, value: 10n ** 30n };
  await ask("more than it has", SEND, await sign(3, rich));
  await ask("a block to come", "eth_getBlockByNumber", "0xffffff", false);
  await ask("code in a block to come", "eth_getCode", address, "0xffffff");
  await ask("an unknown transaction", "eth_getTransactionByHash", `0x${"1".repeat(64)}`);
  await ask("no method", "eth_unheardOf");
  const receipt = (await provider.request({
    method: "eth_getTransactionReceipt",
    params: [hash],
  })) as Record<"contractAddress" | "gasUsed" | "status" | "to", string> & { logs: object[] };
  const { contractAddress, gasUsed, status, to, logs } = receipt;
  answers["the receipt"] = {
    isRefused: false,
    value: {
      contractAddress: contractAddress.toLowerCase(),
      status,
      to,
      logs: logs.length,
      gasUsed,
    },
  };
  await ask("its code", "eth_getCode", contractAddress, "latest");
  const read = (name: string, args: unknown[]) => ({
    from: "0x00000000000000000000000000000000000000ff",
    to: contractAddress,
    data: encodeCall(functionEntry(release.artifact("DAORegistry"), name), args),
  });
  await ask("a call", "eth_call", read("owner", []), "latest");
  await ask("a call that reverts", "eth_call", read("register", [address, "x"]), "latest");
  return answers;
}

describe("the model of a node", () => {
  const OF_CHAIN = { chain: { chainId: CHAIN_ID } };
  const REAL: Readonly<Record<string, readonly [() => Promise<TestNode>, Words]>> = {
    // The words that refuse least.
    anvil: [
      async () => await startAnvil(["--no-mining", "--chain-id", String(CHAIN_ID)]),
      NODES[0]!,
    ],
    ganache: [
      async () => await startGanache({ ...OF_CHAIN, miner: { blockTime: 1_000_000 } }),
      NODES.find(({ client }) => client.startsWith("Ganache"))!,
    ],
  };
  for (const [name, [start, words]] of Object.entries(REAL)) {
    it(`is not kinder than ${name}, and answers the same`, async () => {
      const real = await withNode(start(), async ({ provider }) => {
        const mine = async () => await provider.request({ method: "evm_mine", params: [] });
        return await scriptOf(provider, mine);
      });
      const model = await withWorld(async (world) => {
        const time = new Time();
        const chain = new ModelChain(world, time, () => 0, [0]);
        const node = new ModelNode(chain, world, time, words);
        const provider: Eip1193Provider = {
          request: async ({ method, params = [] }) =>
            await node.answer(chain.views[0]!, method, params),
        };
        return await scriptOf(provider, async () => await chain.mine());
      });
      const differences = Object.keys(real).filter((what) => {
        const [its, ours] = [real[what]!, model[what]!];
        const isKinder = its.isRefused && !ours.isRefused;
        return isKinder || (!ours.isRefused && !isDeepStrictEqual(its, ours));
      });
      expect(differences, JSON.stringify({ real, model })).to.deep.equal([]);
    });
  }
});
