import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { parseEther } from "ethers";
import { expect } from "chai";

import { ParametersError } from "../../../src/foundation/params/file/issues.js";
import { readParameters, resolveMerged } from "../../../src/foundation/params/load-parameters.js";
import { rejected, rejection } from "../../rejection.js";
import { itInFolder as it } from "../../temporary-folder.js";
import { itSays } from "./said.js";
import { ADDRESS, CONTEXT, mistakesOf, places, resolve } from "./support.js";

const ROOT = new URL("../../../", import.meta.url);
const path = (file: string) => fileURLToPath(new URL(file, ROOT));
const loadFile = async (file: string, context = CONTEXT) =>
  await resolveMerged(await readParameters(file, context.network), context);
const load = async (file: string, arcVersion = CONTEXT.arcVersion) =>
  await loadFile(path(file), { ...CONTEXT, arcVersion });

describe("real parameters files", () => {
  it("genesis-dao.json loads with amounts in gwei converted and decimal reputation", async () => {
    const { parameters } = await load("test/foundation/params/files/genesis-dao.json");
    expect(parameters.founders.map(({ reputation }) => reputation)).to.include(parseEther("444.8"));
    expect(parameters.votingMachinesParams[0]).to.include({
      minimumDaoBounty: parseEther("150"),
      proposingRepReward: parseEther("50"),
    });
  });

  it("nectar-dao.json loads with the releases of its time, and otherwise says what has changed", async () => {
    const file = "test/foundation/params/files/nectar-dao.json";
    for (const arcVersion of ["rc.24", "rc.31"]) {
      expect((await load(file, arcVersion)).parameters.customSchemes).to.have.length(6);
    }
    const error = await rejected(load(file), ParametersError);
    expect(places((error as ParametersError).issues)).to.deep.equal(["CustomSchemes[5].params"]);
    expect(error.message)
      .to.include("bytes32 _agreementHash")
      .and.include("these fit rc.21 to rc.32");
  });
});

describe("readParameters", () => {
  it("names the file in every issue, and keeps long numbers exact", async (folder) => {
    const file = join(folder, "dao.json");
    await writeFile(
      file,
      `{"founders": [{"address": "${ADDRESS}", "tokens": 12345678901234567890.5}]}`,
    );
    const { parameters } = await loadFile(file);
    expect(parameters.founders[0]?.tokens).to.equal(12345678901234567890500000000000000000n);
    await writeFile(file, '{"orgName": 1, "tokenNam": 2}');
    const error = (await rejection(loadFile(file))) as ParametersError;
    expect(error.issues.map((issue) => issue.file)).to.deep.equal([file, file]);
  });

  it("refuses a file without parameters for the network", async (folder) => {
    const file = join(folder, "dao.json");
    for (const [text, found] of [
      ["{}", "nothing"],
      ['{"$schema": "./x.json"}', "nothing"],
      ['{"kovan": {"orgName": "A"}, "mainnet": {"orgName": "B"}}', "only kovan, mainnet"],
      ['{"default": {}}', "only default"],
      [
        '{"1":{},"3":{},"4":{},"5":{},"6":{},"7":{},"8":{},"9":{}, "10":{}}',
        "only 1, 3, 4, 5, 6, 7, 8, 9",
      ],
      [
        `{"${"1".repeat(40)}": {}, "${"2".repeat(40)}": {}}`,
        `only ${"1".repeat(40)}, ${"2".repeat(38)}`,
      ],
    ] as const) {
      await writeFile(file, text);
      const error = await rejected(loadFile(file), ParametersError);
      expect((error as ParametersError).issues[0]).to.include({
        found,
        message: "it has no parameters for private",
      });
    }
    await writeFile(file, '{"kovan": {"orgName": "A"}, "private": {"orgName": "B"}}');
    expect((await loadFile(file)).parameters.orgName).to.equal("B");
  });

  it("refuses a file that is not an object", async (folder) => {
    const file = join(folder, "dao.json");
    for (const text of ["[]", "null", '"dao"', "7"]) {
      await writeFile(file, text);
      const error = await rejection(loadFile(file));
      expect(error.message, text).to.include("it is not an object");
    }
  });
});

describe("resolveParameters", () => {
  it("names an example DAO and switches nothing on by itself", async () => {
    const { parameters, warnings } = await resolve({});
    expect(parameters).to.include({
      ...{ orgName: "Example DAO", tokenName: "Example DAO Token", tokenSymbol: "EDT" },
      ...{ unregisterOwner: false, useUController: false, useDaoCreator: false, noTrack: false },
    });
    expect(warnings).to.deep.equal([]);
  });

  it("does not change what it is given, and leaves out what is undefined", async () => {
    const raw = Object.freeze({ orgName: undefined, founders: Object.freeze([]) });
    expect((await resolve(raw)).parameters.orgName).to.equal("Example DAO");
  });

  it("refuses parameters that contain themselves", async () => {
    const raw: Record<string, unknown> = {};
    raw["default"] = raw;
    expect(places(await mistakesOf(raw))).to.include("default");
  });

  it("is not misled by a key that every object inherits", async () => {
    const raw: unknown = JSON.parse('{"__proto__": {"orgName": "x"}, "constructor": true}');
    const { parameters, warnings } = await resolve(raw);
    expect(parameters.orgName).to.equal("Example DAO");
    expect(places(warnings)).to.have.members(["__proto__", "constructor"]);
  });
});

describe("what the general parameters become, and what is said about them", () => {
  itSays(import.meta.dirname, "load-parameters");
});
