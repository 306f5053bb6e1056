import { HDNodeWallet, Mnemonic, parseEther, toQuantity } from "ethers";
import { WebSocket } from "ws";

import { encodeCall, encodeDeployment, functionEntry } from "../../src/foundation/arc/abi.js";
import { openArcRelease } from "../../src/foundation/arc/open-release.js";
import { RpcClient } from "../../src/foundation/chain/rpc-client.js";
import { TEST_MNEMONIC } from "../../src/foundation/chain/test-mnemonic.js";
import { HARDHAT_MNEMONIC } from "../../test/live/nodes.js";

const CALLS = 300;
const TRANSFERS = 100;
const BATCHES = 20;
const IN_A_BATCH = 50;
const GAS_PRICE = 10_000_000_000n;

/** Requests per second, by kind. */
export type Rates = Readonly<Record<string, number>>;

/** The same work on any node: deploys a token, transfers it, and reads it. */
export async function measureRequests(port: number): Promise<Rates> {
  const url = `http://127.0.0.1:${port}`;
  const client = new RpcClient(url);
  const token = await Token.make(client);
  const rates: Record<string, number> = {};
  const timed = async (what: string, count: number, work: () => Promise<unknown>) => {
    const start = performance.now();
    await work();
    rates[what] = (count * 1000) / (performance.now() - start);
  };
  const raw = await token.transfers(TRANSFERS);
  await timed("eth_sendRawTransaction", TRANSFERS, async () => {
    for (const each of raw) await ask(url, "eth_sendRawTransaction", [each]);
  });
  const call = [{ to: token.address, data: token.balanceOf }, "latest"];
  await timed("eth_call", CALLS, async () => {
    for (let index = 0; index < CALLS; index++) await ask(url, "eth_call", call);
  });
  const filter = { address: token.address, fromBlock: "0x0", toBlock: "latest" };
  await timed("eth_getLogs (100 logs)", CALLS, async () => {
    for (let index = 0; index < CALLS; index++) await ask(url, "eth_getLogs", [filter]);
  });
  const batch = JSON.stringify(
    Array.from({ length: IN_A_BATCH }, (_, id) => request(id, "eth_call", call)),
  );
  await timed("eth_call in batches of 50", BATCHES * IN_A_BATCH, async () => {
    for (let index = 0; index < BATCHES; index++) await post(url, batch);
  });
  await timed("eth_call by WebSocket", CALLS, () => overSocket(port, CALLS, call));
  return rates;
}

/** An Arc token that the node's first account owns. */
class Token {
  static async make(client: RpcClient): Promise<Token> {
    const accounts = (await client.request({ method: "eth_accounts" })) as string[];
    const wallet = [TEST_MNEMONIC, HARDHAT_MNEMONIC]
      .map((phrase) => HDNodeWallet.fromMnemonic(Mnemonic.fromPhrase(phrase), "m/44'/60'/0'/0/0"))
      .find(({ address }) => address.toLowerCase() === accounts[0]?.toLowerCase());
    if (wallet === undefined) throw new Error("The node has accounts of another mnemonic.");
    const artifact = (await openArcRelease("rc.57")).artifact("DAOToken");
    const token = new Token(client, wallet);
    await token.#open();
    const args = ["Token", "TKN", parseEther("1000000")];
    const receipt = await token.#mined(null, encodeDeployment(artifact, args));
    token.address = receipt.contractAddress;
    const mint = functionEntry(artifact, "mint");
    await token.#mined(token.address, encodeCall(mint, [wallet.address, parseEther("1000")]));
    token.balanceOf = encodeCall(functionEntry(artifact, "balanceOf"), [wallet.address]);
    const transfer = functionEntry(artifact, "transfer");
    token.#transfer = encodeCall(transfer, [`0x${"11".repeat(20)}`, 1n]);
    return token;
  }

  address = "";
  /** Call data to read a balance. */
  balanceOf = "";
  #transfer = "";
  #nonce = 0;
  #chainId = 0n;
  readonly #client: RpcClient;
  readonly #wallet: HDNodeWallet;

  private constructor(client: RpcClient, wallet: HDNodeWallet) {
    this.#client = client;
    this.#wallet = wallet;
  }

  async transfers(count: number): Promise<string[]> {
    const raw: string[] = [];
    for (let index = 0; index < count; index++) {
      raw.push(await this.#signed(this.address, this.#transfer, 200_000n));
    }
    return raw;
  }

  async #open(): Promise<void> {
    const params = [this.#wallet.address, "latest"];
    this.#nonce = Number(await this.#client.request({ method: "eth_getTransactionCount", params }));
    this.#chainId = BigInt((await this.#client.request({ method: "eth_chainId" })) as string);
  }

  async #signed(to: string | null, data: string, gasLimit: bigint): Promise<string> {
    const nonce = this.#nonce++;
    const chainId = this.#chainId;
    const transaction = { to, data, nonce, chainId, gasLimit, gasPrice: GAS_PRICE };
    return await this.#wallet.signTransaction(transaction);
  }

  async #mined(to: string | null, data: string): Promise<{ contractAddress: string }> {
    const raw = await this.#signed(to, data, 4_000_000n);
    const hash = await this.#client.request({ method: "eth_sendRawTransaction", params: [raw] });
    for (;;) {
      const method = "eth_getTransactionReceipt";
      const receipt = await this.#client.request({ method, params: [hash] });
      if (receipt === null) continue;
      const { status, contractAddress } = receipt as { status: string; contractAddress: string };
      if (status !== toQuantity(1)) throw new Error("A transaction of the benchmark failed.");
      return { contractAddress };
    }
  }
}

function request(id: number, method: string, params: readonly unknown[]) {
  return { jsonrpc: "2.0", id, method, params };
}

async function ask(url: string, method: string, params: readonly unknown[]): Promise<void> {
  await post(url, JSON.stringify(request(1, method, params)));
}

async function post(url: string, body: string): Promise<void> {
  const headers = { "Content-Type": "application/json" };
  const text = await (await fetch(url, { method: "POST", body, headers })).text();
  if (text.includes('"error"')) throw new Error(text.slice(0, 300));
}

async function overSocket(port: number, count: number, call: readonly unknown[]): Promise<void> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}`);
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
  try {
    for (let id = 0; id < count; id++) {
      const answered = new Promise((resolve) => socket.once("message", resolve));
      socket.send(JSON.stringify(request(id, "eth_call", call)));
      await answered;
    }
  } finally {
    socket.terminate();
  }
}
