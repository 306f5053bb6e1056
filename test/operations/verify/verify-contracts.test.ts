import { mkdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";
import { AbiCoder } from "ethers";

import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import { RpcClient } from "../../../src/foundation/chain/rpc-client.js";
import type { Target, Verification } from "../../../src/operations/verify/verification.js";
import { verifyContracts } from "../../../src/operations/verify/verify-contracts.js";
import { verifyInputs } from "../../../src/operations/verify/verify-sources.js";
import { compileSolidity } from "../../compile-source.js";
import { openNode } from "../../interfaces/cli/node.js";
import { rejected } from "../../rejection.js";
import { itInFolder as it } from "../../temporary-folder.js";
import { useOpened } from "../../use-opened.js";
import { expectRecorded } from "../../recorded.js";

const IMPLEMENTATION_SLOT = "0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc";

/** Returns the n-th of a range of unused addresses. */
function place(number: number): string {
  return `0x${(0xdd00 + number).toString(16).padStart(40, "0")}`;
}

function target(number: number, name = "DAORegistry"): Target {
  return { name, place: `at ${number}`, address: place(number), arcVersion: "0.0.1-rc.57" };
}

function withByte(code: string, at: number, byte: string): string {
  return code.slice(0, 2 + 2 * at) + byte + code.slice(4 + 2 * at);
}

describe("verifyInputs", () => {
  const node = useOpened(openNode);

  it("says that the node does not have the block, as every command that reads does", async () => {
    const verifying = verifyInputs({
      ...{ provider: new RpcClient(node.url), block: 999_999, projectRoot: "/nowhere" },
      ...{ output: "/nowhere/migration.json", address: place(1), contract: "DAORegistry" },
    });
    await rejected(verifying, "The node has no block 999999. Pass a block that already exists.");
  });
});

describe("verifyContracts", () => {
  const node = useOpened(openNode);
  let registry: string;

  before(async () => {
    registry = (await openArcRelease("rc.57")).artifact("DAORegistry").deployedBytecode;
  });

  const put = (number: number, code: string) =>
    node.request("hardhat_setCode", [place(number), code]);
  const verify = async (
    targets: readonly Target[],
    projectRoot = "/nowhere",
  ): Promise<readonly Verification[]> =>
    await verifyContracts(targets, { provider: new RpcClient(node.url), projectRoot });

  it("does not say that there is no contract if the node only hides its code", async () => {
    await put(1, registry);
    const client = new RpcClient(node.url);
    const provider = {
      request: async (call: { method: string; params?: unknown[] }) =>
        call.method === "eth_getCode" ? "0x" : await client.request(call),
    };
    const verifying = verifyContracts([target(1)], { provider, projectRoot: "/nowhere" });
    await rejected(verifying, `The node returns no code of ${place(1)}`);
  });

  it("distinguishes exact, equal, changed and missing code, clones and proxies", async () => {
    const code = registry.slice(2);
    const hashAt = (registry.indexOf("5820") + 4 - 2) / 2;
    await put(1, registry);
    await put(
      2,
      withByte(registry, hashAt, code.slice(2 * hashAt, 2 * hashAt + 2) === "ff" ? "00" : "ff"),
    );
    await put(3, withByte(registry, 100, code.slice(200, 202) === "ff" ? "00" : "ff"));
    await put(5, `0x363d3d373d3d3d363d73${place(1).slice(2)}5af43d82803e903d91602b57fd5bf3`);
    await put(6, "0x60006000fd");
    await node.request("hardhat_setStorageAt", [
      place(6),
      IMPLEMENTATION_SLOT,
      AbiCoder.defaultAbiCoder().encode(["address"], [place(1)]),
    ]);
    await put(7, "0x60006000fd");
    const found = await verify([1, 2, 3, 4, 5, 6, 7].map((number) => target(number)));
    expectRecorded(
      found.map(({ code: verdict, differsAt, sources, verified, source, note }) => {
        const { from, compiler } = source ?? {};
        return { verdict, differsAt, sources, verified, from, compiler, note };
      }),
    );
    expect(found[5]?.proxy?.implementation.toLowerCase()).to.equal(place(1));
  });

  it("verifies a project's own contract against its build info, ignoring immutable parts", async (folder) => {
    const input = {
      language: "Solidity",
      sources: {
        "project/contracts/Own.sol": {
          content:
            "pragma solidity ^0.8.0; contract Own { uint256 public immutable n; constructor(uint256 m) { n = m; } }",
        },
      },
      settings: { outputSelection: { "*": { "*": ["evm.bytecode", "evm.deployedBytecode"] } } },
    };
    const output = compileSolidity(input) as {
      contracts: Record<
        string,
        Record<string, { evm: Record<"bytecode" | "deployedBytecode", { object: string }> }>
      >;
    };
    const info = join(folder, "artifacts", "build-info");
    await mkdir(info, { recursive: true });
    await writeFile(
      join(info, "a.json"),
      JSON.stringify({ solcLongVersion: "0.8.28+commit.7893614a", input }),
    );
    await writeFile(join(info, "a.output.json"), JSON.stringify({ output }));
    // Newer ones that are incomplete, or from other sources.
    const other = structuredClone(output);
    other.contracts["project/contracts/Own.sol"]!["Own"]!.evm.deployedBytecode.object = "60";
    for (const [name, found] of Object.entries({
      ...{ b: { solcLongVersion: "0.8.28", output }, c: { input, output } },
      ...{ d: { solcLongVersion: "0.8.28", input, output: other } },
    })) {
      await writeFile(join(info, `${name}.json`), JSON.stringify(found));
      await utimes(join(info, `${name}.json`), new Date(), new Date(Date.now() + 60_000));
    }
    const { object } = output.contracts["project/contracts/Own.sol"]!["Own"]!.evm.bytecode;
    const [account] = (await node.request("eth_accounts")) as string[];
    const data = `0x${object}${AbiCoder.defaultAbiCoder().encode(["uint256"], [7]).slice(2)}`;
    const hash = await node.request("eth_sendTransaction", [{ from: account, data }]);
    const receipt = (await node.request("eth_getTransactionReceipt", [hash])) as {
      contractAddress: string;
    };
    const own = { ...target(0, "Own"), address: receipt.contractAddress };
    const [verified] = await verify([own], folder);
    expect(verified).to.deep.include({ code: "exact", sources: "build info", verified: true });
    expect(verified?.source).to.deep.include({ from: "artifacts/build-info/a.json" });

    await put(
      9,
      withByte(String(await node.request("eth_getCode", [own.address, "latest"])), 0, "61"),
    );
    const [changed] = await verify([target(9, "Own")], folder);
    expect(changed).to.deep.include({ code: "different", differsAt: 0, verified: false });
    const [unknown] = await verify([own]);
    expect(unknown).to.deep.include({ code: "unknown", verified: false });
    expect(unknown?.note).to.match(/nor the project's build info has Own/);
  });
});
