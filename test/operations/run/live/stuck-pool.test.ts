import { expect } from "chai";
import { toQuantity, Transaction } from "ethers";

import type { Eip1193Provider } from "../../../../src/foundation/chain/provider.js";
import { until } from "../../../until.js";
import { type TestNode } from "../../../live/nodes.js";
import {
  deployerOf,
  expectAsInProcess,
  migrate,
  nonceOf,
  reference,
  SEND,
} from "../../../live/support.js";
import { itOnAnvil as it } from "../../../live/prepared.js";

const SECTIONS = ["base"] as const;
/** The nonce of the transaction that gets stuck. */
const STUCK = 3;

/**
 * A provider that makes anvil take a transaction as one that waits for another, although nothing is missing. A
 * transaction that arrives at the wrong moment of a block ends like this, on a busy machine.
 */
function sticking(node: TestNode): Eip1193Provider {
  const { address } = deployerOf(node.mnemonic);
  const setNonce = async (nonce: number) =>
    await node.provider.request({
      method: "anvil_setNonce",
      params: [address, toQuantity(nonce)],
    });
  let sent: Promise<unknown> = Promise.resolve();
  let isStuck = false;
  const send = async (request: { method: string; params?: unknown[] }) => {
    const { nonce } = Transaction.from(String(request.params?.[0]));
    if (isStuck || nonce !== STUCK) return await node.provider.request(request);
    isStuck = true;
    const isMined = async () => (await nonceOf(node.provider, address, "latest")) === STUCK;
    await until("everything before it is mined", isMined);
    await setNonce(STUCK - 1);
    const answer = await node.provider.request(request);
    await setNonce(STUCK);
    return answer;
  };
  return {
    async request(request) {
      if (request.method !== SEND) return await node.provider.request(request);
      sent = sent.then(async () => await send(request));
      return await sent;
    },
  };
}

describe("a transaction that is stuck in anvil's pool", () => {
  it("is taken out of it and sent again, as the same bytes", async (node, output) => {
    const fees: string[] = [];
    await migrate(node, {
      ...{ output, sections: SECTIONS, provider: sticking(node) },
      onEvent: ({ type }) => fees.push(type),
    });
    expect(fees).to.include("mined").and.not.include("feeRaised");
    await expectAsInProcess(node, output, await reference(node.mnemonic, SECTIONS));
  });
});
