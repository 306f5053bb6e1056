import { expect } from "chai";
import { AbiCoder, id, toBeHex, zeroPadValue } from "ethers";

import { decodeEvent, decodeEvents } from "../../../src/foundation/arc/abi.js";
import type { Artifact } from "../../../src/foundation/arc/artifact.js";
import { MigrationError } from "../../../src/foundation/support/errors.js";

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

  it("decodes indexed and other parameters of each log, and of logs that it saw before", () => {
    const inputs = [
      { name: "a", type: "uint256", indexed: false },
      { name: "b", type: "address", indexed: true },
      { name: "c", type: "string", indexed: false },
      { name: "d", type: "uint256", indexed: true },
    ];
    const abi = [{ type: "event", name: "Pair", inputs }];
    const emitter = { artifact: { ...artifact, abi }, address: CREATOR };
    const log = (a: number, b: string, c: string, d: number) => ({
      address: CREATOR,
      topics: [id("Pair(uint256,address,string,uint256)"), zeroPadValue(b, 32), toBeHex(d, 32)],
      data: AbiCoder.defaultAbiCoder().encode(["uint256", "string"], [a, c]),
    });
    const [one, other] = [`0x${"01".repeat(20)}`, `0x${"02".repeat(20)}`];
    const logs = [log(1, one, "x", 2), log(1, one, "x", 3), log(1, other, "x", 2)];
    for (let index = 0; index < 2; index++) {
      const found = decodeEvents(emitter, "Pair", logs);
      expect(found).to.deep.equal([
        { a: 1n, b: one, c: "x", d: 2n },
        { a: 1n, b: one, c: "x", d: 3n },
        { a: 1n, b: other, c: "x", d: 2n },
      ]);
    }
  });

  it("throws if only other contracts emitted such an event", () => {
    expect(() => decodeEvent(contract, "NewOrg", [forged])).to.throw(
      MigrationError,
      `The logs contain no NewOrg event from DaoCreator at ${CREATOR}.`,
    );
  });
});
