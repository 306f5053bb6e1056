import { readFile, writeFile } from "node:fs/promises";

import { expect } from "chai";
import { parseEther, Transaction, Wallet, type TransactionLike } from "ethers";

import { LineChain } from "../../../../src/engine/execution/journal/line-chain.js";
import { callOf } from "../../../../src/engine/execution/steps/plan.js";
import { rejected, rejection } from "../../../rejection.js";
import { startAnvil, startHere } from "../../../live/nodes.js";
import {
  onNode,
  before as beforeRequest,
  deployerOf,
  migrate,
  nonceOf,
  stopAfter,
} from "../../../live/support.js";

const ATTACKER = new Wallet(`0x${"66".repeat(32)}`);
const SECTIONS = ["base"] as const;

/** Returns a journal line with a transaction that the attacker signed in the name of `from`. */
async function lineOf(step: string, from: string, transaction: TransactionLike): Promise<string> {
  const raw = await ATTACKER.signTransaction(transaction);
  const { hash, to, data, value, nonce } = Transaction.from(raw);
  const call = callOf({ ...(to !== null && { to }), data, value });
  return JSON.stringify({ kind: "signed", step, from, nonce, call, hash, raw });
}

describe("a journal that was planted in a folder", () => {
  it("signs and sends no transfer, whatever is answered", async () => {
    await onNode(startAnvil(["--block-time", "1"]), async (node, output) => {
      const { address } = deployerOf(node.mnemonic);
      // Killed before the first transaction is sent: the journal is still the victim's own.
      const killed = beforeRequest(node.provider, async ({ method }) => {
        if (method === "eth_sendRawTransaction") throw new Error("killed");
      });
      await rejection(migrate(node, { output, sections: SECTIONS, provider: killed }));
      const path = `${output}.journal`;
      const [header = "", first = ""] = (await readFile(path, "utf8")).split("\n");
      const { step } = JSON.parse(first) as { step: string };
      const balance = async () =>
        BigInt(
          (await node.provider.request({
            method: "eth_getBalance",
            params: [address, "latest"],
          })) as string,
        );
      const nonce = await nonceOf(node.provider, address);
      const theft = {
        chainId: 31337,
        nonce,
        to: ATTACKER.address,
        value: parseEther("9.5"),
        gasLimit: 21_000n,
        gasPrice: 1n,
        type: 0,
      };
      // Anyone can compute the checksum of a line.
      const chain = new LineChain();
      expect(chain.accepts(header)).to.equal(true);
      const line = chain.add(await lineOf(step, address, theft));
      await writeFile(path, `${header}\n${line}\n`);
      const owned = await balance();
      let asked = 0;
      for (const answer of [false, true]) {
        const confirm = async () => {
          asked++;
          return answer;
        };
        const options = { output, sections: SECTIONS, confirm, raiseAfter: 0, repeatAfter: 0 };
        await rejected(migrate(node, options), "was not written by this migration");
      }
      expect(asked).to.equal(0);
      expect(await balance()).to.equal(owned);
      expect(await nonceOf(node.provider, address)).to.equal(nonce);
      expect(await readFile(path, "utf8")).to.include(ATTACKER.address.slice(2).toLowerCase());
    });
  });

  it("reuses no contract that is not Arc's, and signs nothing", async () => {
    await onNode(startHere(), async (node, output) => {
      await stopAfter(10, node, { output, sections: SECTIONS });
      const path = `${output}.journal`;
      const planted = "0x6666666666666666666666666666666666666666";
      await node.provider.request({ method: "hardhat_setCode", params: [planted, "0x6001"] });
      const lines = (await readFile(path, "utf8")).trimEnd().split("\n");
      const chain = new LineChain();
      const forged = lines.map((line, index) => {
        const { check: _check, ...fields } = JSON.parse(line) as Record<string, unknown>;
        const reusable = { ControllerCreator: planted };
        return chain.add(JSON.stringify(index === 0 ? { ...fields, reusable } : fields));
      });
      await writeFile(path, `${forged.join("\n")}\n`);
      const error = await rejection(migrate(node, { output, sections: SECTIONS }));
      expect(error.message)
        .to.include(`reuses ControllerCreator ${planted}`)
        .and.include("Nothing was signed or sent");
      // Nothing was signed; what was sent before may have been mined only now.
      expect(await readFile(path, "utf8")).to.equal(`${forged.join("\n")}\n`);
      const sent = await nonceOf(node.provider, deployerOf(node.mnemonic).address);
      expect(sent).to.be.at.most(10);
    });
  });
});
