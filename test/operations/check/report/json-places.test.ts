import { expect } from "chai";

import { jsonPlaces, locate } from "../../../../src/operations/check/report/json-places.js";

const TEXT = `{
  "orgName": "a \\"quoted\\", {name}: [1]",
  "founders": [
    { "address": "0x1", "tokens": 1 },
    { "address": "0x2" }
  ],
  "deep": [[1, -2.5e3], [true, null]],
  "my scheme": {},
  "kovan": { "founders": [
    { "address": "0x3" } ] },
  "default": { "orgName": "b" }
}`;

describe("jsonPlaces", () => {
  it("finds the line and column of each key and element, counted from 1", () => {
    const places = jsonPlaces(TEXT);
    for (const [path, line, column] of [
      ["orgName", 2, 3],
      ["founders", 3, 3],
      ["founders[0]", 4, 5],
      ["founders[0].tokens", 4, 25],
      ["founders[1].address", 5, 7],
      ["deep[1]", 7, 25],
      ["deep[0][1]", 7, 16],
      ["kovan.founders[0].address", 10, 7],
    ] as const) {
      expect(places.get(path), path).to.deep.equal({ line, column });
    }
    expect(places.has('["my scheme"]')).to.equal(true);
    const long = jsonPlaces(`{"$comment": "${"x".repeat(10_000_000)}",\n"orgName": "a"}`);
    expect(long.get("orgName")).to.deep.equal({ line: 2, column: 1 });
  });

  it("prefers the network's section, then the default, then the top level", () => {
    const places = jsonPlaces(TEXT);
    const at = (sections: string[], ...path: (string | number)[]) =>
      locate(places, path, sections).line;
    expect(at(["kovan", "default"], "founders", 0)).to.equal(10);
    expect(at(["xdai", "default"], "founders", 0)).to.equal(4);
    expect(at(["kovan", "default"], "orgName")).to.equal(11);
    expect(at([], "orgName")).to.equal(2);
  });

  it("uses the nearest parent if the file omits something", () => {
    const places = jsonPlaces(TEXT);
    expect(locate(places, ["founders", 1, "reputation"], [])).to.deep.equal({ line: 5, column: 5 });
    expect(locate(places, ["unregisterOwner"], [])).to.deep.equal({ line: 1, column: 1 });
  });
});
