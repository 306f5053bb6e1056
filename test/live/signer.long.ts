import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { access, readFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";

import type { TransactionSigner } from "../../src/foundation/chain/signer.js";
import { DaoMigration } from "../../src/index.js";
import { rejected, rejection } from "../rejection.js";
import { ended, startAnvil } from "./nodes.js";
import { onNode, before, creationsOf, expectOnChain, nonceOf, reference, ROOT } from "./support.js";

/** Runs with a signer whose key is in another process; `signed` returns the number of its signatures. */
async function withSigningProcess(
  run: (signer: TransactionSigner, signed: () => number) => Promise<void>,
): Promise<void> {
  const child: ChildProcess = fork(join(ROOT, "test/live/signing-process.mjs"), {
    // This format supports bigint.
    serialization: "advanced",
    execArgv: [],
  });
  const waiting = new Map<number, (raw: string) => void>();
  try {
    const [{ address }] = (await once(child, "message")) as [{ address: string }];
    child.on("message", (message) => {
      const { id, raw } = message as { id: number; raw: string };
      waiting.get(id)?.(raw);
    });
    let count = 0;
    const signer: TransactionSigner = {
      address,
      signTransaction: async (transaction) =>
        await new Promise((resolve) => {
          waiting.set(++count, resolve);
          child.send({ id: count, transaction });
        }),
    };
    await run(signer, () => count);
  } finally {
    await ended(child);
  }
}

describe("a migration with a signer", () => {
  it("is signed in another process, interrupted, resumed, and gives the same result", async () => {
    await onNode(startAnvil(), async (node, output) => {
      await withSigningProcess(async (signer, signed) => {
        await node.provider.request({
          method: "anvil_setBalance",
          params: [signer.address, "0x3635c9adc5dea00000"],
        });
        let sent = 0;
        const provider = before(node.provider, async ({ method }) => {
          if (method === "eth_sendRawTransaction" && ++sent > 20) throw new Error("enough");
        });
        const options = { signer, mnemonic: node.mnemonic, output };
        expect((await rejection(DaoMigration.migrate({ ...options, provider }))).message).to.equal(
          "enough",
        );
        const journal = await readFile(`${output}.journal`, "utf8");
        expect(journal.match(/"kind":"signed"/g)).to.have.length(signed());

        await DaoMigration.migrate({ ...options, provider: node.url });
        await expectOnChain({ ...node, deployer: signer.address }, output);
        expect(await rejection(access(`${output}.journal`))).to.have.property("code", "ENOENT");
        // Each transaction is signed once; the test accounts use keys in this process.
        const { nonces, creations } = await reference(node.mnemonic);
        const byKey = Object.values(nonces).reduce((sum, nonce) => sum + nonce, 0);
        expect(await nonceOf(node.provider, signer.address)).to.equal(signed());
        expect(signed()).to.be.below(byKey);
        expect(await creationsOf(node.provider, signer.address)).to.equal(creations);
      });
    });
  });

  it("is not sent if the signer signs for another account", async () => {
    await onNode(startAnvil(), async (node, output) => {
      await withSigningProcess(async (other) => {
        const address = "0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1";
        await rejected(
          DaoMigration.migrateBase({
            provider: node.url,
            output,
            signer: {
              address,
              signTransaction: async (transaction) => await other.signTransaction(transaction),
            },
          }),
          /^The signer of 0x90F8.* signed a different transaction than step base\/\w+\. It was not sent\.\n {2}from: signed 0x/,
        );
        expect(await nonceOf(node.provider, address)).to.equal(0);
        expect(await rejection(access(`${output}.journal`))).to.have.property("code", "ENOENT");
      });
    });
  });

  it("is refused together with a private key", async () => {
    await withSigningProcess(async (signer) => {
      const privateKey = "42".repeat(32);
      const { message } = await rejection(DaoMigration.migrateBase({ signer, privateKey }));
      expect(message).to.equal(
        "Both a signer and a private key were given, and they may belong to different accounts. Give only one.",
      );
    });
  });
});
