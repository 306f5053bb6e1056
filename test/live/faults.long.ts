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
  sendFrom,
  stopAfter,
  withOutput,
  type LiveOptions,
} from "./support.js";

const CLIENT = { timeout: 400, attempts: 6, backoff: 10 };
const QUICK = { polling: 50, repeatAfter: 300, raiseAfter: 60_000 };

/** Expects a migration behind a faulty proxy to succeed with the right result. */
async function expectRight(
  faults: (node: TestNode) => Faults,
  args: readonly string[] = [],
  options: Partial<LiveOptions> = {},
): Promise<void> {
  await withNode(startAnvil(args), async (node) => {
    await withOutput(async (output) => {
      await withProxy(node.url, faults(node), async (url) => {
        await migrate(node, { provider: new RpcClient(url, CLIENT), output, ...QUICK, ...options });
      });
      await expectAsInProcess(node, output, await reference(node.mnemonic));
    });
  });
}

/** Expects a migration behind a faulty proxy to stop, and the next run without the proxy to succeed. */
async function expectStop(
  faults: (node: TestNode) => Faults,
  message: RegExp,
  args: readonly string[] = [],
  options: Partial<LiveOptions> = {},
): Promise<void> {
  await withNode(startAnvil(args), async (node) => {
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

/** Returns a fault for every n-th request of a method, or of all methods. */
function every(n: number, fault: Fault, method?: string): () => Faults {
  return () => (request) => {
    if (method !== undefined && request.method !== method) return undefined;
    return (method === undefined ? request.count : request.ofMethod) % n === 0 ? fault : undefined;
  };
}

/** Transactions on another chain: more than the migration sends. */
const USED = 90;
const SEND = "eth_sendRawTransaction";

describe("a migration through a bad connection", () => {
  const passing: Readonly<Record<string, () => Faults>> = {
    "every transaction is sent twice": every(1, { kind: "double" }, SEND),
    "HTTP 429 with Retry-After now and then": every(9, {
      kind: "status",
      status: 429,
      retryAfter: "0",
    }),
    "answers come later than they are waited for": every(150, { kind: "delay", milliseconds: 600 }),
    "everything in turn": () => {
      const kinds: readonly Fault[] = [
        { kind: "lose request" },
        { kind: "lose answer" },
        { kind: "cut answer" },
        { kind: "status", status: 502 },
        { kind: "text", body: "<html>maintenance</html>" },
        { kind: "error", code: -32005, message: "limit exceeded" },
      ];
      return ({ count }) => (count % 5 === 0 ? kinds[(count / 5) % kinds.length] : undefined);
    },
  };
  for (const [name, faults] of Object.entries(passing)) {
    it(`is right although ${name}`, async () => await expectRight(faults));
  }

  it("is right although answers take 30 seconds now and then", async function () {
    this.timeout(180_000);
    let late = 0;
    const faults = (): Faults => (request) => {
      // One while reading, one while sending.
      const here = request.count === 40 || (request.method === SEND && request.ofMethod === 20);
      late += here ? 1 : 0;
      return here ? { kind: "delay", milliseconds: 30_000 } : undefined;
    };
    await withNode(startAnvil(), async (node) => {
      await withOutput(async (output) => {
        await withProxy(node.url, faults(), async (url) => {
          // With the default timeout.
          await migrate(node, { provider: new RpcClient(url), output });
        });
        expect(late).to.equal(2);
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
    await expectStop(never, /returns neither step base\/DAOToken nor another transaction/, [], {
      polling: 25,
    });
  });

  it("stops with the node's words if it refuses a transaction, and a later run finishes", async () => {
    await expectStop(
      every(25, { kind: "error", code: -32000, message: "exceeds block gas limit" }, SEND),
      /rejected step \S+: eth_sendRawTransaction: exceeds block gas limit/,
    );
  });

  for (const [name, args] of [
    ["another chain ID", ["--chain-id", "1338"]],
    ["the same chain ID", ["--timestamp", "1700000000"]],
  ] as const) {
    for (const [where, when] of [
      ["between two waves", "eth_chainId"],
      ["while transactions are waited for", "eth_getTransactionReceipt"],
    ] as const) {
      it(`stops if the provider switches to a chain with ${name} ${where}, and a later run finishes`, async () => {
        await withNode(startAnvil(args), async (other) => {
          // There, the account has already used more nonces than the migration needs.
          const account = deployerOf(other.mnemonic);
          for (let count = 0; count < USED; count++) {
            await sendFrom(other.provider, account, { to: account.address });
          }
          const moved = (): Faults => {
            let elsewhere = false;
            return ({ method }) => {
              elsewhere ||= method === when && sent > 20;
              if (method === SEND) sent++;
              return elsewhere ? { kind: "elsewhere", url: other.url } : undefined;
            };
          };
          let sent = 0;
          // Nothing is sent again in the meantime: that would reveal the other chain, too.
          await expectStop(
            moved,
            /on a different chain than at the start/,
            ["--block-time", "0.3"],
            { repeatAfter: 30_000 },
          );
          expect(await nonceOf(other.provider, account.address)).to.equal(USED);
        });
      });
    }
  }

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
