import { expect } from "chai";

import type { Eip1193Provider } from "../../src/foundation/chain/provider.js";
import { RpcClient } from "../../src/foundation/chain/rpc-client.js";
import { rejection } from "../rejection.js";
import { withProxy, type Fault, type Faults } from "./faulty-proxy.js";
import { startAnvil, withNode } from "./nodes.js";
import {
  onNode,
  deployerOf,
  expectAsInProcess,
  migrate,
  nonceOf,
  reference,
  stopAfter,
} from "./support.js";

const CLIENT = { timeout: 60_000, attempts: 6, backoff: 10 };
const QUICK = { polling: 50, repeatAfter: 300, raiseAfter: 60_000 };

describe("a migration through a bad connection", () => {
  it("is right although it is bad in every way in turn", async () => {
    const kinds: readonly Fault[] = [
      { kind: "lose request" },
      { kind: "lose answer" },
      { kind: "cut answer" },
      { kind: "double" },
      { kind: "status", status: 502 },
      { kind: "status", status: 429, retryAfter: "0" },
      { kind: "text", body: "<html>maintenance</html>" },
      { kind: "error", code: -32005, message: "limit exceeded" },
      // Later than it is waited for.
      { kind: "delay", milliseconds: 1_500 },
    ];
    await onNode(startAnvil(), async (node, output) => {
      const faults: Faults = ({ count }) =>
        count % 5 === 0 ? kinds[(count / 5) % kinds.length] : undefined;
      await withProxy(node.url, faults, async (url) => {
        const provider = new RpcClient(url, { ...CLIENT, timeout: 1_000 });
        await migrate(node, { provider, output, ...QUICK });
      });
      await expectAsInProcess(node, output, await reference(node.mnemonic));
    });
  });

  it("says that the chain is another one if a later run's rehearsal fails because of that", async () => {
    await withNode(startAnvil(["--timestamp", "1700000000"]), async (other) => {
      await onNode(startAnvil(), async (node, output) => {
        await stopAfter(20, node, { output, ...QUICK });
        let isElsewhere = false;
        const provider: Eip1193Provider = {
          async request(request) {
            isElsewhere ||= request.method === "eth_getStorageAt";
            return await (isElsewhere ? other : node).provider.request(request);
          },
        };
        const error = await rejection(migrate(node, { provider, output, ...QUICK }));
        expect(error.message).to.include("on a different chain than at the start");
        expect(await nonceOf(other.provider, deployerOf(other.mnemonic).address)).to.equal(0);
        await migrate(node, { output, ...QUICK });
        await expectAsInProcess(node, output, await reference(node.mnemonic));
      });
    });
  });
});
