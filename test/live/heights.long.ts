import { text } from "node:stream/consumers";

import { expect } from "chai";

import { RpcClient } from "../../src/foundation/chain/rpc-client.js";
import { SMALL_DAO } from "../engine/migration/with-base.js";
import { openServer } from "../open-server.js";
import { randomNumbers } from "../random-numbers.js";
import { startAnvil, withNode, type TestNode } from "./nodes.js";
import {
  deployerOf,
  expectAsInProcess,
  migrate,
  nonceOf,
  reference,
  stopAfter,
  withOutput,
} from "./support.js";

const SEED = Number(process.env.LIVE_TEST_SEED ?? 31);
const SECTIONS = ["base", "dao"] as const;
/** How many blocks a node may be behind. */
const BEHIND = 10;

interface Call {
  readonly id: number;
  readonly method: string;
  readonly params?: readonly unknown[];
}

type Mined = { readonly blockNumber: string | null } | null;

/** Answers each call as a node would whose height is any of the last ten. */
function atRandomHeights({ provider }: TestNode, random: () => number) {
  const resultOf = async ({ method, params = [] }: Call): Promise<unknown> => {
    const latest = Number(await provider.request({ method: "eth_blockNumber" }));
    const height = Math.max(0, latest - Math.floor(random() * BEHIND));
    const tag = `0x${height.toString(16)}`;
    if (method === "eth_blockNumber") return tag;
    const isUnknown = params.some((param) => isBlock(param) && Number(param) > height);
    if (isUnknown && method === "eth_getBlockByNumber") return null;
    if (isUnknown) throw new Error("header not found");
    const there = params.map((param) => (param === "latest" || param === "pending" ? tag : param));
    const answer = await provider.request({ method, params: there });
    if (!/^eth_getTransaction(Receipt|ByHash)$/.test(method)) return answer;
    const { blockNumber } = (answer as Mined) ?? { blockNumber: null };
    return blockNumber !== null && Number(blockNumber) > height ? null : answer;
  };
  return async (call: Call) => {
    const common = { jsonrpc: "2.0", id: call.id };
    try {
      return { ...common, result: await resultOf(call) };
    } catch (error) {
      return { ...common, error: { code: -32000, message: (error as Error).message } };
    }
  };
}

function isBlock(param: unknown): param is string {
  return typeof param === "string" && /^0x[0-9a-f]{1,8}$/.test(param);
}

describe(`a provider that answers from any of the last ${BEHIND} heights (LIVE_TEST_SEED=${SEED})`, function () {
  this.timeout(300_000);

  for (const stopped of [3, 12]) {
    it(`sends every step once, stopped after ${stopped} transactions`, async () => {
      await withNode(startAnvil(["--block-time", "1"]), async (node) => {
        await withOutput(async (output) => {
          const options = { output, sections: SECTIONS, params: SMALL_DAO, polling: 100 };
          if (stopped > 0) await stopAfter(stopped, node, options);
          const answer = atRandomHeights(node, randomNumbers(SEED + stopped));
          await using server = await openServer((request, response) => {
            void text(request).then(async (body) => {
              const asked = JSON.parse(body) as Call | Call[];
              const answers = Array.isArray(asked)
                ? await Promise.all(asked.map(answer))
                : await answer(asked);
              response.end(JSON.stringify(answers));
            });
          });
          await migrate(node, { ...options, provider: new RpcClient(server.url) });
          const known = await reference(node.mnemonic, SECTIONS, SMALL_DAO);
          await expectAsInProcess(node, output, known, SMALL_DAO);
          const { address } = deployerOf(node.mnemonic);
          expect(await nonceOf(node.provider, address)).to.equal(known.nonces[address]);
        });
      });
    });
  }
});
