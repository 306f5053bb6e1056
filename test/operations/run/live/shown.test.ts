import { expect } from "chai";
import { getCreateAddress, keccak256, Transaction } from "ethers";

import type { MigrationPreview } from "../../../../src/engine/execution/sending/preview.js";
import { daoMigrateHere } from "../../../interfaces/cli/command.js";
import { itWith } from "../../../it-with.js";
import { HARDHAT_MNEMONIC, startHere, type TestChain } from "../../../live/nodes.js";
import { before, migrate, onNode } from "../../../live/support.js";
import { itOnAnvil as it } from "../../../live/prepared.js";

const itHere = itWith<[node: TestChain, output: string]>((run) => onNode(startHere(), run));

describe("what a migration signs", () => {
  itHere("is what was shown, transaction by transaction", async (node, output) => {
    let shown: MigrationPreview | undefined;
    const sent: Transaction[] = [];
    const provider = before(node.provider, async ({ method, params }) => {
      if (method !== "eth_sendRawTransaction") return;
      expect(shown, "sent before it was shown").to.not.equal(undefined);
      sent.push(Transaction.from(params?.[0] as string));
    });
    await migrate(node, {
      output,
      provider,
      sections: ["base", "test"],
      // These accounts own nothing: they are sent what they pay for gas.
      testMnemonic: HARDHAT_MNEMONIC,
      confirm: async (preview) => {
        shown = preview;
        return true;
      },
    });
    const signed = sent.map(({ from, to, value, data, nonce }) => ({
      from,
      ...(to === null
        ? { contractAddress: getCreateAddress({ from: from ?? "", nonce }).toLowerCase() }
        : { to: to.toLowerCase() }),
      value,
      dataHash: keccak256(data),
    }));
    const steps = (shown?.steps ?? []).map(({ from, to, value, dataHash, contractAddress }) => ({
      from,
      ...(to === undefined
        ? { contractAddress: contractAddress?.toLowerCase() }
        : { to: to.toLowerCase() }),
      value,
      dataHash,
    }));
    // Accounts send concurrently; each sends in order.
    const byAccount = (one: { readonly from: string | null }, other: typeof one) =>
      (one.from ?? "").localeCompare(other.from ?? "");
    expect(signed.sort(byAccount)).to.deep.equal(steps.sort(byAccount));
    expect(steps.some(({ value }) => value > 0n)).to.equal(true);
    for (const { maxFeePerGas } of sent) {
      expect((maxFeePerGas ?? 0n) <= (shown?.feeCap ?? 0n)).to.equal(true);
    }
  });

  it("is in the JSON of a dry run, with everybody who gets something", async (node, _output, folder) => {
    const args = ["--dry-run", "--json", "-q", "-p", node.url];
    const { stdout, code, stderr } = await daoMigrateHere(args, { cwd: folder });
    expect(code, stderr).to.equal(0);
    const { preview, outline } = JSON.parse(stdout) as {
      readonly preview: { readonly steps: readonly object[] };
      readonly outline: { readonly dao: { readonly founders: readonly object[] } };
    };
    expect(preview.steps.length).to.be.above(40);
    for (const step of preview.steps) {
      expect(step).to.include.keys("step", "from", "value", "dataHash");
    }
    expect(outline.dao.founders.length).to.be.above(0);
    expect(outline.dao.founders[0]).to.include.keys("address", "reputation", "tokens");
  });
});
