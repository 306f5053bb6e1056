import { expect } from "chai";
import { Interface } from "ethers";

import { networkOf } from "../../../src/foundation/chain/networks.js";
import { privateNetwork } from "../../../src/foundation/chain/private-chain.js";
import type { Eip1193Provider } from "../../../src/foundation/chain/provider.js";
import { resolveStakingToken } from "../../../src/foundation/chain/staking-token.js";
import { rejected, rejection } from "../../rejection.js";

const GEN = "0x543Ff227F64Aa17eA132Bf9886cAb5DB55DCAddf";
const TOKEN = "0x1111111111111111111111111111111111111111";
const ACCOUNT = "0x2222222222222222222222222222222222222222";
const ERC20 = new Interface([
  "function decimals() view returns (uint8)",
  "function totalSupply() view returns (uint256)",
  "function balanceOf(address) view returns (uint256)",
  "function transfer(address, uint256) returns (bool)",
  "function transferFrom(address, address, uint256) returns (bool)",
]);
const SOUND = { decimals: 18n, totalSupply: 5n, balanceOf: 0n, transfer: true, transferFrom: true };

/** A chain with contracts at these addresses; the token returns these answers and reverts otherwise. */
function chain(
  contracts: readonly string[],
  answers: Readonly<Record<string, unknown>> = SOUND,
): Eip1193Provider {
  return {
    async request({ method, params = [] }) {
      if (method === "eth_getCode") return contracts.includes(String(params[0])) ? "0x60" : "0x";
      const { data } = params[0] as { data: string };
      const name = ERC20.parseTransaction({ data })?.name ?? "";
      if (!(name in answers)) throw new Error("execution reverted");
      const value = answers[name];
      return value === "0x" ? "0x" : ERC20.encodeFunctionResult(name, [value]);
    },
  };
}

const ARBITRUM = networkOf(42161);
const MAINNET = networkOf(1);

describe("resolveStakingToken", () => {
  it("deploys one on a private chain, unless another is named", async () => {
    const network = privateNetwork(42161);
    for (const asked of [undefined, "deploy"]) {
      expect(await resolveStakingToken(chain([]), network, asked, ACCOUNT)).to.equal(undefined);
    }
    expect(await resolveStakingToken(chain([TOKEN]), network, TOKEN, ACCOUNT)).to.equal(TOKEN);
  });

  it("uses GEN where the predecessor's networks have it", async () => {
    expect(await resolveStakingToken(chain([GEN]), MAINNET, undefined, ACCOUNT)).to.equal(GEN);
  });

  for (const network of [ARBITRUM, MAINNET, networkOf(987654321)]) {
    it(`asks on ${network.name} without a known token, and names both options`, async () => {
      const error = await rejection(resolveStakingToken(chain([]), network, undefined, ACCOUNT));
      expect(error.message)
        .to.include("--staking-token ADDRESS")
        .and.include("--staking-token deploy")
        .and.include(`chain ID ${network.chainId}`);
    });
  }

  it("deploys a token, or uses the named one, on a public chain", async () => {
    expect(await resolveStakingToken(chain([]), ARBITRUM, "deploy", ACCOUNT)).to.equal(undefined);
    expect(await resolveStakingToken(chain([TOKEN]), ARBITRUM, TOKEN, ACCOUNT)).to.equal(TOKEN);
  });

  it("refuses any other token where GenesisProtocol always uses GEN", async () => {
    for (const asked of ["deploy", TOKEN]) {
      for (const network of [MAINNET, ARBITRUM]) {
        const resolving = resolveStakingToken(chain([GEN, TOKEN]), network, asked, ACCOUNT);
        expect((await rejection(resolving)).message).to.include(`--staking-token ${GEN}`);
      }
    }
    const unsaid = resolveStakingToken(chain([GEN]), ARBITRUM, undefined, ACCOUNT);
    expect((await rejection(unsaid)).message).to.include(`--staking-token ${GEN}`);
    expect(await resolveStakingToken(chain([GEN]), ARBITRUM, GEN, ACCOUNT)).to.equal(GEN);
  });

  it("refuses what is not an address as wrong usage, without repeating it", async () => {
    for (const asked of [
      "GEN",
      "0x12",
      TOKEN.slice(2) + "f",
      "0x543ff227F64Aa17eA132Bf9886cAb5DB55DCAddf",
    ]) {
      const error = await rejection(resolveStakingToken(chain([]), ARBITRUM, asked, ACCOUNT));
      expect(error.name).to.equal("UsageError");
      expect(error.message).to.not.include(asked);
    }
  });

  const BROKEN: readonly (readonly [string, Readonly<Record<string, unknown>>, string])[] = [
    ["6 decimals", { ...SOUND, decimals: 6n }, "6 decimals"],
    ["no transfer", { ...SOUND, transfer: "0x" }, "its transfer fails"],
    [
      "a transferFrom that reverts",
      { decimals: 18n, totalSupply: 1n, balanceOf: 1n, transfer: true },
      "its transferFrom fails",
    ],
    ["no decimals", {}, "its decimals fails"],
  ];
  for (const [what, answers, reason] of BROKEN) {
    it(`refuses a token with ${what}`, async () => {
      for (const network of [ARBITRUM, privateNetwork(1)]) {
        const resolving = resolveStakingToken(chain([TOKEN], answers), network, TOKEN, ACCOUNT);
        await rejected(resolving, reason, TOKEN);
      }
    });
  }

  it("refuses an address without code", async () => {
    const error = await rejection(resolveStakingToken(chain([]), ARBITRUM, TOKEN, ACCOUNT));
    expect(error.message).to.include("no contract at this address");
  });
});
