import { expect } from "chai";

import { mistakesOf, places } from "../support.js";

describe("built-in schemes", () => {
  it("refuse a scheme other than the five, and say where it belongs", async () => {
    const [issue] = await mistakesOf({ schemes: { ReputationFromToken: true } });
    expect(issue?.path).to.equal("schemes.ReputationFromToken");
    expect(issue?.wanted).to.include("CustomSchemes");
    // The suggested entry is refused until its values are filled in.
    const entry = JSON.parse(issue?.wanted.split(", as ")[1] ?? "") as Record<string, object[]>;
    expect(Object.keys(entry)).to.deep.equal(["ReputationFromToken"]);
    expect(entry.ReputationFromToken?.[0]).to.deep.include({ fromArc: true });
    const pasted = places(await mistakesOf({ CustomSchemes: entry }));
    expect(pasted).to.include("CustomSchemes.ReputationFromToken[0].permissions");
    expect(pasted).to.include("CustomSchemes.ReputationFromToken[0].params[0]");
  });
});
