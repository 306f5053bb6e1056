import { knownStakingToken, networkOf } from "../../../foundation/chain/networks.js";
import { isSameAddress } from "../../../foundation/chain/same-address.js";
import type { StorageOwner } from "../../../engine/inspect/description.js";
import { unexplainedText } from "../../../engine/inspect/storage/describe-storage.js";
import { ofRead, type Rule, type RuleFacts, type RuleResults } from "./rule.js";

const OWNERS: readonly StorageOwner[] = ["avatar", "controller", "token", "reputation"];

/** The rule about what code does not say: a contract's creation can write any storage. */
export const STORAGE_RULE: Rule = {
  id: "storage",
  severity: "error",
  title: "nothing is hidden in the storage of avatar, controller, token and reputation",
  why:
    "A contract's creation can write permissions, balances and limits that no event mentions, and leave the release's " +
    "code. A node that leaves out events looks the same.",
  whatToDo:
    "Check again with another node. If it says the same, do not trust the DAO until somebody has explained its creation.",
  check: ({ inspection: { storage } }) =>
    OWNERS.flatMap((owner): RuleResults =>
      ofRead(owner, storage[owner], (read) => {
        if (read.explained) return [];
        const message = unexplainedText(owner, read);
        const found = `${read.differing ?? "some"} unexplained`;
        return [{ where: owner, message, found, wanted: "0 unexplained" }];
      }),
    ),
};

/** The rule about what neither code nor a storage proof says: what a contract's creation wrote into it. */
export const CREATION_RULE: Rule = {
  id: "creation",
  severity: "error",
  title: "schemes, voting machines and what they refer to were created by their own code",
  why: "Other code can write owners, votes or parameters into a contract while creating it, and leave the code of a release.",
  whatToDo:
    "Do not trust a contract that other code created until somebody has read that code. If the creation is not known, use " +
    "an archive node with debug_traceTransaction, or the result file of the migration.",
  applies: ({ creations = [] }) => creations.length > 0,
  check: ({ creations = [] }) =>
    creations.flatMap(({ address, name, creation }): RuleResults => {
      const { code, transaction, reason = "unknown" } = creation;
      if (code === "own") return [];
      if (code === "not known") {
        return [{ where: address, unclear: `how ${name} was created is not known: ${reason}` }];
      }
      const message =
        `${name} ${address} has the right code, but other code created it in transaction ${transaction}, and may have ` +
        "written anything into its storage.";
      return [{ where: address, message, found: "other code", wanted: `the code of ${name}` }];
    }),
};

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
    facts.inspection.votingMachines.flatMap(({ contract, stakingToken }): RuleResults => {
      const { address, name = "The voting machine" } = contract;
      // One that the file deploys is compared with the file.
      const made = [...(facts.standAlone?.values() ?? [])].map((each) => each.contract.address);
      if (stakingToken === undefined || made.includes(address)) return [];
      return ofRead(address, stakingToken, (token) =>
        wrongToken(address, name, token.address, facts),
      );
    }),
};

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
