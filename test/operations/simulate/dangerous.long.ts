import { describeDangers } from "./dangerous-suite.js";
import { DISGUISES } from "./disguises.js";
import { OTHERS } from "./further-attacks.js";
import { HARMLESS } from "./harmless-proposals.js";
import { NAMED } from "./named-attacks.js";

for (const version of ["rc.57", "rc.40", "rc.28", "rc.16", "rc.8", "alpha.58"]) {
  describeDangers(version, [...NAMED, ...OTHERS, ...DISGUISES], HARMLESS);
}
