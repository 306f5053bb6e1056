import { knownStakingToken, networkOf } from "../../../foundation/chain/networks.js";
import { isSameAddress } from "../../../foundation/chain/same-address.js";
import { ofRead, type Rule, type RuleFacts, type RuleResults } from "./rule.js";

/** The rule about the token that decides which proposals are boosted. */
export const STAKING_RULE: Rule = {
  id: "staking-token",
  severity: "error",
  title: "voting machines stake the token of their base",
  why: "Anyone who can mint the staking token can boost any proposal, which then passes with few votes.",
  whatToDo:
    "Propose schemes with a voting machine that stakes the right token. `dao-migrate inspect` shows which token it is.",
  // A plan has nothing to propose about it; like how contracts were created, it is for a check to say.
  applies: ({ inspection, creations }) =>
    creations !== undefined &&
    inspection.votingMachines.some(({ stakingToken }) => stakingToken !== undefined),
  check: (facts) =>
    facts.inspection.votingMachines.flatMap(
      ({ contract: { address, name = "The voting machine" }, stakingToken }) =>
        stakingToken === undefined || isInFile(address, facts)
          ? []
          : ofRead(address, stakingToken, (token) =>
              wrongToken(address, name, token.address, facts),
            ),
    ),
};

/** Whether the file deploys it: then it is compared with the file. */
function isInFile(machine: string, { standAlone = new Map() }: RuleFacts): boolean {
  return [...standAlone.values()].some(({ contract }) => contract.address === machine);
}

function wrongToken(
  where: string,
  name: string,
  found: string,
  { recorded, inspection: { chainId } }: RuleFacts,
): RuleResults {
  const isRecorded = isSameAddress(where, recorded?.genesisProtocol);
  const wanted = isRecorded ? recorded?.stakingToken : undefined;
  if (isSameAddress(found, wanted ?? knownStakingToken(networkOf(chainId)))) return [];
  if (wanted === undefined) {
    const unclear = `only a result file with its base says which token ${name} should stake; it stakes ${found}`;
    return [{ where, unclear }];
  }
  const message = `${name} ${where} stakes the token ${found}, not ${wanted}.`;
  return [{ where, message, found, wanted }];
}
