import { expect } from "chai";
import { id } from "ethers";

import { openArcRelease } from "../../../../src/foundation/arc/open-release.js";
import type { Eip1193Provider } from "../../../../src/foundation/chain/provider.js";
import { DirectDeployer } from "../../../../src/engine/execution/deployers/direct-deployer.js";
import { rejection } from "../../../rejection.js";
import { openChain } from "../../../simulated-chain.js";
import { closing } from "../../../closing.js";

const MINT = id("Mint(address,uint256)");
const TRANSFER = id("Transfer(address,address,uint256)");
const ACCOUNT = "0x1111111111111111111111111111111111111111";

/** Runs with a token that is deployed on a chain with some earlier blocks and minted three times. */
async function onChain(
  run: (deployer: DirectDeployer, token: string) => Promise<void>,
  wrap = (provider: Eip1193Provider): Eip1193Provider => provider,
): Promise<void> {
  const release = await openArcRelease();
  await using connection = closing(await openChain());
  const options = { provider: wrap(connection.provider), inProcess: true };
  const artifact = release.artifact("DAOToken");
  const earlier = await DirectDeployer.create(options);
  const token = await earlier.deploy("token", artifact, ["Token", "TOK", 0n]);
  await earlier.send("earlier", token, "mint", [ACCOUNT, 1n]);
  const deployer = await DirectDeployer.create(options);
  for (const amount of [2n, 3n, 4n]) {
    await deployer.send(`mint/${amount}`, token, "mint", [ACCOUNT, amount]);
  }
  await run(deployer, token.address);
}

const amounts = (logs: readonly { readonly data: string }[]) =>
  logs.map(({ data }) => Number(data));

describe("ChainDeployer.logs", () => {
  it("returns the events since its first step, in order", async () => {
    await onChain(async (deployer, token) => {
      expect(amounts(await deployer.logs(token, [TRANSFER]))).to.deep.equal([2, 3, 4]);
      expect(await deployer.logs(token, [[MINT, TRANSFER]])).to.have.length(3);
      expect(await deployer.logs(ACCOUNT, [])).to.deep.equal([]);
    });
  });

  it("returns none before the first step", async () => {
    await using connection = closing(await openChain());
    const { provider } = connection;
    const deployer = await DirectDeployer.create({ provider, inProcess: true });
    expect(await deployer.logs(ACCOUNT, [])).to.deep.equal([]);
  });

  it("asks for smaller ranges if a node refuses large ones", async () => {
    const asked: number[] = [];
    const limited = (provider: Eip1193Provider): Eip1193Provider => ({
      request: async ({ method, params = [] }) => {
        if (method === "eth_getLogs") {
          const [{ fromBlock, toBlock }] = params as [{ fromBlock: string; toBlock: string }];
          const blocks = Number(toBlock) - Number(fromBlock) + 1;
          asked.push(blocks);
          if (blocks > 2) throw new Error("query exceeds max block range 2");
        }
        return await provider.request({ method, params });
      },
    });
    await onChain(async (deployer, token) => {
      expect(amounts(await deployer.logs(token, [TRANSFER]))).to.deep.equal([2, 3, 4]);
      expect(asked[0]).to.be.greaterThan(2);
    }, limited);
  });

  it("passes on the node's error if it answers for no range", async () => {
    const deaf = (provider: Eip1193Provider): Eip1193Provider => ({
      request: async (call) => {
        if (call.method === "eth_getLogs") throw new Error("no such method");
        return await provider.request(call);
      },
    });
    await onChain(async (deployer, token) => {
      const error = await rejection(deployer.logs(token, []));
      expect(error.message).to.equal("no such method");
    }, deaf);
  });
});
