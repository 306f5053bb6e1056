import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";
import { toBeHex } from "ethers";

import { LineChain } from "../../../../src/engine/execution/journal/line-chain.js";
import { textOf, type JournalHeader } from "../../../../src/engine/execution/journal/lines.js";
import {
  findOwn,
  type JournalOwner,
} from "../../../../src/engine/execution/journal/whose-journal.js";
import { openArcRelease } from "../../../../src/foundation/arc/open-release.js";
import { networkOf } from "../../../../src/foundation/chain/networks.js";
import { rejected } from "../../../rejection.js";
import { itInFolder as it } from "../../../temporary-folder.js";
import { FakeNode, wallet } from "../sending/fake-node.js";
import { pendingOn } from "../sending/pending-run.js";
import { headerLine, sampleHeader } from "./sample-header.js";

const GWEI = 10n ** 9n;

/** Finds a journal on an OP-stack chain on which gas costs 3 gwei at most, and a transaction's data 5 wei. */
async function find(
  folder: string,
  changes: Partial<JournalHeader> = {},
  { restart = false, account = wallet.address } = {},
) {
  const node = new FakeNode();
  const { steps } = await pendingOn(node, 1);
  node.instead((method, _params, usual) =>
    method === "eth_getCode" ? "0x60" : method === "eth_call" ? toBeHex(5n, 32) : usual(),
  );
  const path = join(folder, "m.json.journal");
  const chain = new LineChain();
  const texts = [headerLine(changes), ...steps.map((step) => textOf({ kind: "signed", ...step }))];
  await writeFile(path, texts.map((text) => `${chain.add(text)}\n`).join(""));
  const owner = {
    identity: sampleHeader({ account }),
    testAccounts: [],
    provider: node.provider,
    reader: { network: networkOf(1337) },
    release: await openArcRelease("rc.57"),
  } as unknown as JournalOwner;
  return await findOwn(path, restart, owner);
}

describe("findOwn", () => {
  const account = wallet.address;

  it("finds the journal of this migration, if the chain asks for a tenth of its fees", async (folder) => {
    const fair = { account, fundingGasPrice: 30n * GWEI, fundingDataFee: 100n };
    const found = await find(folder, fair);
    expect(found?.header).to.include(fair);
    expect(found?.lines).to.have.length(1);
  });

  it("refuses one that would fund test accounts for more", async (folder) => {
    for (const [fees, named] of [
      [{ fundingGasPrice: 30n * GWEI + 1n }, "for 30.000000001 gwei,"],
      [{ fundingDataFee: 101n }, "for the data of each transaction"],
    ] as const) {
      const error = await rejected(find(folder, { account, ...fees }), named);
      expect(error.message).to.contain("Nothing was signed or sent");
    }
  });

  it("refuses what an account signed that is not of this migration, and another migration's", async (folder) => {
    const other = `0x${"0".repeat(39)}2`;
    await rejected(find(folder, { account: other }, { account: other }), "was not written by this");
    await rejected(find(folder, { account: other }), "belongs to another migration");
    await rejected(find(folder, { account, chainId: 5 }), "belongs to another migration");
  });

  it("finds for --restart only one that --restart began", async (folder) => {
    expect(await find(folder, { account }, { restart: true })).to.equal(undefined);
    expect(await find(folder, { account, begunByRestart: true }, { restart: true })).to.not.equal(
      undefined,
    );
  });
});
