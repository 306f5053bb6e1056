import { expect } from "chai";

import { openArcRelease } from "../../../src/arc/open-release.js";
import { fn, withCustomAbis } from "../build-files.js";
import { mistakesOf, places, resolve } from "../support.js";

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

  it("report a contract that the release does not have, and one without bytecode", async () => {
    const issues = await mistakesOf({
      StandAloneContracts: [
        { name: "Walet", fromArc: true },
        { name: "CurveInterface", fromArc: true },
        { name: "../Wallet", fromArc: true },
        { fromArc: true },
      ],
    });
    expect(places(issues)).to.deep.equal([0, 1, 2, 3].map((i) => `StandAloneContracts[${i}].name`));
    expect(issues[0]?.message).to.include("Wallet");
    expect(issues[1]?.message).to.include("no bytecode");
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
      const [issue] = await mistakesOf(standAlone({ name: "Wallet" }), { customAbis });
      expect(issue?.path).to.equal("StandAloneContracts[0].name");
      expect(issue?.message).to.include(
        "has a Wallet, and Wallet.json in custom-abis is a different",
      );
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

  const BROKEN: [what: string, content: string | undefined][] = [
    ["missing", undefined],
    ["not JSON", "{"],
    ["no build file", '{"hello": 1}'],
    ["without bytecode", '{"abi": []}'],
    ["with an invalid ABI", '{"abi": [{"type": "function", "inputs": 7}], "bytecode": "0x00"}'],
    [
      "with an invalid type",
      '{"abi": [{"type": "function", "name": "f", "inputs": [{"name": "", "type": "uint7"}]}], "bytecode": "0x00"}',
    ],
  ];
  for (const [what, content] of BROKEN) {
    it(`report a build file that is ${what}`, async () => {
      await withCustomAbis(content === undefined ? {} : { Vault: content }, async (customAbis) => {
        const raw = standAlone({ name: "Vault", fromArc: false });
        expect(places(await mistakesOf(raw, { customAbis }))).to.deep.equal([
          "StandAloneContracts[0].name",
        ]);
      });
    });
  }

  it("report a contract of custom-abis if there is no such folder", async () => {
    const [issue] = await mistakesOf(standAlone({ name: "Vault", fromArc: false }));
    expect(issue?.message).to.include("no folder custom-abis");
  });

  it("warn of an arcVersion of a contract from custom-abis, which has no effect", async () => {
    await withCustomAbis({ Vault: [] }, async (customAbis) => {
      const raw = standAlone({ name: "Vault", fromArc: false, arcVersion: "rc.41" });
      const { parameters, warnings } = await resolve(raw, { customAbis });
      expect(parameters.standAloneContracts[0]?.arcVersion).to.equal(undefined);
      expect(places(warnings)).to.deep.equal(["StandAloneContracts[0].arcVersion"]);
    });
  });
});
