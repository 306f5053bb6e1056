import { expect } from "chai";
import { Wallet } from "ethers";

import { openArcRelease } from "../../src/foundation/arc/open-release.js";
import { LIVE_STAKING_TOKEN, networkOf } from "../../src/foundation/chain/networks.js";
import { TEST_MNEMONIC, walletsOf } from "../../src/foundation/chain/test-accounts.js";
import { someOf } from "../some-of.js";
import { rejected } from "../rejection.js";
import { reader } from "../simulated-chain.js";
import { HARDHAT_MNEMONIC } from "./nodes.js";
import { startPublicChain } from "./public-chain.js";
import { onNode, migrate, readResult } from "./support.js";

const OWN = new Wallet(`0x${"43".repeat(32)}`);
/** Not a development mnemonic; its accounts vote in the demo test. */
const VOTERS = "legal winner thank year wave sausage worth useful legal winner thank yellow";
const PUBLIC_KEYS = [...walletsOf(HARDHAT_MNEMONIC), ...walletsOf(TEST_MNEMONIC)];

const CHAINS: readonly (readonly [number, readonly string[]])[] = [
  ...[1, 4, 42, 77, 100].map((id) => [id, []] as const),
  ...[10, 137, 8453, 11155111, 987654321].map((id) => [id, []] as const),
  // A chain without EIP-1559.
  [42161, ["--hardfork", "berlin"]],
];

describe("base, DAO and demo test on a public chain", () => {
  for (const [chainId, args] of someOf(CHAINS, 7)) {
    const { name } = networkOf(chainId);
    it(`of id ${chainId} (${name}) end with nothing in the hands of public keys`, async () => {
      const starting = startPublicChain(["--chain-id", String(chainId), ...args]);
      await onNode(starting, async (node, output) => {
        const params = [OWN.address, `0x${(10n ** 21n).toString(16)}`];
        await node.control.request({ method: "anvil_setBalance", params });
        const inputs = { output, signer: OWN, testMnemonic: VOTERS };
        await rejected(migrate(node, inputs), "--staking-token deploy", "Nothing was");

        const registryOwner = OWN.address;
        await migrate(node, { ...inputs, stakingToken: "deploy", registryOwner });
        const { network, base, dao, test } = await readResult(output);
        expect(network).to.equal(name);
        if (!base || !dao || !test) throw new Error("A section is missing.");
        expect(base.DAOToken).to.not.equal(LIVE_STAKING_TOKEN);
        const read = reader(node, await openArcRelease(base.arcVersion));
        for (const { address } of PUBLIC_KEYS) {
          expect(await read("DAOToken", base.DAOToken, "balanceOf", address)).to.equal(0n);
        }
        for (const contract of ["DAOToken", "DAORegistry", "DAOTracker"] as const) {
          const owner = await read(contract, base[contract] ?? "", "owner");
          expect(owner, contract).to.equal(OWN.address);
        }
        const isListed = await read("DAORegistry", base.DAORegistry, "isRegister", dao.name);
        expect(isListed).to.equal(true);
      });
    });
  }
});
