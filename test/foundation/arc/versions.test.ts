import { expect } from "chai";
import { ArcError } from "../../../src/foundation/arc/arc-error.js";
import { TARBALL_PINS } from "../../../src/foundation/arc/source/packages.js";
import {
  ARC_VERSIONS,
  DEFAULT_ARC_VERSION,
  resolveArcVersion,
} from "../../../src/foundation/arc/versions.js";
import { MigrationError } from "../../../src/foundation/support/errors.js";

describe("Arc versions", () => {
  it("are 62, oldest first, each once, the default last", () => {
    expect(ARC_VERSIONS).to.have.length(62);
    expect(new Set(ARC_VERSIONS)).to.have.length(62);
    expect(ARC_VERSIONS.at(-1)).to.equal(DEFAULT_ARC_VERSION);
    const position = (version: string): number => ARC_VERSIONS.indexOf(version);
    expect(position("0.0.0-alpha.29")).to.equal(0);
    expect(position("0.0.1-rc.3") - position("0.0.0-alpha.58")).to.equal(1);
    expect(position("0.0.1-rc.9.1") - position("0.0.1-rc.8")).to.equal(1);
    expect(position("0.0.1-rc.11") - position("0.0.1-rc.9.1")).to.equal(1);
  });

  it("each have a pin, except for the fourteen in the predecessor's tarball", () => {
    const withoutPin = ARC_VERSIONS.filter((version) => !TARBALL_PINS[`@daostack/arc@${version}`]);
    expect(withoutPin.map((version) => version.split("rc.")[1])).to.deep.equal(
      "25 29 35 42 43 45 46 48 49 50 51 52 54 56".split(" "),
    );
    expect(Object.keys(TARBALL_PINS)).to.have.length(48 + 3);
    for (const pin of Object.values(TARBALL_PINS))
      expect(pin).to.match(/^sha512-[A-Za-z0-9+/]{86}==$/);
  });

  it("are accepted in full and in short form", () => {
    for (const version of ARC_VERSIONS) {
      expect(resolveArcVersion(version)).to.equal(version);
      expect(resolveArcVersion(version.replace(/^0\.0\.\d-/, ""))).to.equal(version);
    }
  });

  const unknown: [string, string[]][] = [
    ["0.0.1-rc.58", ["0.0.1-rc.57", "0.0.1-rc.56", "0.0.1-rc.55"]],
    ["rc.26", ["0.0.1-rc.25", "0.0.1-rc.27", "0.0.1-rc.24"]],
    ["rc57", ["0.0.1-rc.57"]],
    ["RC.9", ["0.0.1-rc.9.1", "0.0.1-rc.8"]],
    ["0.0.1-alpha.57", ["0.0.0-alpha.56", "0.0.0-alpha.58"]],
  ];
  for (const [input, nearest] of unknown) {
    it(`suggests the nearest to ${input}`, () => {
      expect(() => resolveArcVersion(input))
        .to.throw(ArcError, `"${input}"`)
        .that.satisfies((error: ArcError) => nearest.every((one) => error.message.includes(one)));
    });
  }

  it("refuses a number, as scripts may pass", () => {
    const wanted = 'is a text such as "rc.57", but 57 was given';
    expect(() => resolveArcVersion(57 as never)).to.throw(ArcError, wanted);
  });

  for (const input of ["", "latest", "constructor", "2.0.0-experimental", "rc."]) {
    it(`refuses ${JSON.stringify(input)}`, () => {
      expect(() => resolveArcVersion(input)).to.throw(MigrationError, "does not exist");
    });
  }

  for (const input of ["@daostack/arc-experimental", "@daostack/arc-experimental@0.1.2-rc.6"]) {
    it(`says why ${input} is not possible`, () => {
      expect(() => resolveArcVersion(input)).to.throw(ArcError, "a different architecture");
    });
  }
});
