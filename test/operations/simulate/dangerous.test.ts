import { describeDangers } from "./dangerous-suite.js";
import { FOREIGN, HARMLESS_ELSEWHERE } from "./foreign-rights.js";
import { HARMLESS } from "./harmless-proposals.js";
import { OTHERS } from "./further-attacks.js";
import { NAMED } from "./named-attacks.js";
import { UNSEEN } from "./unseen-attacks.js";

// dangerous.long.ts has all of them, on six releases. Here, those that reach what no other test does.
const HERE = [1, 3, 4, 5, 6, 7, 19].map((at) => NAMED[at]!);
const ELSEWHERE = [6, 9, 10, 14, 15, 16, 17, 18, 19, 20, 21, 22].map((at) => FOREIGN[at]!);
describeDangers(
  "rc.57",
  [
    ...HERE,
    OTHERS[9]!,
    ...ELSEWHERE,
    ...UNSEEN.filter(({ name }) => /^limits|^calls without/.test(name)),
  ],
  [...HARMLESS.slice(11, 14), ...HARMLESS_ELSEWHERE],
);
