import { readdir, readFile } from "node:fs/promises";
import { inspect } from "node:util";

import { expect } from "chai";
import { HDNodeWallet, Wallet } from "ethers";

import { RpcClient } from "../../src/foundation/chain/rpc-client.js";
import { migrateInChild } from "./children.js";
import { withProxy, type Faults } from "./faulty-proxy.js";
import { type TestNode } from "./nodes.js";
import { expectOnChain, migrate } from "./support.js";
import { itOnAnvil as it } from "./prepared.js";

const MNEMONIC = "legal winner thank year wave sausage worth useful legal winner thank yellow";
const KEY = HDNodeWallet.fromPhrase(MNEMONIC).privateKey;

/** Returns every key of the mnemonic, the mnemonic, and pieces of both that are long enough to matter. */
function secrets(): string[] {
  const root = HDNodeWallet.fromPhrase(MNEMONIC, undefined, "m/44'/60'/0'/0");
  const keys = Array.from({ length: 10 }, (_, index) => root.deriveChild(index).privateKey);
  const words = MNEMONIC.split(" ");
  return [
    ...keys.flatMap((key) => [key.slice(2), key.slice(2, 34), key.slice(34)]),
    ...words.slice(0, -2).map((_, index) => words.slice(index, index + 3).join(" ")),
    ...words.slice(0, -2).map((_, index) => JSON.stringify(words.slice(index, index + 3))),
  ];
}

function expectNoSecret(texts: readonly string[]): void {
  const all = texts.join("\n").toLowerCase();
  for (const secret of secrets()) {
    // Not `include`: a failure would print the secret.
    expect(all.indexOf(secret.toLowerCase()), "a place of a secret").to.equal(-1);
  }
}

async function filesOf(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile());
  return await Promise.all(
    files.map(async ({ parentPath, name }) => await readFile(`${parentPath}/${name}`, "utf8")),
  );
}

async function fundAll(node: TestNode): Promise<void> {
  const { address } = new Wallet(KEY);
  const params = [address, "0x3635c9adc5dea00000"];
  await node.provider.request({ method: "anvil_setBalance", params });
}

describe("keys and mnemonics", () => {
  it("are in no output, note, preview, event, file, error or process title, even when things go wrong", async (node, output, folder) => {
    await fundAll(node);
    const told: string[] = [];
    const tell = (value: unknown) => {
      told.push(inspect(value, { depth: 20, showHidden: true, maxStringLength: null }));
    };
    const faults: Faults = ({ method, ofMethod }) => {
      if (method !== "eth_sendRawTransaction") return undefined;
      if (ofMethod === 30) return { kind: "error", code: -32000, message: "no, for a reason" };
      return ofMethod % 7 === 0 ? { kind: "lose answer" } : undefined;
    };
    await withProxy(node.url, faults, async (url) => {
      const options = {
        output,
        signer: new Wallet(KEY),
        testMnemonic: MNEMONIC,
        provider: new RpcClient(url, { backoff: 10 }),
        onNote: tell,
        onMined: tell,
        confirm: async (...shown: unknown[]) => {
          tell(shown);
          return true;
        },
      };
      const stopped: unknown = await migrate(node, options).catch((error: unknown) => error);
      expect(stopped).to.be.instanceOf(Error);
      tell(stopped);
      told.push(String(stopped), (stopped as Error).stack ?? "", JSON.stringify(stopped));
      told.push(...(await filesOf(folder)), process.title, process.argv.join(" "));
      const finished = await migrate(node, options);
      tell(finished);
      await expectOnChain({ ...node, deployer: options.signer.address }, output);
    });
    told.push(...(await filesOf(folder)));
    expect(told.join("")).to.include("no, for a reason").and.include("base/DAOToken");
    expectNoSecret(told);
  });

  it("are in nothing that a process prints when it fails", async (node, output, folder) => {
    // The account has no funds, so the migration is refused.
    const inputs = { output, privateKey: KEY, mnemonic: MNEMONIC };
    const { code, output: said } = await migrateInChild(node, inputs);
    expect(code).to.equal(1);
    expect(said).to.include("Insufficient funds");
    expectNoSecret([said, ...(await filesOf(folder))]);
  });
});
