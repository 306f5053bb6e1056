import { readFile, writeFile } from "node:fs/promises";

import { expect } from "chai";
import { parseEther, Transaction, Wallet, type TransactionLike } from "ethers";

import { callOf } from "../../src/execution/steps/plan.js";
import { rejection } from "../rejection.js";
import { startAnvil, withNode } from "./nodes.js";
import { before as beforeRequest, deployerOf, migrate, nonceOf, withOutput } from "./support.js";

const ATTACKER = new Wallet(`0x${"66".repeat(32)}`);
const SECTIONS = ["base"] as const;

/** The line of a journal for a transaction, under somebody's name. */
async function lineOf(step: string, from: string, transaction: TransactionLike): Promise<string> {
  const raw = await ATTACKER.signTransaction(transaction);
  const { hash, to, data, value, nonce } = Transaction.from(raw);
  const call = callOf({ ...(to !== null && { to }), data, value });
  return JSON.stringify({ kind: "signed", step, from, nonce, call, hash, raw });
}

describe("a journal that was planted in a folder", () => {
  for (const chainId of [31337, 1]) {
    it(`signs and sends no transfer of chain ${chainId}, whatever is answered`, async () => {
      await withNode(startAnvil(["--block-time", "1"]), async (node) => {
        await withOutput(async (output) => {
          const { address } = deployerOf(node.mnemonic);
          // Killed before the first transaction left: the journal is the victim's own so far.
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
            chainId,
            nonce,
            to: ATTACKER.address,
            value: parseEther("9.5"),
            gasLimit: 21_000n,
            gasPrice: 1n,
            type: 0,
          };
          await writeFile(path, `${header}\n${await lineOf(step, address, theft)}\n`);
          const owned = await balance();
          let asked = 0;
          for (const answer of [false, true]) {
            const confirm = async () => {
              asked++;
              return answer;
            };
            const options = { output, sections: SECTIONS, confirm, raiseAfter: 0, repeatAfter: 0 };
            const error = await rejection(migrate(node, options));
            expect(error.message).to.include("was not written by this migration");
          }
          expect(asked).to.equal(0);
          expect(await balance()).to.equal(owned);
          expect(await nonceOf(node.provider, address)).to.equal(nonce);
          expect(await readFile(path, "utf8")).to.include(ATTACKER.address.slice(2).toLowerCase());
        });
      });
    });
  }
});
