import { createServer, type AddressInfo } from "node:net";

import { expect } from "chai";

import { refused } from "./chain-process.js";
import { closing } from "../../closing.js";

describe("a dao-test-chain that cannot start", () => {
  it("exits with 1 if the chain cannot be migrated or served", async () => {
    await using taken = closing(createServer());
    await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
    const { port } = taken.address() as AddressInfo;
    for (const [args, message] of [
      [["-p", String(port), "--no-demo"], /another program uses the port/],
      [["-p", "0", "--host", "203.0.113.1", "--no-demo"], /does not have that address/],
      [["--arc-version", "rc.99"], /Arc release "rc\.99" does not exist/],
      [["--params", "missing.json"], /missing\.json: .*there is no such file/s],
      [["-a", "2"], /A demo test needs 6 accounts/],
      [["-f", "http://127.0.0.1:1"], /127\.0\.0\.1:1/],
    ] as [string[], RegExp][]) {
      const { code, text } = await refused(args);
      expect(text).to.match(message);
      expect(code, text).to.equal(1);
      expect(text).not.to.match(/\n\s+at /);
    }
  });
});
