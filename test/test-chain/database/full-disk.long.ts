import { expect } from "chai";
import { join } from "node:path";

import { rejection } from "../../rejection.js";
import { itInFolder as it } from "../../temporary-folder.js";
import { Life } from "./life.js";

describe("a persisted test chain on a full disk", () => {
  it("stops with the reason, and has what it answered when there is space again", async (folder) => {
    const options = { demo: false, db: join(folder, "db") };
    const full = new Life([], 3 * 2 ** 20);
    await full.open(options);
    const [from] = (await full.ask("eth_accounts")) as string[];
    const data = `0x${"00".repeat(100_000)}`;
    const answered: string[] = [];
    const send = async (): Promise<never> => {
      for (;;) {
        const transaction = { from, to: from, data, gas: "0x2dc6c0" };
        answered.push((await full.ask("eth_sendTransaction", transaction)) as string);
      }
    };
    const reason = /chain\.sqlite cannot be written: .*The chain has stopped/;
    expect((await rejection(send())).message).to.match(reason);
    expect(answered).to.have.length.above(2);
    expect((await rejection(full.ask("eth_chainId"))).message).to.match(reason);
    expect((await rejection(full.ask("evm_mine"))).message).to.match(reason);
    expect((await rejection(full.close())).message).to.match(reason);

    const again = new Life();
    await again.open(options);
    for (const hash of answered) {
      expect(await again.ask("eth_getTransactionReceipt", hash)).to.include({ status: "0x1" });
    }
    expect(await again.ask("evm_mine")).to.equal("0");
    await again.close();
    await Promise.all([full.kill(), again.kill()]);
  });
});
