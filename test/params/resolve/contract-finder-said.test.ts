import { expect } from "chai";

import { constructorOf, fn, withCustomAbis } from "../build-files.js";
import { saidOf } from "../support.js";

/** Returns all messages about contracts of custom-abis, without the folder's path. */
async function said(
  files: Parameters<typeof withCustomAbis>[0],
  ...StandAloneContracts: object[]
): Promise<string[]> {
  return await withCustomAbis(files, async (customAbis) => {
    const lines = await saidOf({ StandAloneContracts }, { customAbis });
    return lines.map((line) => line.replaceAll(customAbis, "custom-abis"));
  });
}

const PLACE = "StandAloneContracts[0].name";
const BOX = { name: "Box", fromArc: false };
const invalid = (entry: object) => JSON.stringify({ abi: [entry], bytecode: "0x00" });

describe("what is said about contracts of custom-abis", () => {
  it("is that one replaces a contract of Arc's by accident", async () => {
    expect(await said({ Wallet: [fn("open")] }, { name: "Wallet" })).to.deep.equal([
      `${PLACE}: Arc 0.0.1-rc.57 has a Wallet, and Wallet.json in custom-abis is a different contract; found "Wallet"; wanted fromArc: true for Arc's contract, or fromArc: false for the one of custom-abis`,
    ]);
  });

  it("is which file is missing", async () => {
    const [line, ...others] = await said({}, BOX);
    expect(others).to.deep.equal([]);
    expect(line?.startsWith(`${PLACE}: `)).to.equal(true);
    expect(line?.endsWith('; found "Box"; wanted a build file custom-abis/Box.json')).to.equal(
      true,
    );
  });

  for (const [what, entry] of [
    ["function", { type: "function", name: "f", inputs: [{ name: "", type: "uint7" }] }],
    ["constructor", { type: "constructor", inputs: [{ name: "", type: "uint7" }] }],
  ] as const) {
    it(`is which entry of its ABI is no ${what}`, async () => {
      expect(await said({ Box: invalid(entry) }, BOX)).to.deep.equal([
        `${PLACE}: custom-abis/Box.json: abi[0] is not an ABI entry.; found "Box"; wanted a build file custom-abis/Box.json`,
      ]);
    });
  }

  it("does not include entries that no call uses", async () => {
    const entry = { type: "event", name: "E", inputs: [{ name: "", type: "uint7" }] };
    expect(await said({ Box: invalid(entry) }, BOX)).to.deep.equal([]);
  });

  it("is that one cannot be deployed as the file says", async () => {
    const files = {
      Box: [constructorOf("uint256 size")],
      Lid: JSON.stringify({ abi: [], bytecode: "0x" }),
    };
    expect(await said(files, BOX, { name: "Lid" })).to.deep.equal([
      `${PLACE}: Box of custom-abis needs constructor arguments; found constructor(uint256 size); wanted a constructor without arguments`,
      "StandAloneContracts[1].name: Lid of custom-abis has no bytecode to deploy; found an interface or abstract contract; wanted a contract with bytecode",
    ]);
  });

  it("is that a release has no effect on them", async () => {
    expect(await said({ Box: [] }, { ...BOX, arcVersion: "rc.41" })).to.deep.equal([
      'Warning: StandAloneContracts[0].arcVersion: a contract from custom-abis has no release; found "rc.41"; wanted no arcVersion, or fromArc: true',
    ]);
  });
});
