import { expect } from "chai";
import { keccak256 } from "ethers";

import { RpcClient } from "../../../src/foundation/chain/rpc-client.js";
import { openAnswering, openRpc, type Call, type Reply } from "../../open-server.js";
import { rejection } from "../../rejection.js";

/** How a node answers a batch; it answers single requests with their first parameter. */
type Node = (batch: readonly Call[], count: number) => Reply;

const echo = ({ id, params }: Call) => ({ jsonrpc: "2.0", id, result: params[0] });
const failed = (message: string, code = -32600) => ({
  jsonrpc: "2.0",
  id: null,
  error: { code, message },
});

/** Requests balances concurrently; returns the calls of each HTTP request. */
async function ask(node: Node, count: number, more: readonly string[] = [], digits = "") {
  const asked: (readonly string[])[] = [];
  let batches = 0;
  await using server = await openAnswering((body) => {
    const calls = JSON.parse(body) as Call | Call[];
    asked.push([calls].flat().map(({ method, params }) => `${method} ${String(params[0])}`));
    return Array.isArray(calls) ? node(calls, ++batches) : { body: echo(calls) };
  });
  const client = new RpcClient(server.url, { attempts: 4, backoff: 5 });
  const balances = Array.from({ length: count }, (_, index) => `0x${index}${digits}`);
  const answers = await Promise.all([
    ...balances.map(async (params) =>
      client.request({ method: "eth_getBalance", params: [params] }),
    ),
    ...more.map(async (method) => client.request({ method, params: ["more"] })),
  ]);
  expect(answers).to.deep.equal([...balances, ...more.map(() => "more")]);
  return { asked, client };
}

const sizes = (asked: readonly (readonly string[])[]) => asked.map(({ length }) => length);

describe("batches of requests", () => {
  it("contain up to 50 concurrent requests", async () => {
    const { asked } = await ask((batch) => ({ body: batch.map(echo) }), 120);
    expect(sizes(asked)).to.have.members([50, 50, 20]);
  });

  it("contain at most 400,000 characters of parameters", async () => {
    const { asked } = await ask((batch) => ({ body: batch.map(echo) }), 7, [], "0".repeat(180_000));
    expect(sizes(asked)).to.have.members([2, 2, 2, 1]);
  });

  it("contain only reads: what changes the chain is sent alone", async () => {
    const { asked } = await ask((batch) => ({ body: batch.map(echo) }), 3, [
      "eth_sendRawTransaction",
      "evm_mine",
    ]);
    expect(asked).to.have.deep.members([
      ["eth_sendRawTransaction more"],
      ["evm_mine more"],
      ["eth_getBalance 0x0", "eth_getBalance 0x1", "eth_getBalance 0x2"],
    ]);
  });

  it("are matched by id, in whatever order the answers arrive", async () => {
    await ask((batch) => ({ body: batch.map(echo).reverse() }), 10);
    await ask(
      (batch) => ({ body: batch.map(echo).map((one) => ({ ...one, id: `${one.id}` })) }),
      5,
    );
  });

  it("refuse answers that belong to another batch", async () => {
    const { asked } = await ask((batch, count) => {
      const before = batch.map((call) => ({ ...echo(call), result: "0xother", id: call.id - 5 }));
      return { body: count === 1 ? before : batch.map(echo) };
    }, 5);
    expect(asked.flat()).to.have.length(10);
  });

  const refusals: Readonly<Record<string, Reply>> = {
    "an error instead of a list": { body: failed("batch requests are not supported") },
    "an error about something else": { body: failed("Invalid request") },
    "a list of one error": { body: [failed("Invalid request")] },
    "an empty list": { body: [] },
    "HTTP 400": { status: 400, body: "no" },
    "HTTP 403": { status: 403, body: "no" },
    "HTTP 404": { status: 404, body: "no" },
    "HTTP 405": { status: 405, body: "no" },
    "HTTP 413": { status: 413, body: "no" },
    "HTTP 500": { status: 500, body: "no" },
    "an answer of another kind": { body: "no" },
  };
  for (const [name, reply] of Object.entries(refusals)) {
    it(`stop when the node answers with ${name}, and nothing is lost`, async () => {
      const { asked } = await ask(() => reply, 6);
      expect(sizes(asked).filter((size) => size === 1)).to.have.length(6);
    });
  }

  it("are not tried again on a node that accepts none", async () => {
    const { asked } = await ask(() => ({ status: 400, body: "no" }), 120);
    expect(sizes(asked).filter((size) => size > 1)).to.have.length(3);
    expect(asked.flat().length).to.be.at.most(240);
  });

  it("become smaller for a node that limits them", async () => {
    const limited =
      (most: number, refuse: (batch: readonly Call[]) => unknown): Node =>
      (batch) => ({
        body: batch.length > most ? refuse(batch) : batch.map(echo),
      });
    for (const refuse of [
      () => failed("batch too large"),
      () => failed("batch limit 10 exceeded", -32005),
      (batch: readonly Call[]) =>
        batch.map(({ id }) => ({
          ...failed("Batch of more than 10 requests are not allowed"),
          id,
        })),
      (batch: readonly Call[]) => batch.slice(0, 10).map(echo),
    ]) {
      const { asked } = await ask(limited(10, refuse), 40);
      const taken = sizes(asked).filter((size) => size <= 10);
      expect(asked.length).to.be.at.most(24);
      expect(taken.every((size) => size > 1)).to.equal(true);
    }
  });

  it("request only missing answers again", async () => {
    const { asked } = await ask((batch, count) => {
      const answers = batch.map(echo);
      return { body: count === 1 ? answers.filter((_, index) => index !== 2) : answers };
    }, 5);
    expect(asked).to.deep.equal([
      [0, 1, 2, 3, 4].map((index) => `eth_getBalance 0x${index}`),
      ["eth_getBalance 0x2"],
    ]);
  });

  it("wait if the node limits requests, and stay batches", async () => {
    const { asked } = await ask(
      (batch, count) =>
        count === 1 ? { status: 429, body: failed("slow down") } : { body: batch.map(echo) },
      8,
    );
    const [first, ...later] = sizes(asked);
    expect(first).to.equal(8);
    // Their waits end together, but on a busy machine one batch may be ahead.
    expect(later.length).to.be.within(1, 2);
    expect(later.reduce((sum, size) => sum + size, 0)).to.equal(8);
  });

  it("give each request its own error", async () => {
    await using server = await openRpc((call) =>
      call.params[0] === "bad"
        ? { id: call.id, error: { code: 3, message: "execution reverted", data: "0x01" } }
        : echo(call),
    );
    const client = new RpcClient(server.url);
    const bad = rejection(client.request({ method: "eth_call", params: ["bad"] }));
    expect(await client.request({ method: "eth_call", params: ["good"] })).to.equal("good");
    expect(await bad).to.include({ name: "RpcError", code: 3, data: "0x01" });
  });
});

describe("concurrently sent signed transactions", () => {
  const RAWS = Array.from({ length: 30 }, (_, index) => `0x02${String(index).padStart(4, "0")}`);
  /** How the node treats a batch of transactions, and whether they reach its pool. */
  type Treatment = "taken" | "refused" | "refused, and taken" | "answered in part";

  /** Sends all transactions; with `first`, the node has answered a batch before. */
  async function send(treatment: Treatment, first = true) {
    const pool: string[] = [];
    const bodies: (readonly string[])[] = [];
    const one = ({ id, method, params }: Call) => {
      const [raw] = params as [string];
      if (method === "eth_getTransactionByHash") {
        return { id, result: pool.some((taken) => keccak256(taken) === raw) ? {} : null };
      }
      if (method === "eth_sendRawTransaction") pool.push(raw);
      return { id, result: method === "eth_sendRawTransaction" ? keccak256(raw) : "0x1" };
    };
    await using server = await openAnswering((body) => {
      const calls = JSON.parse(body) as Call | Call[];
      const sends = [calls].flat().filter(({ method }) => method === "eth_sendRawTransaction");
      if (sends.length > 0) bodies.push(sends.map(({ params }) => String(params[0])));
      if (!Array.isArray(calls)) return { body: one(calls) };
      if (sends.length === 0 || treatment === "taken") return { body: calls.map(one) };
      if (treatment === "answered in part") return { body: calls.map(one).slice(0, 5) };
      if (treatment === "refused, and taken") calls.forEach(one);
      return { body: failed("no batches") };
    });
    const client = new RpcClient(server.url, { backoff: 5 });
    const read = async () => await client.request({ method: "eth_blockNumber" });
    if (first) await Promise.all([read(), read()]);
    const answers = await Promise.all(
      RAWS.map(async (raw) => client.request({ method: "eth_sendRawTransaction", params: [raw] })),
    );
    expect(answers).to.deep.equal(RAWS.map((raw) => keccak256(raw)));
    return { pool, bodies };
  }

  it("go in batches of 20, in order, to a node that accepts batches", async () => {
    const { pool, bodies } = await send("taken");
    expect(pool).to.deep.equal(RAWS);
    expect(sizes(bodies)).to.deep.equal([20, 10]);
  });

  it("go one by one, in order, to a node that has not answered a batch", async () => {
    const { pool, bodies } = await send("taken", false);
    expect(pool).to.deep.equal(RAWS);
    expect(sizes(bodies)).to.deep.equal(RAWS.map(() => 1));
  });

  for (const treatment of ["refused", "refused, and taken", "answered in part"] as const) {
    it(`reach a node once, in order, if a batch of them is ${treatment}`, async () => {
      const { pool } = await send(treatment);
      expect(pool).to.deep.equal(RAWS);
    });
  }
});
