import { expect } from "chai";
import { AbiCoder, getCreate2Address, getCreateAddress, id, keccak256, ZeroHash } from "ethers";

import { openArcRelease } from "../../../../src/foundation/arc/open-release.js";
import type { Eip1193Provider } from "../../../../src/foundation/chain/provider.js";
import { RpcClient } from "../../../../src/foundation/chain/rpc-client.js";
import { creationCodes, findCreation } from "../../../../src/engine/inspect/storage/creation.js";
import { onDao } from "../raw-dao.js";
import { openNode } from "../../../interfaces/cli/node.js";
import { expectRecorded } from "../../../recorded.js";
import { openChain } from "../../../simulated-chain.js";
import { useOpened } from "../../../use-opened.js";

const OWNER = `${"00".repeat(12)}${"ab".repeat(20)}`;

describe("findCreation", () => {
  const node = useOpened(openNode);
  let provider: Eip1193Provider;
  let bytecode: string;
  let transaction: string;
  let address: string;

  // hardhat_mine with several blocks would leave the node without their state.
  const mine = async (blocks: number): Promise<void> => {
    for (let block = 0; block < blocks; block++) await node.request("evm_mine");
  };

  before(async () => {
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

  it("finds the transaction and arguments among many blocks", async () => {
    expect(await findCreation(address, [bytecode], provider)).to.deep.equal({
      transaction,
      arguments: OWNER,
      code: "own",
    });
  });

  it("accepts another metadata hash, but no other code", async () => {
    const hashAt = bytecode.lastIndexOf("5820") + 4;
    const other = bytecode.slice(0, hashAt) + "00".repeat(32) + bytecode.slice(hashAt + 64);
    const wrong = `${bytecode.slice(0, 10)}ff${bytecode.slice(12)}`;
    expect((await findCreation(address, [wrong, other], provider)).arguments).to.equal(OWNER);
    const found = await findCreation(address, [wrong], provider);
    expect(found).to.deep.equal({ transaction, code: "other" });
  });

  it("leaves it unknown if the node has no old state", async () => {
    const pruned: Eip1193Provider = {
      request: async ({ method, params = [] }) => {
        if (method === "eth_getCode" && params[1] !== "latest")
          throw new Error("missing trie node");
        return await provider.request({ method, params });
      },
    };
    const unknown = await findCreation(address, [bytecode], pruned);
    expect(unknown).to.deep.equal({ code: "not known", reason: "missing trie node" });
    const recorded = await findCreation(address, [bytecode], pruned, transaction);
    expect(recorded).to.deep.equal({ transaction, arguments: OWNER, code: "own" });
    // A wrong record proves nothing.
    const wrong = await findCreation(address, [bytecode], provider, `0x${"ab".repeat(32)}`);
    expect(wrong).to.deep.equal(recorded);
  });

  it("knows what DaoCreator created, also its own build of Reputation", async () => {
    await onDao(
      async ({ chain: { connection, release }, dao }) => {
        const codes = creationCodes(release, "Reputation");
        const created = async (known: readonly string[]) =>
          (await findCreation(dao.NativeReputation, known, connection.provider)).code;
        expect(await created(codes)).to.equal("own");
        expect(await created(codes.slice(0, 1))).to.equal("other");
      },
      { useDaoCreator: true },
    );
  });

  it("leaves it unknown if it is in no transaction and no trace", async () => {
    const place = `0x${"c".repeat(40)}`;
    await node.request("hardhat_setCode", [place, "0x60006000fd"]);
    expect((await findCreation(place, ["0x6080"], provider)).code).to.equal("not known");
  });
});

const FACTORY = `0x${"cd".repeat(20)}`;
const ADDRESS = getCreateAddress({ from: FACTORY, nonce: 3 });
const CODE = "0x6080";
const ARGUMENT = "11".repeat(32);

/** A chain of 9 blocks, on which a factory creates the contract in block 5. */
function chainWith(answers: Readonly<Record<string, (...params: never[]) => unknown>>) {
  const all: typeof answers = {
    eth_blockNumber: () => "0x9",
    eth_getCode: (_address: string, block: string) => (Number(block) >= 5 ? "0x01" : "0x"),
    eth_getBlockByNumber: () => ({
      transactions: [
        { hash: "0x1", to: FACTORY, input: "0x" },
        { hash: "0x2", from: FACTORY, nonce: "0x9", to: null, input: `${CODE}00` },
        { hash: "0x3", to: FACTORY, input: "0x" },
      ],
    }),
    eth_getTransactionReceipt: () => ({ contractAddress: FACTORY, logs: [] }),
    ...answers,
  };
  return {
    request: async ({ method, params }: { method: string; params: never[] }) => {
      const answer = all[method];
      if (answer === undefined) throw new Error(`${method} is not supported`);
      return answer(...params);
    },
  } as unknown as Eip1193Provider;
}

describe("findCreation by a factory", () => {
  it("finds the arguments in the traces of a block's transactions, at any depth", async () => {
    const creation = { type: "CREATE2", to: ADDRESS, input: CODE + ARGUMENT };
    const provider = chainWith({
      debug_traceTransaction: (hash: string) => ({
        type: "CALL",
        to: FACTORY,
        input: "0x",
        calls: hash === "0x3" ? [{ type: "CALL", to: FACTORY, input: "0x" }, creation] : [],
      }),
    });
    expectRecorded(await findCreation(ADDRESS, [CODE], provider));
  });

  it("ignores what a failed call would have created at the same address", async () => {
    const wrong = { type: "CREATE2", to: ADDRESS, input: `${CODE}${"22".repeat(32)}` };
    const calls = [
      { ...wrong, error: "out of gas" },
      { type: "CALL", to: FACTORY, input: "0x", error: "execution reverted", calls: [wrong] },
      { type: "CREATE2", to: ADDRESS, input: CODE + ARGUMENT },
    ];
    const provider = chainWith({
      debug_traceTransaction: () => ({ type: "CALL", to: FACTORY, input: "0x", calls }),
    });
    expect((await findCreation(ADDRESS, [CODE], provider)).arguments).to.equal(ARGUMENT);
  });

  it("tells no arguments if the factory created other code, or the node has no traces", async () => {
    const other = { type: "CREATE", to: ADDRESS, input: `0x7090${ARGUMENT}` };
    const provider = chainWith({ debug_traceTransaction: () => other });
    const found = await findCreation(ADDRESS, [CODE], provider);
    expect(found).to.deep.equal({ transaction: "0x1", code: "other" });
    expect((await findCreation(ADDRESS, [CODE], chainWith({}))).code).to.equal("not known");
    const none = chainWith({ debug_traceTransaction: () => ({ type: "CALL", input: "0x" }) });
    expect((await findCreation(ADDRESS, [CODE], none)).code).to.equal("not known");
  });

  it("needs no trace if an event of one of Arc's factories names the contract, and the factory created it", async () => {
    const { deployedBytecode } = (await openArcRelease("rc.57")).artifact("CompetitionFactory");
    const log = {
      address: FACTORY,
      topics: ["0x"],
      data: `0x${"00".repeat(12)}${ADDRESS.slice(2).toLowerCase()}`,
    };
    const answers = (runtime: string, logs: readonly object[], next: number) => ({
      eth_getCode: (address: string, block: string) =>
        address === FACTORY ? runtime : Number(block) >= 5 ? "0x01" : "0x",
      eth_getTransactionReceipt: () => ({ logs }),
      eth_getTransactionCount: () => next,
    });
    const by = async (runtime: string, logs: readonly object[], next = 4) =>
      await findCreation(ADDRESS, [CODE], chainWith(answers(runtime, logs, next)));
    expect(await by(deployedBytecode, [log])).to.deep.equal({ transaction: "0x1", code: "own" });
    expect((await by("0x6001", [log])).code).to.equal("not known");
    // Another contract was at the factory's address, which sent the event and destroyed itself.
    expect((await by(deployedBytecode, [log], 3)).code).to.equal("not known");
    expect((await by(deployedBytecode, [{ ...log, data: "0x" }])).code).to.equal("not known");
  });

  it("takes no transaction for its creation that only a receipt says it is", async () => {
    const receipt = { contractAddress: ADDRESS, logs: [] };
    const provider = chainWith({ eth_getTransactionReceipt: () => receipt });
    expect((await findCreation(ADDRESS, [CODE], provider)).code).to.equal("not known");
  });
});

describe("a contract that was destroyed", () => {
  it("may have been created again by other code, so its first creation proves nothing", async () => {
    const { bytecode, deployedBytecode } = (await openArcRelease("alpha.34")).artifact("DAOToken");
    const chain = await openChain({ hardfork: "shanghai", allowUnlimitedContractSize: true });
    const { provider } = chain;
    const [from] = (await provider.request({ method: "eth_accounts" })) as string[];
    const send = async (to: string | undefined, data: string) => {
      const params = [{ from, to, data: `0x${data}`, gas: "0x900000" }];
      const hash = await provider.request({ method: "eth_sendTransaction", params });
      const asked = { method: "eth_getTransactionReceipt", params: [hash] };
      return (await provider.request(asked)) as { contractAddress: string; status: string };
    };
    const returning = (code: string) =>
      `60${(code.length / 2).toString(16).padStart(2, "0")}80600b6000396000f3${code}`;
    // Creates with CREATE2 whatever it is sent.
    const { contractAddress: maker } = await send(
      undefined,
      returning("3660008037600036600080f500"),
    );
    // Destroys itself, calls a contract, or creates what it is sent.
    const factory = returning(
      "361560175736602414601a57366000803736600080f0005b33ff5b60046020600037600060006004600060006000355af100",
    );
    const at = getCreate2Address(maker, ZeroHash, keccak256(`0x${factory}`));
    const token = getCreateAddress({ from: at, nonce: 1 });
    const names = AbiCoder.defaultAbiCoder().encode(["string", "string", "uint256"], ["A", "A", 0]);
    const own = bytecode.slice(2) + names.slice(2);
    await send(maker, factory);
    await send(at, own);
    expect(await findCreation(token, [bytecode], provider)).to.include({ code: "not known" });
    const destroy = token.slice(2).padStart(64, "0") + id("destroy()").slice(2, 10);
    await send(at, destroy);
    await send(at, "");
    await send(maker, factory);
    // Writes a slot, then returns the same code.
    const size = (deployedBytecode.length / 2 - 1).toString(16).padStart(4, "0");
    await send(at, `60ff602a5561${size}8060116000396000f3${deployedBytecode.slice(2)}`);
    const slot = { method: "eth_getStorageAt", params: [token, "0x2a", "latest"] };
    expect(BigInt(String(await provider.request(slot)))).to.equal(255n);
    const { code, reason } = await findCreation(token, [bytecode], provider);
    expect(code).to.equal("not known");
    expect(reason).to.include("destroy itself");
    await chain.close();
  });
});
