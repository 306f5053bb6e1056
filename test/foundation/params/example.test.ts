import { expect } from "chai";

import { encodeCall, functionEntry } from "../../../src/foundation/arc/abi.js";
import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import { DaoMigration } from "../../../src/index.js";
import { cautionsOf } from "../../../src/foundation/params/cautions.js";
import { exampleParameters } from "../../../src/foundation/params/example.js";
import { resolve } from "./support.js";

describe("the packaged example", () => {
  it("is a DAO without warnings, today and in five years", async () => {
    const release = await openArcRelease("rc.57");
    const { parameters, warnings } = await resolve(await exampleParameters(release));
    expect(warnings).to.deep.equal([]);
    const now = BigInt(Math.floor(Date.now() / 1000));
    expect(cautionsOf(parameters, now)).to.deep.equal([]);
    expect(cautionsOf(parameters, now + 5n * 365n * 86_400n)).to.deep.equal([]);
  });

  it("has a locking scheme in which a founder can lock tokens now", async () => {
    const release = await openArcRelease("rc.57");
    const chain = await DaoMigration.TestChain.provider({ projectRoot: "/" });
    try {
      const { dao } = await chain.result();
      const scheme = dao?.Schemes.find(({ alias }) => alias === "LockingScheme")?.address;
      const [from] = (await chain.request({ method: "eth_accounts" })) as string[];
      const send = async (contract: string, to: string, name: string, args: unknown[]) => {
        const data = encodeCall(functionEntry(release.artifact(contract), name), args);
        const hash = await chain.request({
          method: "eth_sendTransaction",
          params: [{ from, to, data, gas: "0x100000" }],
        });
        return (await chain.request({
          method: "eth_getTransactionReceipt",
          params: [hash],
        })) as { status: string; logs: unknown[] };
      };
      await send("DAOToken", dao?.NativeToken ?? "", "approve", [scheme, 1]);
      const block = (await chain.request({
        method: "eth_getBlockByNumber",
        params: ["latest", false],
      })) as { timestamp: string };
      const batch = Math.floor((Number(block.timestamp) - 1_767_225_600) / 2_592_000);
      const agreement = `0x${"1".padStart(64, "0")}`;
      const locked = await send("ContinuousLocking4Reputation", scheme ?? "", "lock", [
        ...[1, 1, batch, agreement],
      ]);
      expect(locked.status).to.equal("0x1");
      expect(locked.logs).to.have.length.above(0);
    } finally {
      await chain.close();
    }
  });
});
