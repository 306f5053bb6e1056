import { access } from "node:fs/promises";

import { expect } from "chai";
import { Wallet } from "ethers";

import { openArcRelease } from "../../src/foundation/arc/open-release.js";
import { reader } from "../simulated-chain.js";
import { startPublicChain } from "./public-chain.js";
import {
  onNode,
  EXAMPLE,
  migrate,
  nonceOf,
  preview,
  readResult,
  stopAfter,
  transactionsOf,
} from "./support.js";

const OWN = new Wallet(`0x${"47".repeat(32)}`);

const KINDS: readonly (readonly [string, string, readonly string[]])[] = [
  ["without EIP-1559", "100", ["--hardfork", "berlin"]],
  ["with a block every 0.25 s", "42161", ["--block-time", "0.25"]],
];

describe("a public chain", () => {
  for (const [kind, chainId, args] of KINDS) {
    it(`${kind} gets base and DAO, also after an interruption`, async () => {
      await onNode(startPublicChain(["--chain-id", chainId, ...args]), async (node, output) => {
        const params = [OWN.address, `0x${(10n ** 21n).toString(16)}`];
        await node.control.request({ method: "anvil_setBalance", params });
        const inputs = {
          output,
          signer: OWN,
          sections: ["base", "dao"],
          params: EXAMPLE,
          stakingToken: "deploy",
          registryOwner: OWN.address,
          polling: 100,
        } as const;
        const { steps } = await preview(node, inputs);
        await stopAfter(Math.floor(steps.length / 2), node, inputs);
        await migrate(node, inputs);

        expect(await nonceOf(node.provider, OWN.address)).to.equal(steps.length);
        const isLegacy = args.includes("berlin");
        for (const { type } of await transactionsOf(node.control, OWN.address)) {
          expect(type).to.equal(isLegacy ? "0x0" : "0x2");
        }
        const { base, dao } = await readResult(output);
        if (!base || !dao) throw new Error("A section is missing.");
        const read = reader(node, await openArcRelease(base.arcVersion));
        expect(await read("Avatar", dao.Avatar, "owner")).to.equal(dao.Controller);
        expect(await read("DAOToken", dao.NativeToken, "owner")).to.equal(dao.Controller);
        expect(await read("DAOToken", base.DAOToken, "owner")).to.equal(OWN.address);
        for (const { address } of dao.Schemes) {
          const args = [address, dao.Avatar] as const;
          expect(await read("Controller", dao.Controller, "isSchemeRegistered", ...args)).to.equal(
            true,
          );
        }
        expect(await access(`${output}.journal`).catch(() => "gone")).to.equal("gone");
      });
    });
  }
});
