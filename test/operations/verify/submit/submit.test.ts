import { expect } from "chai";

import type { ChainIdentity } from "../../../../src/foundation/chain/identity.js";
import { Etherscan } from "../../../../src/operations/verify/submit/etherscan.js";
import { Sourcify } from "../../../../src/operations/verify/submit/sourcify.js";
import {
  openExplorer,
  type SubmitOptions,
} from "../../../../src/operations/verify/submit/submit.js";
import { UsageError } from "../../../../src/foundation/support/errors.js";

const CHAIN = { name: "Gnosis", explorer: "https://gnosis.blockscout.com" } as ChainIdentity;

function open(explorer: SubmitOptions["explorer"], changes: object = {}, chain = CHAIN) {
  return openExplorer({ explorer, ...changes }, chain);
}

describe("openExplorer", () => {
  it("needs a key for Etherscan alone", () => {
    expect(open("sourcify")).to.be.instanceOf(Sourcify);
    expect(open("blockscout")).to.be.instanceOf(Etherscan);
    expect(open("etherscan", { apiKey: "KEY" })).to.be.instanceOf(Etherscan);
    expect(() => open("etherscan")).to.throw(
      UsageError,
      "Etherscan needs an API key: set ETHERSCAN_API_KEY in the environment. One key works for all of its chains.",
    );
  });

  it("asks for the address of a Blockscout that it does not know", () => {
    for (const explorer of [undefined, "https://etherscan.io"]) {
      const chain = { name: "mainnet", ...(explorer && { explorer }) } as ChainIdentity;
      expect(() => open("blockscout", {}, chain)).to.throw(
        UsageError,
        "No Blockscout is known for mainnet. Pass the address of its API: --submit-url https://<its host>/api.",
      );
      const url = "https://explorer.example/api";
      expect(open("blockscout", { url }, chain)).to.be.instanceOf(Etherscan);
    }
  });

  it("refuses addresses that are none, or of another kind", () => {
    expect(() => open("blockscout", { url: "nowhere" })).to.throw(
      UsageError,
      "--submit-url is not a URL. Give the address of the explorer's API.",
    );
    expect(() => open("sourcify", { url: "ftp://explorer.example" })).to.throw(
      UsageError,
      "--submit-url should begin with https:// (or http://).",
    );
  });
});
