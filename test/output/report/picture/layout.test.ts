import { expect } from "chai";

import { layoutOf } from "../../../../src/output/report/picture/layout.js";
import { cut } from "../../../../src/output/report/picture/svg.js";

const boxes = (...ids: string[]) =>
  ids.map((id) => ({ id, width: id === "c" ? 100 : 60, height: 40 }));

describe("layoutOf", () => {
  it("places columns from left to right, each centred and as wide as its widest box", () => {
    const { places, width, height } = layoutOf([boxes("a"), boxes("b", "c", "d")], []);
    expect([width, height]).to.deep.equal([200, 148]);
    expect(places.get("a")).to.deep.equal({ x: 0, y: 54, width: 60, height: 40 });
    expect([..."bcd"].map((id) => places.get(id)?.y)).to.deep.equal([0, 54, 108]);
    expect(places.get("b")).to.include({ x: 100, width: 100 });
  });

  it("orders a column by what leads to it, and puts the rest below", () => {
    const edges = [
      { from: "a", to: "y" },
      { from: "b", to: "x" },
    ];
    const { places } = layoutOf([boxes("a", "b"), boxes("lone", "x", "y")], edges);
    expect(["y", "x", "lone"].map((id) => places.get(id)?.y)).to.deep.equal([0, 54, 108]);
  });

  it("lets no box touch another", () => {
    const columns = [boxes("a"), boxes("b", "c"), boxes(..."defghijk")];
    const edges = [..."defghijk"].map((to, index) => ({ from: index % 2 ? "b" : "c", to }));
    const places = [...layoutOf(columns, edges).places.values()];
    for (const one of places)
      for (const other of places)
        if (one !== other && one.x === other.x)
          expect(Math.abs(one.y - other.y)).to.be.at.least(54);
  });
});

describe("cut", () => {
  it("leaves out what would not fit, wide letters sooner", () => {
    expect(cut("short", 100)).to.equal("short");
    expect(cut("m".repeat(100), 74)).to.equal(`${"m".repeat(10)}…`);
    expect(cut("漢".repeat(100), 74)).to.equal(`${"漢".repeat(5)}…`);
  });
});
