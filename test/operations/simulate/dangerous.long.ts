import { describeDangers } from "./dangerous-suite.js";
import { DISGUISES } from "./disguises.js";
import { FOREIGN, HARMLESS_ELSEWHERE } from "./foreign-rights.js";
import { OTHERS } from "./further-attacks.js";
import { HARMLESS } from "./harmless-proposals.js";
import { LATER } from "./later-attacks.js";
import { NAMED } from "./named-attacks.js";
import { UNSEEN } from "./unseen-attacks.js";

const ATTACKS = [...NAMED, ...OTHERS, ...DISGUISES, ...UNSEEN];
/** On a DAO of their own, since its avatar may do everything. */
const APART = [...LATER, ...FOREIGN];
const PLAIN = [...HARMLESS, ...HARMLESS_ELSEWHERE];
const OLDER = ["rc.40", "rc.28", "rc.16", "rc.8", "alpha.58"];
const isAll = process.env.ATTACKS === "all";

describeDangers(
  "rc.57",
  ATTACKS.filter((_, at) => isAll || at % 2 === 0),
  PLAIN,
);
// Every third of them, and all with ATTACKS=all.
describeDangers(
  "rc.57",
  APART.filter((_, at) => isAll || at % 3 === 0),
  [],
);
// Each older release has every fifth, and all of them with ATTACKS=all, which takes some seven minutes.
for (const [index, version] of OLDER.entries()) {
  const isTried = (at: number): boolean => at % OLDER.length === index;
  describeDangers(
    version,
    ATTACKS.filter((_, at) => isAll || isTried(at)),
    PLAIN.filter((_, at) => isAll || isTried(at)),
  );
  if (isAll) describeDangers(version, APART, []);
}
