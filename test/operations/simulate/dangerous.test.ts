import { describeDangers } from "./dangerous-suite.js";
import { FOREIGN, HARMLESS_ELSEWHERE } from "./foreign-rights.js";
import { HARMLESS } from "./harmless-proposals.js";
import { OTHERS } from "./further-attacks.js";
import { NAMED } from "./named-attacks.js";

// dangerous.long.ts has all of them, on six releases. Here, one of each way in which the DAO has rights elsewhere.
const ELSEWHERE = [0, 6, 7, 9, 10, 11, 14, 15, 16, 17, 18].map((at) => FOREIGN[at]!);
describeDangers(
  "rc.57",
  [...NAMED.slice(0, 8), NAMED[19]!, OTHERS[9]!, ...ELSEWHERE],
  [...HARMLESS.slice(10, 14), ...HARMLESS_ELSEWHERE],
);
