import { testRounds } from "./rounds.js";

describe("rounds of proposals for founders", () => {
  testRounds("rc.57");
});
