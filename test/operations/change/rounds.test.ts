import { testRounds } from "./rounds.js";

describe("rounds of proposals for founders", function () {
  this.timeout(60_000);

  testRounds("rc.57");
});
