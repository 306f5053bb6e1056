import { expect } from "chai";

import {
  ALL_PERMISSIONS,
  PERMISSION,
  permissionBytes,
  permits,
  withRegistered,
} from "../../src/arc/permissions.js";

describe("permissions", () => {
  it("are four bytes, however many of them are used", () => {
    expect(permissionBytes(0)).to.equal("0x00000000");
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
});
