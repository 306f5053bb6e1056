import { RpcClient } from "../../src/foundation/chain/rpc-client.js";
import { withProxy, type Fault, type Faults } from "./faulty-proxy.js";
import { startAnvil } from "./nodes.js";
import { onNode, expectAsInProcess, migrate, reference } from "./support.js";

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
});
