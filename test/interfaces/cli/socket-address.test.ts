import { expect } from "chai";
import { readFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";

import { socketAddress } from "../../../src/interfaces/cli/socket-address.js";
import { closing } from "../../closing.js";

describe("socketAddress", () => {
  it("reads addresses as the kernel writes them", () => {
    for (const [local, address] of [
      ["0100007F:2161", "127.0.0.1:8545"],
      ["00000000:1F90", "127.0.0.1:8080"],
      ["0B01A8C0:0050", "192.168.1.11:80"],
      ["00000000000000000000000000000000:2161", "127.0.0.1:8545"],
      ["0000000000000000FFFF00000B01A8C0:2161", "192.168.1.11:8545"],
      ["00000000000000000000000001000000:2161", "[0:0:0:0:0:0:0:1]:8545"],
      ["B80D0120000000000000000001000000:2161", "[2001:db8:0:0:0:0:0:1]:8545"],
    ] as const) {
      expect(socketAddress(local), local).to.equal(address);
    }
  });

  // Other systems have no such file, and no container with a health check.
  if (process.platform !== "linux") return;

  it("is where a socket on this machine listens", async () => {
    await using server = closing(createServer());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.2", resolve));
    const { port } = server.address() as AddressInfo;
    const lines = readFileSync("/proc/self/net/tcp", "utf8").trim().split("\n").slice(1);
    const all = lines.map((line) => socketAddress(line.trim().split(/\s+/)[1]!));
    expect(all).to.include(`127.0.0.2:${port}`);
  });
});
