import { expect } from "chai";

import { openArcRelease } from "../../src/arc/open-release.js";
import type { Eip1193Provider } from "../../src/chain/provider.js";
import { RpcClient } from "../../src/chain/rpc-client.js";
import { findCreation } from "../../src/verify/creation.js";
import { openNode } from "../cli/node.js";
import { plain } from "../plain.js";

const OWNER = `${"00".repeat(12)}${"ab".repeat(20)}`;

describe("findCreation", () => {
  let node: Awaited<ReturnType<typeof openNode>>;
  let provider: Eip1193Provider;
  let bytecode: string;
  let transaction: string;
  let address: string;

  // hardhat_mine with several blocks would leave the node without their state.
  const mine = async (blocks: number): Promise<void> => {
    for (let block = 0; block < blocks; block++) await node.request("evm_mine");
  };

  before(async () => {
    node = await openNode();
    provider = new RpcClient(node.url);
    ({ bytecode } = (await openArcRelease("rc.57")).artifact("DAORegistry"));
    await mine(7);
    const [from] = (await node.request("eth_accounts")) as string[];
    transaction = String(
      await node.request("eth_sendTransaction", [{ from, data: bytecode + OWNER }]),
    );
    const receipt = await node.request("eth_getTransactionReceipt", [transaction]);
    address = (receipt as { contractAddress: string }).contractAddress;
    await mine(12);
  });
  after(async () => {
    await node.close();
  });

  it("finds the transaction and arguments among many blocks", async () => {
    expect(await findCreation(address, bytecode, provider)).to.deep.equal({
      transaction,
      arguments: OWNER,
    });
  });

  it("accepts another metadata hash, but no other code", async () => {
    const hashAt = bytecode.lastIndexOf("5820") + 4;
    const other = bytecode.slice(0, hashAt) + "00".repeat(32) + bytecode.slice(hashAt + 64);
    expect((await findCreation(address, other, provider)).arguments).to.equal(OWNER);
    const wrong = `${bytecode.slice(0, 10)}ff${bytecode.slice(12)}`;
    expect(plain(await findCreation(address, wrong, provider))).to.deep.equal({ transaction });
  });

  it("leaves it unknown if the node has no old state", async () => {
    const pruned: Eip1193Provider = {
      request: async ({ method, params = [] }) => {
        if (method === "eth_getCode" && params[1] !== "latest")
          throw new Error("missing trie node");
        return await provider.request({ method, params });
      },
    };
    expect(await findCreation(address, bytecode, pruned)).to.deep.equal({});
  });

  it("leaves it unknown if it is in no transaction and no trace", async () => {
    const place = `0x${"c".repeat(40)}`;
    await node.request("hardhat_setCode", [place, "0x60006000fd"]);
    expect(await findCreation(place, "0x6080", provider)).to.deep.equal({});
  });
});
