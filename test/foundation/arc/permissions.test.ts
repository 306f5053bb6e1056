import { expect } from "chai";

import {
  ALL_PERMISSIONS,
  abilityInWords,
  describePermissions,
  describeRequested,
  mayRegister,
  PERMISSION,
  permissionBytes,
  permits,
  permitsAll,
  permittedAbilities,
  REGISTERING_ABILITIES,
  shortPermissions,
  withRegistered,
} from "../../../src/foundation/arc/permissions.js";
import { expectRecorded } from "../../recorded.js";

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

  it("let schemes be registered at once, or by a new controller", () => {
    const may = ["0x00000002", "0x00000008", "0x8000000a", "0x80000015"].map(mayRegister);
    expect(may).to.deep.equal([true, true, true, false]);
    expect(REGISTERING_ABILITIES).to.deep.equal(["register schemes", "upgrade the controller"]);
  });

  it("that are asked for let every scheme mint and pay, because the controller adds that", () => {
    const { words } = describePermissions("0x00000011");
    expect(describeRequested("0x00000010")).to.deep.equal({ bytes: "0x00000010", words });
    const [mint] = words;
    expect(describeRequested("0x00000000")).to.deep.equal({ bytes: "0x00000000", words: [mint] });
  });

  it("are a word or two for a picture", () => {
    expect(shortPermissions("0x80000012")).to.deep.equal(["schemes", "any call", "unknown bits"]);
  });

  it("are all of Arc's if the five low bits are set, whatever the others are", () => {
    expectRecorded([ALL_PERMISSIONS, "0x8000001f", "0xffffffff"].map(permitsAll));
    expectRecorded(["0x0000000f", "0xffffffe0", "0x8000001e"].map(permitsAll));
  });
});

describe("abilityInWords", () => {
  it("says what a bit allows, and that schemes which can be registered can do everything", () => {
    const words = permittedAbilities(ALL_PERMISSIONS).map((each) => abilityInWords(each));
    const { words: told } = describePermissions(ALL_PERMISSIONS);
    const then = ", and thereby everything else";
    expect(words).to.deep.equal([told[0], told[1] + then, told[2], told[3] + then, told[4]]);
    const some = abilityInWords("register schemes", "0x00000003");
    expect(some).to.equal(`${told[1]} with at most 0x00000003`);
  });
});

describe("describePermissions", () => {
  it("has a phrase for each bit, and none for an unregistered scheme", () => {
    const words = (bytes: string) => describePermissions(bytes).words;
    expect(words("0x00000000")).to.deep.equal([]);
    expectRecorded(words("0x00000001"));
    expect(words("0x00000011"))
      .to.include("call any contract in the DAO's name")
      .and.have.length(2);
    expectRecorded(words("0x0000000a"));
    expect(words("0x0000001f")).to.have.length(5);
  });

  it("does not ignore bits that have no meaning in Arc", () => {
    expectRecorded(describePermissions("0x80000001"));
  });
});
