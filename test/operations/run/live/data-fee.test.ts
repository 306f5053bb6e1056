import { readFile, writeFile } from "node:fs/promises";

import { expect } from "chai";
import { AbiCoder, Wallet } from "ethers";

import { walletsOf } from "../../../../src/foundation/chain/test-accounts.js";
import type { MigrationPreview } from "../../../../src/engine/execution/sending/preview.js";
import { LineChain } from "../../../../src/engine/execution/journal/line-chain.js";
import { InsufficientFundsError } from "../../../../src/foundation/support/errors.js";
import { rejected } from "../../../rejection.js";
import { startPublicHere, type PublicChain } from "../../../live/public-chain.js";
import {
  onNode,
  migrate,
  nonceOf,
  preview,
  stopAfter,
  transactionsOf,
  type MinedTransaction,
} from "../../../live/support.js";

const OWN = new Wallet(`0x${"45".repeat(32)}`);
const NODE_INTERFACE = "0x00000000000000000000000000000000000000c8";
const ORACLE = "0x420000000000000000000000000000000000000F";
/** Bytecode that answers every call with 0.001 ether. */
const ORACLE_CODE = "0x66038d7ea4c6800060005260206000f3";
const FEE = 10n ** 15n;

const coder = AbiCoder.defaultAbiCoder();
const bytesOf = (data: string) => BigInt((data.length - 2) / 2);
const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n);
/** Returns the L1 gas of a transaction on this fake Arbitrum. */
const l1Gas = (data: string) => 1_000n + bytesOf(data);

/** Not a development mnemonic; its accounts vote in the demo test. */
const VOTERS = "legal winner thank year wave sausage worth useful legal winner thank yellow";
const FUNDING = /^test\/fund\/(\d)$/;
/** The most transactions that each test account sends. */
const MOST_SENT = [7n, 4n, 4n, 4n, 1n, 1n, 1n, 1n, 1n, 1n];

function inputsFor(output: string) {
  const chosen = { stakingToken: "deploy", registryOwner: OWN.address, polling: 100 } as const;
  return { output, signer: OWN, sections: ["base"], ...chosen } as const;
}

async function fund(node: PublicChain, wei: bigint): Promise<void> {
  const params = [OWN.address, `0x${wei.toString(16)}`];
  await node.control.request({ method: "hardhat_setBalance", params });
}

describe("on Arbitrum", () => {
  it("each transaction asks for the gas of its data on the L1, also after an interruption", async () => {
    let isArbitrum = false;
    const answer = (method: string, params: readonly unknown[]) => {
      const { to, data } = (params[0] ?? {}) as { to?: string; data?: string };
      if (!isArbitrum || method !== "eth_call" || to?.toLowerCase() !== NODE_INTERFACE) return;
      const [, , own] = coder.decode(["address", "bool", "bytes"], `0x${data?.slice(10)}`);
      return coder.encode(["uint64", "uint256", "uint256"], [l1Gas(String(own)), 1n, 1n]);
    };
    await onNode(startPublicHere(42161, answer), async (node, output) => {
      await fund(node, 10n ** 21n);
      const inputs = inputsFor(output);
      const plain = await preview(node, inputs);
      expect(plain.dataFee).to.equal(0n);
      isArbitrum = true;
      const shown = await preview(node, inputs);

      await stopAfter(5, node, inputs);
      await migrate(node, inputs);
      const mined = (await transactionsOf(node.provider, OWN.address)) as (MinedTransaction & {
        readonly gas: string;
      })[];
      expect(mined).to.have.length(plain.steps.length);
      const asked = mined.map(({ input }) => (l1Gas(input) * 125n) / 100n);
      const limits = sum(mined.map(({ gas }) => BigInt(gas)));
      expect(limits).to.equal(plain.gasLimit + sum(asked));
      expect(shown.gasLimit).to.equal(limits);
      expect(shown.dataFee).to.equal(sum(mined.map(({ input }) => l1Gas(input))) * shown.gasPrice);
      expect(shown.maxCost - plain.maxCost).to.equal(sum(asked) * shown.feeCap);
    });
  });
});

describe("on an OP-stack chain", () => {
  it("the account has to own twice the data fee on top of the gas", async () => {
    await onNode(startPublicHere(8453), async (node, output) => {
      await fund(node, 10n ** 21n);
      const inputs = inputsFor(output);
      const plain = await preview(node, inputs);
      const params = [ORACLE, ORACLE_CODE];
      await node.control.request({ method: "hardhat_setCode", params });
      const shown = await preview(node, inputs);
      const all = BigInt(shown.steps.length) * FEE;
      expect(shown.dataFee).to.equal(all);
      expect(shown.cost).to.equal(plain.cost + all);
      expect(shown.gasLimit).to.equal(plain.gasLimit);
      expect(shown.maxCost).to.equal(plain.maxCost + 2n * all);

      await fund(node, shown.maxCost - 1n);
      await rejected(migrate(node, inputs), InsufficientFundsError);
      expect(await nonceOf(node.provider, OWN.address)).to.equal(0);
      await fund(node, shown.maxCost);
      await migrate(node, inputs);
      expect(await nonceOf(node.provider, OWN.address)).to.equal(shown.steps.length);
    });
  });
});

describe("the test accounts of a demo test", () => {
  const inputsOf = (output: string) => {
    const inputs = {
      ...inputsFor(output),
      sections: ["base", "test"],
      testMnemonic: VOTERS,
    } as const;
    // The same price for both previews.
    return { ...inputs, gasPrice: 10n ** 10n, maxGasPrice: 10n ** 10n };
  };
  const fundsOf = ({ steps }: MigrationPreview) =>
    steps.flatMap(({ step, value }) => (FUNDING.test(step) ? [value] : []));

  /** Expects a refusal: a planted journal could send the account's money to the test accounts of an attacker. */
  async function refusesFunding(
    node: PublicChain,
    inputs: ReturnType<typeof inputsOf>,
    planted: Readonly<Record<string, string>>,
  ): Promise<void> {
    const path = `${inputs.output}.journal`;
    const journal = await readFile(path, "utf8");
    const { check: _, ...header } = JSON.parse(journal.split("\n")[0]!) as Record<string, unknown>;
    const line = new LineChain().add(JSON.stringify({ ...header, ...planted }));
    await writeFile(path, `${line}\n`);
    await rejected(migrate(node, inputs), "funds test accounts for", "Nothing was signed or sent");
    await writeFile(path, journal);
  }

  it("are funded for the data of what they send, on an OP-stack chain", async () => {
    await onNode(startPublicHere(10), async (node, output) => {
      await fund(node, 10n ** 21n);
      const inputs = inputsOf(output);
      const plain = fundsOf(await preview(node, inputs));
      await node.control.request({ method: "hardhat_setCode", params: [ORACLE, ORACLE_CODE] });
      const shown = fundsOf(await preview(node, inputs));
      expect(shown).to.deep.equal(plain.map((value, each) => value + MOST_SENT[each]! * 2n * FEE));

      await stopAfter(60, node, inputs);
      await refusesFunding(node, inputs, { fundingDataFee: String(1_000n * FEE) });
      await refusesFunding(node, inputs, { fundingGasPrice: String(1_000n * inputs.gasPrice) });
      await migrate(node, inputs);
      const mined = (await transactionsOf(node.provider)) as (MinedTransaction & {
        readonly gas: string;
      })[];
      for (const [index, { address }] of walletsOf(VOTERS).entries()) {
        const sent = mined.filter(({ from }) => from === address.toLowerCase());
        const most = sum(sent.map(({ gas }) => BigInt(gas) * inputs.gasPrice + 2n * FEE));
        expect(Number(shown[index]! >= most), `${index}: ${sent.length} transactions`).to.equal(1);
        expect(Number(MOST_SENT[index]! >= BigInt(sent.length)), `account ${index}`).to.equal(1);
      }
    });
  });
});
