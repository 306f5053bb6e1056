import { expect } from "chai";
import { id, zeroPadValue } from "ethers";

import { decodeEvent, decodeEvents } from "../../src/arc/abi.js";
import type { Artifact } from "../../src/arc/artifact.js";
import { MigrationError } from "../../src/support/errors.js";

const CREATOR = `0x${"Ab".repeat(20)}`;
const STRANGER = `0x${"66".repeat(20)}`;
const artifact: Artifact = {
  contractName: "DaoCreator",
  bytecode: "0x",
  deployedBytecode: "0x",
  abi: [
    {
      type: "event",
      name: "NewOrg",
      inputs: [{ name: "_avatar", type: "address", indexed: false }],
    },
  ],
};
const newOrg = (address: string, avatar: string) => ({
  address,
  topics: [id("NewOrg(address)")],
  data: zeroPadValue(avatar, 32),
});

describe("decodeEvent", () => {
  const contract = { artifact, address: CREATOR };
  const own = newOrg(CREATOR.toLowerCase(), `0x${"01".repeat(20)}`);
  const forged = newOrg(STRANGER, STRANGER);

  it("finds the contract's event, not one that another contract emitted before it", () => {
    expect(decodeEvent(contract, "NewOrg", [forged, own])._avatar).to.equal(`0x${"01".repeat(20)}`);
    expect(decodeEvents(contract, "NewOrg", [forged, own, forged])).to.have.length(1);
  });

  it("throws if only other contracts emitted such an event", () => {
    expect(() => decodeEvent(contract, "NewOrg", [forged])).to.throw(
      MigrationError,
      `The logs contain no NewOrg event from DaoCreator at ${CREATOR}.`,
    );
  });
});
