import { expect } from "chai";

import { fillReferences } from "../../../src/engine/migration/fill-references.js";

const VALUES = {
  avatar: "0x1111111111111111111111111111111111111111",
  token: "0x2222222222222222222222222222222222222222",
  reputation: "0x3333333333333333333333333333333333333333",
  genesisProtocol: "0x4444444444444444444444444444444444444444",
  absoluteVote: "0x5555555555555555555555555555555555555555",
  voteHashes: ["0xaa", "0xbb"],
  standAloneAddresses: ["0xcc", "0xdd"],
};

describe("fillReferences", () => {
  it("replaces references by their values", () => {
    const words = [
      "AvatarAddress",
      "DAOTokenAddress",
      "ReputationAddress",
      "GenesisProtocolAddress",
      "AbsoluteVoteAddress",
    ] as const;
    expect(
      fillReferences(
        [...words.map((address) => ({ address })), { voteParams: 1 }, { standAloneContract: 0 }],
        VALUES,
      ),
    ).to.deep.equal([
      VALUES.avatar,
      VALUES.token,
      VALUES.reputation,
      VALUES.genesisProtocol,
      VALUES.absoluteVote,
      "0xbb",
      "0xcc",
    ]);
  });

  it("leaves literals unchanged, even in nested lists", () => {
    expect(
      fillReferences(
        ["text", 5n, true, [["AvatarAddress", [{ standAloneContract: 1 }]], []]],
        VALUES,
      ),
    ).to.deep.equal(["text", 5n, true, [["AvatarAddress", ["0xdd"]], []]]);
  });
});
