import { expect } from "chai";

import {
  isUnderstood,
  type SimulatedNetwork,
} from "../../../../src/foundation/chain/edr/config.js";
import { EdrProvider } from "../../../../src/foundation/chain/edr/edr-provider.js";
import { rejected, rejection } from "../../../rejection.js";

const KEY = `0x${"11".repeat(32)}`;

describe("a chain without Hardhat's runtime", function () {
  for (const [what, options] of Object.entries({
    "a mnemonic": { accounts: { mnemonic: "test" } },
    "a short key": { accounts: [{ privateKey: "0x11", balance: 1n }] },
    "a negative balance": { accounts: [{ privateKey: KEY, balance: -1n }] },
    "a fork": { forking: { url: "http://127.0.0.1:1" } },
    "a mining mode": { mining: { auto: false } },
    "a gas limit of 0": { blockGasLimit: 0 },
    "a fraction as a chain ID": { chainId: 1.5 },
    "the network ID 0": { networkId: 0 },
    "a text as a flag": { allowUnlimitedContractSize: "yes" },
    "a date that is none": { initialDate: "soon" },
    "an option that is not known here": { gasEstimationMode: "topLevelSuccess" },
  })) {
    it(`is not opened for ${what}, which is left to Hardhat`, () => {
      expect(isUnderstood(options as SimulatedNetwork)).to.equal(false);
    });
  }

  for (const hardfork of ["amsterdam", "chainstart", "dao", "Osaka", "x"]) {
    it(`is not opened with the rules of ${hardfork}, which are left to Hardhat`, async () => {
      expect(await EdrProvider.open({ hardfork })).to.equal(undefined);
    });
  }

  it("says why there is no estimate, and answers nothing once it is closed", async () => {
    const provider = await EdrProvider.open({ accounts: [{ privateKey: KEY, balance: 1n }] });
    // Calls a precompiled contract with five gas, whatever it has itself.
    const data = "0x6000600060006000600060026005f100";
    const estimate = provider!.request({ method: "eth_estimateGas", params: [{ data }] });
    expect(await rejection(estimate)).to.have.property("name", "InternalCallOutOfGasError");
    await provider!.close();
    await rejected(provider!.request({ method: "eth_chainId" }), "closed");
  });
});
