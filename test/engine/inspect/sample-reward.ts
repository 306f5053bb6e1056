import type { ProposalRequest } from "../../../src/engine/inspect/description.js";

/** Returns the request for a reward that pays nothing. */
export function noReward(beneficiary: string): Extract<ProposalRequest, { kind: "reward" }> {
  return {
    kind: "reward",
    beneficiary,
    reputation: "0",
    nativeTokens: "0",
    ether: "0",
    externalTokens: "0",
    periods: "1",
  };
}
