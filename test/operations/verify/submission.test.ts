import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import type { ChainIdentity } from "../../../src/foundation/chain/identity.js";
import { writeSubmissions } from "../../../src/operations/verify/submission.js";
import type { Verification } from "../../../src/operations/verify/verification.js";
import { account } from "../../engine/inspect/sample-inspection.js";
import { expectRecorded } from "../../recorded.js";
import { itInFolder as it } from "../../temporary-folder.js";

const [AVATAR, TOKEN, CLONE, OTHER] = [1, 2, 3, 4].map(account);
const CHAIN = { name: "mainnet", chainId: 1, explorer: "https://etherscan.io" } as ChainIdentity;

function verification(name: string, address: string, more: object = {}): Verification {
  const input = {
    language: "Solidity",
    settings: { optimizer: { runs: 200 }, outputSelection: {} },
  };
  const source = { from: "@daostack/arc", file: `${name}.sol`, contractName: name, input };
  return {
    ...{ name, place: name, address, code: "exact", sources: "exact", verified: true },
    source: { ...source, compiler: "0.5.17+commit.d19bba13", bytecode: "0x60" },
    ...more,
  };
}

describe("writeSubmissions", () => {
  it("writes what an explorer asks for, of verified contracts with sources of their own", async (folder) => {
    // A node without old state: nothing is known of how contracts were created.
    const provider = { request: async () => await Promise.reject(new Error("pruned")) };
    const contracts = [
      verification("Avatar", AVATAR!),
      verification("DAO Token", TOKEN!, { takesArguments: false }),
      verification("Clone", CLONE!, { proxy: {} }),
      verification("Other", OTHER!, { verified: false }),
    ];
    await writeSubmissions(folder, contracts, { provider, chain: CHAIN, onNote: () => {} });
    const files: Record<string, unknown> = {};
    for (const name of (await readdir(folder)).sort()) {
      const text = await readFile(join(folder, name), "utf8");
      files[name] = name.endsWith(".json") ? JSON.parse(text) : text;
    }
    const { "README.md": guide, ...others } = files;
    expectRecorded(others);
    expectRecorded(guide);
  });
});
