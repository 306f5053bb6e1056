import { expect } from "chai";

import { fileText } from "../../../src/operations/export/file-text.js";

describe("fileText", () => {
  it("puts on one line what fits there, and everything else on separate lines", () => {
    const address = "0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1";
    const text = fileText({
      orgName: "A",
      founders: [{ address, tokens: 1, reputation: "0.5" }],
      schemes: { ContributionReward: true },
      ContributionReward: [{ voteParams: 0 }],
      StandAloneContracts: [{ name: "Wallet", params: [address, address, address], fromArc: true }],
    });
    expect(text).to.equal(`{
  "orgName": "A",
  "founders": [
    { "address": "${address}", "tokens": 1, "reputation": "0.5" }
  ],
  "schemes": { "ContributionReward": true },
  "ContributionReward": [{ "voteParams": 0 }],
  "StandAloneContracts": [
    {
      "name": "Wallet",
      "params": [
        "${address}",
        "${address}",
        "${address}"
      ],
      "fromArc": true
    }
  ]
}
`);
    for (const line of text.split("\n")) expect(line.length).to.be.at.most(100);
  });

  it("escapes control characters in a stranger's name, without changing its meaning", () => {
    const orgName = 'Evil\u001b[2J \u202e"DAO"\n';
    const text = fileText({ orgName, founders: [] });
    expect(text).to.match(/^[\x20-\x7e\n]*$/);
    expect(JSON.parse(text)).to.deep.equal({ orgName, founders: [] });
  });
});
