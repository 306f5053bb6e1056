import { expect } from "chai";

import { RpcClient } from "../../../src/foundation/chain/rpc-client.js";
import { openRpc } from "../../open-server.js";

const chainId = { method: "eth_chainId" };

/** Requests something of a node that answers with an id made of the request's; returns the answer and the requests' ids. */
async function ask(idOf: (id: number) => unknown, answer: object = { result: "0x1" }) {
  const ids: number[] = [];
  await using node = await openRpc(({ id }) => {
    ids.push(id);
    return { jsonrpc: "2.0", id: ids.length > 3 ? id : idOf(id), ...answer };
  });
  const client = new RpcClient(node.url, { attempts: 3, backoff: 5 });
  const value = await client.request(chainId).catch((error: unknown) => error);
  return { value, ids };
}

describe("the id of a JSON-RPC answer", () => {
  const others: Readonly<Record<string, (id: number) => unknown>> = {
    "another request's": (id) => id - 1,
    null: () => null,
    "no id at all": () => undefined,
    "text that is no number": () => "one",
  };
  for (const [name, idOf] of Object.entries(others)) {
    it(`is required: an answer with ${name} is not used`, async () => {
      const { value, ids } = await ask(idOf);
      expect((value as Error).message).to.include("does not have the request's id");
      expect(ids).to.have.length(3);
    });
  }

  it("may be text, and is given only once in a process", async () => {
    const first = await ask(String);
    const second = await ask((id) => id);
    expect([first.value, second.value]).to.deep.equal(["0x1", "0x1"]);
    expect(first.ids).to.not.deep.equal(second.ids);
  });

  it("may be missing in an error, because the node could not read the request, but not be another's", async () => {
    const answer = { error: { code: -32700, message: "parse error" } };
    expect((await ask(() => null, answer)).value).to.include({
      message: "eth_chainId: parse error",
    });
    const other = await ask((id) => id - 1, answer);
    expect((other.value as Error).message).to.include("does not have the request's id");
    const limit = { error: { code: -32005, message: "limit exceeded" } };
    expect(((await ask(() => 0, limit)).value as Error).message).to.include("it is busy");
  });
});
