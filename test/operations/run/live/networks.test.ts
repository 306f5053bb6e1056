import { expect } from "chai";
import { formatEther, Wallet } from "ethers";

import { openArcRelease } from "../../../../src/foundation/arc/open-release.js";
import { knownDeployments } from "../../../../src/foundation/result/known-deployments.js";
import type { Eip1193Provider } from "../../../../src/foundation/chain/provider.js";
import { LIVE_STAKING_TOKEN } from "../../../../src/foundation/chain/networks.js";
import type { BaseResult } from "../../../../src/foundation/result/result.js";
import { withBase } from "../../../engine/migration/with-base.js";
import { CHANGING_DAO } from "../../../operations/change/change-dao.js";
import { rejected, rejection } from "../../../rejection.js";
import { reader } from "../../../simulated-chain.js";
import { startHere, type TestChain } from "../../../live/nodes.js";
import { startPublicHere, type PublicChain } from "../../../live/public-chain.js";
import { without } from "../../../live/without.js";
import {
  onNode,
  expectOnChain,
  migrate,
  nonceOf,
  preview,
  readResult,
  type LiveOptions,
} from "../../../live/support.js";

/** Returns a provider for the development node itself, which may be behind a fake public chain. */
function controlOf(node: TestChain | PublicChain): Eip1193Provider {
  return "control" in node ? node.control : node.provider;
}

async function fund(node: TestChain, account: string, wei: bigint): Promise<void> {
  const params = [account, `0x${wei.toString(16)}`];
  await controlOf(node).request({ method: "hardhat_setBalance", params });
}

describe("an account without enough funds", () => {
  it("is refused before anything is sent, with what is missing", async () => {
    await onNode(startHere(), async (node, output) => {
      const wallet = new Wallet(`0x${"42".repeat(32)}`);
      await fund(node, wallet.address, 10n ** 15n);
      const confirm = () => expect.fail("It asked for what cannot be paid.");
      const inputs = { output, signer: wallet, sections: ["base"] } as const;
      const { balanceNeeded: needed } = await preview(node, inputs);
      const error = await rejection(migrate(node, { ...inputs, confirm }));
      expect(error.message).to.equal(
        `Insufficient funds: ${wallet.address} has 0.001 ETH but may need ${formatEther(needed)} ETH. ` +
          `Add ${formatEther(needed - 10n ** 15n)} ETH and run again. No new transactions were sent.`,
      );
      expect(await nonceOf(node.provider, wallet.address)).to.equal(0);

      await fund(node, wallet.address, needed);
      await migrate(node, inputs);
      expect(await nonceOf(node.provider, wallet.address)).to.be.above(20);
    });
  });
});

describe("a chain whose clock cannot be moved", () => {
  it("gets the demo test without the boosted proposal, and a note that says so", async () => {
    await onNode(startHere(), async (node, output) => {
      const notes: string[] = [];
      await migrate(node, {
        output,
        sections: ["base", "test"],
        provider: without(node, /^evm_/),
        onNote: (note) => notes.push(note),
      });
      expect(notes).to.have.length(1);
      expect(notes[0]).to.include("no boostedProposalId");
      const { test } = await readResult(output);
      expect(test).to.not.have.property("boostedProposalId");
      expect(test).to.include.keys(
        "queuedProposalId",
        "preBoostedProposalId",
        "executedProposalId",
      );
      await expectOnChain(node, output);
    });
  });
});

describe("a live network", () => {
  const gnosis = async () => await startPublicHere(100);
  const OWN = new Wallet(`0x${"43".repeat(32)}`);

  it("has its own staking token and the owner of its registries", async () => {
    await onNode(gnosis(), async (node, output) => {
      await fund(node, OWN.address, 10n ** 21n);
      await putGen(node);
      await migrate(node, { output, signer: OWN, sections: ["base"], testMnemonic: undefined });
      const { base, network } = await readResult(output);
      if (base === undefined) throw new Error("The result has no base.");
      expect(network).to.equal("xdai");
      expect(base.DAOToken).to.equal(LIVE_STAKING_TOKEN);
      const read = reader(node, await openArcRelease(base.arcVersion));
      const owner = "0x73Db6408abbea97C5DB8A2234C4027C315094936";
      expect(await read("DAORegistry", base.DAORegistry, "owner")).to.equal(owner);
      expect(await read("DAOTracker", base.DAOTracker ?? "", "owner")).to.equal(owner);
      expect(await read("GenesisProtocol", base.GenesisProtocol, "stakingToken")).to.equal(
        LIVE_STAKING_TOKEN,
      );
    });
  });

  it("gets a DAO on its known base, if that is deployed, and a whole migration uses it after a question", async () => {
    await onNode(gnosis(), async (node, output) => {
      await fund(node, OWN.address, 10n ** 21n);
      const dao: LiveOptions = {
        output,
        signer: OWN,
        sections: ["dao"],
        params: CHANGING_DAO,
      };
      await rejected(migrate(node, dao), /has no base of Arc .* on this chain/);

      const { base } = await knownDeployments("xdai", "0.0.1-rc.57");
      if (base === undefined) throw new Error("No base of rc.57 is known on xdai.");
      await putThere(node, base);
      await migrate(node, dao);
      const result = await readResult(output);
      expect(result).to.not.have.property("base");
      const read = reader(node, await openArcRelease(base.arcVersion));
      const controller = await read("Avatar", result.dao?.Avatar ?? "", "owner");
      expect(controller).to.equal(result.dao?.Controller);
      const scheme = result.dao?.Schemes.find(({ name }) => name === "ContributionReward");
      expect(scheme?.address).to.equal(base.ContributionReward);

      let asked: readonly string[] = [];
      const confirmReuse = async (names: readonly string[]) => (asked = names).length > 0;
      await migrate(node, { output, signer: OWN, sections: ["base"], confirmReuse });
      expect(asked).to.include("GenesisProtocol").and.not.include("DAOToken");
      expect((await readResult(output)).base?.GenesisProtocol).to.equal(base.GenesisProtocol);
    });
  });
});

/** Puts the code of GEN at its address on the predecessor's networks. */
async function putGen(node: TestChain): Promise<void> {
  const { deployedBytecode } = (await openArcRelease()).artifact("DAOToken");
  const params = [LIVE_STAKING_TOKEN, deployedBytecode];
  await controlOf(node).request({ method: "hardhat_setCode", params });
}

/** Copies the code and storage of a base's contracts to their addresses on a live network. */
async function putThere(node: TestChain, known: BaseResult): Promise<void> {
  const release = await openArcRelease(known.arcVersion);
  await withBase(
    known.arcVersion,
    async ({ base, connection }) => {
      const names = Object.keys(known).filter((name) => name in base && release.has(name));
      for (const name of names) {
        const address = (known as unknown as Record<string, string>)[name] ?? "";
        const params = [address, release.artifact(name).deployedBytecode];
        await controlOf(node).request({ method: "hardhat_setCode", params });
        for (let slot = 0; slot < 8; slot++) {
          const position = `0x${slot.toString(16)}`;
          const own = (base as unknown as Record<string, string>)[name] ?? "";
          const value = (await connection.provider.request({
            method: "eth_getStorageAt",
            params: [own, position, "latest"],
          })) as string;
          if (BigInt(value) === 0n) continue;
          const moved = names.reduce(
            (text, other) =>
              text.replace(
                (base as unknown as Record<string, string>)[other]?.slice(2).toLowerCase() ?? "-",
                (known as unknown as Record<string, string>)[other]?.slice(2).toLowerCase() ?? "-",
              ),
            value,
          );
          const word = `0x${BigInt(slot).toString(16).padStart(64, "0")}`;
          await controlOf(node).request({
            method: "hardhat_setStorageAt",
            params: [address, word, moved],
          });
        }
      }
    },
    // On this chain ID, registry and tracker get the owners of a live network.
    { chainId: 100 },
  );
}
