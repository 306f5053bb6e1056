import { expect } from "chai";

import { openArcRelease } from "../../../../src/foundation/arc/open-release.js";
import { shownPath } from "../../../../src/foundation/support/shown-path.js";
import { constructorOf, fn, withCustomAbis } from "../build-files.js";
import { mistakesOf, places, resolve, saidOf } from "../support.js";

const standAlone = (fields: object) => ({ StandAloneContracts: [fields] });

describe("where contracts come from", () => {
  it("an Arc release, the DAO's or their own", async () => {
    const { parameters, artifacts } = await resolve({
      StandAloneContracts: [
        { name: "Wallet", fromArc: true },
        { name: "Wallet", fromArc: true, arcVersion: "rc.43" },
      ],
    });
    expect(parameters.standAloneContracts[0]?.arcVersion).to.equal(undefined);
    expect(parameters.standAloneContracts[1]).to.include({ arcVersion: "0.0.1-rc.43" });
    expect([...artifacts.releases.keys()]).to.have.members(["0.0.1-rc.57", "0.0.1-rc.43"]);
    expect(artifacts.release.version).to.equal("0.0.1-rc.57");
  });

  it("the parameters' own release before the flag's", async () => {
    const { parameters, artifacts } = await resolve({ arcVersion: "rc.41" });
    expect(parameters.arcVersion).to.equal("0.0.1-rc.41");
    expect(artifacts.release.version).to.equal("0.0.1-rc.41");
    expect((await resolve({})).parameters.arcVersion).to.equal(undefined);
  });

  it("report a release that does not exist, wherever it is asked for", async () => {
    const issues = await mistakesOf({
      arcVersion: "0.0.1-rc.99",
      ...standAlone({ name: "Wallet", fromArc: true, arcVersion: "rc.58" }),
    });
    expect(places(issues)).to.have.members(["arcVersion", "StandAloneContracts[0].arcVersion"]);
  });

  it("pass on an error of the flag's release, which is not a mistake in the file", async () => {
    let error: unknown;
    await resolve({ orgName: 7 }, { arcVersion: "rc.99" }).catch((caught: unknown) => {
      error = caught;
    });
    expect(error).to.have.property("name", "ArcError");
  });

  it("custom-abis if fromArc is false, or if it has the file and fromArc is absent", async () => {
    await withCustomAbis({ Purse: [fn("deposit")], Vault: [] }, async (customAbis) => {
      const raw = {
        StandAloneContracts: [
          { name: "Vault", fromArc: false },
          { name: "Purse", runFunctions: [{ functionName: "deposit" }] },
          { name: "Wallet", fromArc: true },
          { name: "ActionMock" },
        ],
      };
      const { parameters, artifacts, warnings } = await resolve(raw, { customAbis });
      expect(parameters.standAloneContracts.map(({ fromArc }) => fromArc)).to.deep.equal([
        false,
        false,
        true,
        true,
      ]);
      expect([...artifacts.custom.keys()]).to.have.members(["Vault", "Purse"]);
      expect(warnings).to.deep.equal([]);
    });
  });

  it("no file of custom-abis instead of Arc's contract, unless fromArc says so", async () => {
    await withCustomAbis({ Wallet: [fn("deposit")] }, async (customAbis) => {
      for (const fromArc of [true, false]) {
        const raw = standAlone({ name: "Wallet", fromArc });
        const { parameters } = await resolve(raw, { customAbis });
        expect(parameters.standAloneContracts[0]?.fromArc).to.equal(fromArc);
      }
    });
    const { abi, bytecode } = (await openArcRelease()).artifact("Wallet");
    await withCustomAbis({ Wallet: JSON.stringify({ abi, bytecode }) }, async (customAbis) => {
      const { parameters } = await resolve(standAlone({ name: "Wallet" }), { customAbis });
      expect(parameters.standAloneContracts).to.have.length(1);
    });
  });
});

/** Returns all messages about contracts of custom-abis, without the folder's path. */
async function said(
  files: Parameters<typeof withCustomAbis>[0],
  ...StandAloneContracts: object[]
): Promise<string[]> {
  return await withCustomAbis(files, async (customAbis) => {
    const lines = await saidOf({ StandAloneContracts }, { customAbis });
    return lines.map((line) =>
      line.replaceAll(shownPath(customAbis), "custom-abis").replaceAll(customAbis, "custom-abis"),
    );
  });
}

const PLACE = "StandAloneContracts[0].name";
const BOX = { name: "Box", fromArc: false };
const invalid = (entry: object) => JSON.stringify({ abi: [entry], bytecode: "0x00" });

describe("what is said about contracts of custom-abis", () => {
  it("is that one replaces a contract of Arc's by accident", async () => {
    expect(await said({ Wallet: [fn("open")] }, { name: "Wallet" })).to.deep.equal([
      `${PLACE}: Arc 0.0.1-rc.57 has a Wallet, and custom-abis/Wallet.json is a different contract; found "Wallet"; wanted fromArc: true for Arc's contract, or fromArc: false for the one of your own`,
    ]);
  });

  it("is which file is missing", async () => {
    expect(await said({}, BOX)).to.deep.equal([
      `${PLACE}: there is no such contract; found "Box"; wanted a contract that the project compiles, or a build file Box.json in custom-abis`,
    ]);
  });

  for (const [what, entry] of [
    ["function", { type: "function", name: "f", inputs: [{ name: "", type: "uint7" }] }],
    ["constructor", { type: "constructor", inputs: [{ name: "", type: "uint7" }] }],
  ] as const) {
    it(`is which entry of its ABI is no ${what}`, async () => {
      expect(await said({ Box: invalid(entry) }, BOX)).to.deep.equal([
        `${PLACE}: custom-abis/Box.json: abi[0] is not an ABI entry.; found "Box"; wanted a contract that the project compiles, or a build file Box.json in custom-abis`,
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
      "StandAloneContracts[0].params: Box of custom-abis takes different arguments; found 0 arguments; wanted constructor(uint256 size)",
      "StandAloneContracts[1].name: Lid of custom-abis has no bytecode to deploy; found an interface or abstract contract; wanted a contract with bytecode",
    ]);
  });

  it("is that a release has no effect on them", async () => {
    expect(await said({ Box: [] }, { ...BOX, arcVersion: "rc.41" })).to.deep.equal([
      `Warning: StandAloneContracts[0].arcVersion: a contract that is not Arc's has no release; found "rc.41"; wanted no arcVersion, or fromArc: true`,
    ]);
  });
});
