import { testRounds } from "./rounds.js";

// Schemes of one DAO and of many, voting machines with and without a queue.
for (const version of ["rc.40", "rc.33", "rc.16"]) {
  describe(`rounds of proposals for founders, ${version}`, () => {
    testRounds(version);
  });
}
