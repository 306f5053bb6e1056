import { expect } from "chai";

import { shareChart } from "../../../../src/output/report/picture/share-chart.js";
import { account } from "../../../engine/inspect/sample-inspection.js";
import { expectGolden, linesOfHtml } from "../../../golden.js";

/** The chart of these shares, in percent. */
const chartOf = (shares: readonly number[], needed: readonly number[] = []) =>
  String(
    shareChart(
      shares.map((share, index) => ({ account: account(index), amount: String(share), share: "" })),
      100n,
      needed,
    ),
  );
const equal = (length: number) => chartOf(Array<number>(length).fill(0));

describe("shareChart", () => {
  it("draws a curve through the sums, what decides, and says the shares in words", () => {
    expectGolden(import.meta.dirname, "share-chart.html", linesOfHtml(chartOf([60, 25, 5], [50])));
  });

  it("shows the first few of many wider, without dots, and on no more points than are visible", () => {
    const isLogarithmic = (chart: string) => chart.includes("logarithmic");
    expect([20, 21].map(equal).map(isLogarithmic)).to.deep.equal([false, true]);
    const dots = [30, 31].map((length) => equal(length).split("<circle").length - 1);
    expect(dots).to.deep.equal([30, 0]);
    const [, curve = ""] = /class="curve" d="M[^L]*L([^"]*)"/.exec(equal(3000)) ?? [];
    const places = curve.split("L").map((point) => Number(point.split(" ")[0]));
    expect(places).to.have.length.within(100, 160);
    expect(places).to.deep.equal(places.toSorted((one, other) => one - other));
    // The right edge.
    expect(places.at(-1)).to.equal(628);
  });
});
