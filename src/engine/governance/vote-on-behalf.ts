import { ZeroAddress } from "ethers";

import type { Rules } from "../../foundation/params/stored-vote-parameters.js";

/** The only account that may vote under these rules, for every holder; undefined if holders vote for themselves. */
export function speakerOf({ voteOnBehalf }: Rules): string | undefined {
  return typeof voteOnBehalf === "string" && voteOnBehalf !== ZeroAddress
    ? voteOnBehalf
    : undefined;
}
