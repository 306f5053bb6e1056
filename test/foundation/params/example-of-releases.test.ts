import { readFile } from "node:fs/promises";

import { expect } from "chai";

import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import {
  exampleFile,
  exampleParameters,
  isExample,
  writtenExample,
} from "../../../src/foundation/params/example.js";
import { ADDRESS, OTHER_ADDRESS } from "./support.js";

const packaged = async () =>
  JSON.parse(await readFile(exampleFile(), "utf8")) as Record<string, unknown> & {
    founders: object[];
  };

describe("the packaged example's parameters", () => {
  it("are the file's own for a release with all of its contracts", async () => {
    expect(await exampleParameters(await openArcRelease("rc.57"))).to.deep.equal(await packaged());
  });

  it("have only the built-in schemes for a release without its contracts, or with others", async () => {
    const example = await packaged();
    // rc.46 has all contracts, but one takes other parameters.
    for (const version of ["rc.46", "rc.41"]) {
      expect(await exampleParameters(await openArcRelease(version)), version).to.deep.equal({
        ...example,
        StandAloneContracts: [{ name: "ActionMock", fromArc: true }],
        GenericScheme: [{ targetContract: { StandAloneContract: 0 } }],
        CustomSchemes: {},
      });
    }
  });

  it("give the founders' shares to the accounts, as many as there are", async () => {
    const release = await openArcRelease("rc.57");
    const { founders } = await packaged();
    expect(await exampleParameters(release, [OTHER_ADDRESS, ADDRESS])).to.deep.equal({
      ...(await packaged()),
      founders: [
        { ...founders[0], address: OTHER_ADDRESS },
        { ...founders[1], address: ADDRESS },
      ],
    });
  });

  it("are recognized as the package's, whether it wrote them or they are a copy", async () => {
    const release = await openArcRelease("rc.57");
    const written = (await writtenExample(release, [ADDRESS])) as { $comment: string };
    expect(written.$comment).to.equal(
      "The example DAO, written by dao-test-chain. Remove this line to make the parameters your own.",
    );
    expect(written).to.deep.equal({
      $comment: written.$comment,
      ...(await exampleParameters(release, [ADDRESS])),
    });
    expect(await isExample(JSON.stringify(written))).to.equal(true);
    expect(await isExample(JSON.stringify(await packaged()))).to.equal(true);
    const { $comment: _mark, ...own } = written;
    for (const text of [JSON.stringify(own), "null", "{}", "7", "{", ""]) {
      expect(await isExample(text), text.slice(0, 9)).to.equal(false);
    }
  });
});
