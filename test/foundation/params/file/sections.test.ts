import { expect } from "chai";

import type { NetworkName } from "../../../../src/foundation/chain/networks.js";
import {
  mergeParameters,
  releaseOfParameters,
} from "../../../../src/foundation/params/load-parameters.js";
import { expectRecorded } from "../../../recorded.js";
import { ADDRESS, mistakesOf, OTHER_ADDRESS, places, resolve } from "../support.js";

const founder = (address: string) => ({ address, reputation: 1 });

describe("sections of a parameters file", () => {
  it("puts a network's section over the top level, key by key", async () => {
    const raw = {
      orgName: "All",
      founders: [founder(ADDRESS), founder(OTHER_ADDRESS)],
      kovan: { founders: [founder(OTHER_ADDRESS)] },
      mainnet: { orgName: "Main" },
    };
    const kovan = await resolve(raw, { network: "kovan" });
    expect(kovan.parameters.orgName).to.equal("All");
    expect(kovan.parameters.founders.map(({ address }) => address)).to.deep.equal([OTHER_ADDRESS]);
    expect((await resolve(raw, { network: "mainnet" })).parameters.orgName).to.equal("Main");
    const { parameters, warnings } = await resolve(raw);
    expect(parameters.founders).to.have.length(2);
    expect(warnings).to.deep.equal([]);
  });

  it("puts a network's section over the section default", async () => {
    const raw = { default: { orgName: "All", noTrack: true }, private: { orgName: "Private" } };
    const { parameters, warnings } = await resolve(raw);
    expect(parameters).to.include({ orgName: "Private", noTrack: true });
    expect(warnings).to.deep.equal([]);
  });

  it("warns of a development chain's ID, which is no section", async () => {
    const raw = { orgName: "All", 31337: { orgName: "ID" }, 1: { orgName: "Main" } };
    const { parameters, warnings } = await resolve(raw);
    expect(parameters.orgName).to.equal("All");
    expect(warnings.map(({ path, message }) => `${path} ${message}`)).to.deep.equal([
      '["31337"] it has no effect on a development chain',
    ]);
    expect((await resolve({ ...raw, private: {} })).warnings).to.deep.equal([]);
  });

  it("names the section in the path of a mistake", async () => {
    const raw = {
      default: { founders: [{ address: "0x1" }], orgName: 1 },
      xdai: { orgName: 2, unregisterOwnr: true },
    };
    expectRecorded(places(await mistakesOf(raw, { network: "xdai" })));
  });

  it("refuses two sections for the same network", async () => {
    const [mistake, ...others] = await mistakesOf({ xdai: {}, gnosis: {} }, { network: "xdai" });
    expect(others).to.deep.equal([]);
    expect(mistake).to.include({ message: "both apply to this network", wanted: "one of them" });
    expect(mistake?.found).to.match(/^the sections "(xdai" and "gnosis|gnosis" and "xdai)"$/);
  });

  it("does not look into sections of other networks, not even for unknown keys", async () => {
    const named = {
      ropsten: { orgNam: 1 },
      sokol: "nothing",
      rinkeby: {},
      mainnet: { founders: 1 },
    };
    const raw = { orgName: "A", ...named, arbitrum: { orgNam: 1 }, "137": "nothing" };
    const { parameters, warnings } = await resolve(raw);
    expect(warnings).to.deep.equal([]);
    expect(parameters.orgName).to.equal("A");
  });

  it("knows $schema and $comment, and what was meant by similar keys", async () => {
    expect((await resolve({ $schema: "x", $comment: "y" })).warnings).to.deep.equal([]);
    const [mistake] = await mistakesOf({ $shema: "./migration-params.schema.json" });
    expect(mistake).to.include({ path: "$shema", wanted: 'the key "$schema"' });
  });
});

describe("releaseOfParameters", () => {
  const release = (raw: unknown, network: NetworkName = "private") =>
    releaseOfParameters(mergeParameters(raw, network));

  it("is the parameters' own, of the section that counts", () => {
    expect(release({})).to.equal(undefined);
    expect(release({ arcVersion: "rc.41" })).to.equal("rc.41");
    const raw = { arcVersion: "rc.41", kovan: { arcVersion: "rc.43" } };
    expect(release(raw)).to.equal("rc.41");
    expect(release(raw, "kovan")).to.equal("rc.43");
  });

  it("is undefined if the parameters are not an object or their version is not text", () => {
    for (const raw of [undefined, null, 7, [], { arcVersion: 57 }, { arcVersion: " " }]) {
      expect(release(raw)).to.equal(undefined);
    }
  });
});
