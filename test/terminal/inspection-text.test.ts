import { expect } from "chai";

import type { Inspection } from "../../src/inspect/description.js";
import { inspectionText } from "../../src/terminal/inspection-text.js";

const ADDRESS = `0x${"1".repeat(40)}`;
const NOT_READ = { notRead: "the node keeps no old state" };
const CONTRACT = { address: ADDRESS, code: "unknown" as const };
const HELD = { contract: CONTRACT, totalSupply: NOT_READ, owner: NOT_READ, holders: NOT_READ };

/** An inspection in which nothing could be read. */
const INSPECTION: Inspection = {
  schemaVersion: 1,
  chainId: 42161,
  block: { number: 7, hash: `0x${"2".repeat(64)}`, timestamp: 1_600_000_000 },
  eventsFromBlock: 0,
  name: NOT_READ,
  releases: [],
  avatar: CONTRACT,
  controller: { ...CONTRACT, universal: false },
  earlierControllers: [],
  listings: NOT_READ,
  token: { ...HELD, name: NOT_READ, symbol: NOT_READ, decimals: NOT_READ },
  reputation: HELD,
  founders: NOT_READ,
  treasury: NOT_READ,
  owes: NOT_READ,
  mintable: NOT_READ,
  allowances: NOT_READ,
  schemes: [],
  globalConstraints: NOT_READ,
  votingMachines: [],
  proposals: NOT_READ,
  control: NOT_READ,
};

describe("inspectionText", () => {
  it("names the network, and links to its explorer if it has one", () => {
    const explorer = "https://arbiscan.io";
    expect(
      inspectionText(INSPECTION, { name: "arbitrum", explorer }).split("\n"),
    ).to.include.members([
      "arbitrum (chain ID 42161), block 7 of 2020-09-13T12:26:40Z",
      `explorer     ${explorer}/address/${ADDRESS}`,
    ]);
    expect(inspectionText(INSPECTION, { name: "private" })).not.to.include("explorer");
  });

  it("lists everything that was not read, and why", () => {
    const text = inspectionText(INSPECTION, { name: "arbitrum" });
    expect(text.match(/not read: the node keeps no old state/g)).to.have.length.above(11);
  });
});
