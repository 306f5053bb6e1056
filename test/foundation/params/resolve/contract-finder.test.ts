import { expect } from "chai";

import { openArcRelease } from "../../../../src/foundation/arc/open-release.js";
import { shownPath } from "../../../../src/foundation/support/shown-path.js";
import { constructorOf, fn, withCustomAbis } from "../build-files.js";
import { mistakesOf, places, resolve, saidOf } from "../support.js";
import { expectRecorded } from "../../../recorded.js";

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
      expectRecorded(parameters.standAloneContracts.map(({ fromArc }) => fromArc));
      expect([...artifacts.custom.keys()]).to.have.members(["Vault", "Purse"]);
      expect(warnings).to.deep.equal([]);
    });
  });

  it("the one that was meant, if its name is misspelled, unless that is the name of one of Arc's", async () => {
    await withCustomAbis({ ActionMocks: [], Vaults: [] }, async (customAbis) => {
      for (const fromArc of [undefined, false]) {
        const said = await saidOf(standAlone({ name: "Vualts", fromArc }), { customAbis });
        expect(said.join()).to.include("there is no such contract (did you mean Vaults?)");
      }
      const raw = standAlone({ name: "ActionMock" });
      const { parameters } = await resolve(raw, { customAbis });
      expect(parameters.standAloneContracts[0]?.fromArc).to.equal(true);
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

const BOX = { name: "Box", fromArc: false };
const invalid = (entry: object) => JSON.stringify({ abi: [entry], bytecode: "0x00" });

describe("what is said about contracts of custom-abis", () => {
  it("is that one replaces a contract of Arc's by accident", async () => {
    expectRecorded(await said({ Wallet: [fn("open")] }, { name: "Wallet" }));
  });

  it("is which file is missing", async () => {
    expectRecorded(await said({}, BOX));
  });

  for (const [what, entry] of [
    ["function", { type: "function", name: "f", inputs: [{ name: "", type: "uint7" }] }],
    ["constructor", { type: "constructor", inputs: [{ name: "", type: "uint7" }] }],
  ] as const) {
    it(`is which entry of its ABI is no ${what}`, async () => {
      expectRecorded(await said({ Box: invalid(entry) }, BOX));
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
    expectRecorded(await said(files, BOX, { name: "Lid" }));
  });

  it("is that a release has no effect on them", async () => {
    expectRecorded(await said({ Box: [] }, { ...BOX, arcVersion: "rc.41" }));
  });
});
