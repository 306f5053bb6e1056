import { access } from "node:fs/promises";

import { expect } from "chai";

import type { Eip1193Provider } from "../../src/foundation/chain/provider.js";
import { RpcClient } from "../../src/foundation/chain/rpc-client.js";
import { rejection } from "../rejection.js";
import { withProxy, type Fault, type Faults } from "./faulty-proxy.js";
import { startAnvil, withNode, type TestNode } from "./nodes.js";
import {
  deployerOf,
  expectAsInProcess,
  migrate,
  nonceOf,
  reference,
  stopAfter,
  withOutput,
  type LiveOptions,
} from "./support.js";

const CLIENT = { timeout: 60_000, attempts: 6, backoff: 10 };
const QUICK = { polling: 50, repeatAfter: 300, raiseAfter: 60_000 };

/** Expects a migration behind a faulty proxy to stop, and the next run without the proxy to succeed. */
async function expectStop(
  faults: (node: TestNode) => Faults,
  message: RegExp,
  options: Partial<LiveOptions> = {},
): Promise<void> {
  await withNode(startAnvil(), async (node) => {
    await withOutput(async (output) => {
      await withProxy(node.url, faults(node), async (url) => {
        const provider = new RpcClient(url, CLIENT);
        const error = await rejection(migrate(node, { provider, output, ...QUICK, ...options }));
        expect(error.message).to.match(message);
        expect(error.stack).to.include(error.message);
      });
      expect(await rejection(access(output))).to.have.property("code", "ENOENT");
      await access(`${output}.journal`);
      await migrate(node, { output, ...QUICK });
      await expectAsInProcess(node, output, await reference(node.mnemonic));
    });
  });
}

const SEND = "eth_sendRawTransaction";

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
    await withNode(startAnvil(), async (node) => {
      await withOutput(async (output) => {
        const faults: Faults = ({ count }) =>
          count % 5 === 0 ? kinds[(count / 5) % kinds.length] : undefined;
        await withProxy(node.url, faults, async (url) => {
          const provider = new RpcClient(url, { ...CLIENT, timeout: 1_000 });
          await migrate(node, { provider, output, ...QUICK });
        });
        await expectAsInProcess(node, output, await reference(node.mnemonic));
      });
    });
  });

  it("stops if a receipt never comes, and a later run finishes", async () => {
    let hidden: unknown;
    const never =
      (): Faults =>
      ({ method, params: [value] }) => {
        if (method !== "eth_getTransactionReceipt" && method !== "eth_getBlockByNumber")
          return undefined;
        if (method === "eth_getBlockByNumber") {
          // A node that lags shows neither receipt nor transaction.
          return { kind: "result", change: withoutTransactions };
        }
        hidden ??= value;
        return value === hidden ? { kind: "result", change: () => null } : undefined;
      };
    await expectStop(never, /returns neither step base\/DAOToken nor another transaction/, {
      polling: 25,
    });
  });

  it("stops with the node's words if it refuses a transaction, and a later run finishes", async () => {
    await expectStop(
      () =>
        ({ method, ofMethod }) =>
          method === SEND && ofMethod === 25
            ? { kind: "error", code: -32000, message: "exceeds block gas limit" }
            : undefined,
      /rejected step \S+: eth_sendRawTransaction: exceeds block gas limit/,
    );
  });

  it("says that the chain is another one if a later run's rehearsal fails because of that", async () => {
    await withNode(startAnvil(["--timestamp", "1700000000"]), async (other) => {
      await withNode(startAnvil(), async (node) => {
        await withOutput(async (output) => {
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
});

function withoutTransactions(result: unknown): unknown {
  return typeof result === "object" && result !== null && "transactions" in result
    ? { ...result, transactions: [] }
    : result;
}
