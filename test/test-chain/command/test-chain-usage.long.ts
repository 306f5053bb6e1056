import { createServer, type AddressInfo } from "node:net";

import { expect } from "chai";

import { refused } from "./chain-process.js";

describe("a dao-test-chain that cannot start", () => {
  it("says which option helps if the chain's own options make a migration impossible", async () => {
    const few = await refused(["-p", "0", "-a", "3"]);
    expect(few.code).to.equal(1);
    expect(few.text).to.match(/needs 6 accounts.*Pass --accounts 6 or more, or --no-demo\./);
    const little = await refused(["-p", "0", "-l", "5000000"], {
      // Variables of compose.yaml, not of the chain.
      DAO_TEST_CHAIN_IMAGE: "x",
      DAO_TEST_CHAIN_PUBLISHED_PORT: "9",
    });
    expect(little.code).to.equal(1);
    expect(little.text).to.match(/more than 5000000 gas, .* Pass a higher --gas-limit, or none/);
  });

  it("exits with 1 if the chain cannot be migrated or served", async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
    try {
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
    } finally {
      taken.close();
    }
  });
});
