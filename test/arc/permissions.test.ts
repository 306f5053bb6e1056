import { expect } from "chai";

import {
  ALL_PERMISSIONS,
  PERMISSION,
  permissionBytes,
  permits,
  permitsAll,
  withRegistered,
} from "../../src/arc/permissions.js";

describe("permissions", () => {
  it("are four bytes, however many of them are used", () => {
    expect(permissionBytes(0n)).to.equal("0x00000000");
    expect(permissionBytes(0xffff_fffen)).to.equal("0xfffffffe");
  });

  it("get the bit of a registered scheme, even next to the highest bit", () => {
    expect(withRegistered("0x00000000")).to.equal("0x00000001");
    expect(withRegistered("0x0000001f")).to.equal(ALL_PERMISSIONS);
    expect(withRegistered("0x80000000")).to.equal("0x80000001");
    expect(withRegistered(16)).to.equal("0x00000011");
  });

  it("contain a bit or not, even next to the highest bit", () => {
    expect(permits("0x80000008", PERMISSION.UPGRADE_CONTROLLER)).to.equal(true);
    expect(permits("0x80000017", PERMISSION.UPGRADE_CONTROLLER)).to.equal(false);
    expect(permits(ALL_PERMISSIONS, PERMISSION.REGISTER_SCHEMES)).to.equal(true);
    expect(permits("0x00000001", PERMISSION.REGISTER_SCHEMES)).to.equal(false);
  });
  it("are all of Arc's if the five low bits are set, whatever the others are", () => {
    expect([ALL_PERMISSIONS, "0x8000001f", "0xffffffff"].map(permitsAll)).to.deep.equal([
      true,
      true,
      true,
    ]);
    expect(["0x0000000f", "0xffffffe0", "0x8000001e"].map(permitsAll)).to.deep.equal([
      false,
      false,
      false,
    ]);
  });
});
