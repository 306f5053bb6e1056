import { describeDangers } from "./dangerous-suite.js";
import { HARMLESS } from "./harmless-proposals.js";
import { NAMED } from "./named-attacks.js";

// dangerous.long.ts has all of them, on six releases.
describeDangers("rc.57", NAMED.slice(0, 11), HARMLESS.slice(9, 15));
