import { ZeroAddress } from "ethers";

import { facts, named, phrase, value, type Block, type Inline } from "../document/document.js";
import type {
  Inspection,
  VoteParametersDescription,
  VoteRules,
} from "../../engine/inspect/description.js";
import { valuesOf } from "../../engine/inspect/control/by-votes.js";
import { ifRead, isNotRead } from "../../engine/inspect/reading/attempt.js";
import { stakingToken, symbolOf } from "./units.js";

type Machines = Pick<Inspection, "votingMachines">;

/** The vote rules that registered schemes use, each once. */
export function ruleBlocks(inspection: Inspection): readonly Block[] {
  return ruleSetsOf(inspection).map((vote, index) => {
    const { votingMachine, paramsHash, rules } = vote;
    const rows = isNotRead(rules)
      ? [["rules", rules] as const]
      : Object.entries(valuesOf(rules)).map(
          ([name, each]) => [name, ruleWords(name, each, votingMachine, inspection)] as const,
        );
    return {
      title: phrase`Rules ${index + 1}, of ${named(votingMachine)}`,
      id: `rules-${index + 1}`,
      body: [facts(...rows, ["parameters hash", { code: paramsHash }])],
    };
  });
}

/** The rules of a scheme's votes, for each set of rules the names of its votes. */
export function voteWords(
  votes: Readonly<Record<string, VoteParametersDescription>>,
  inspection: Inspection,
): readonly Inline[] {
  return ruleSetsOf(inspection).flatMap((set, index) => {
    const names = Object.keys(votes).filter((name) => isSame(votes[name]!, set));
    if (names.length === 0) return [];
    const rules = { text: `rules ${index + 1}`, to: `rules-${index + 1}` };
    return [phrase`${names.join(", ")}: by ${rules} of ${named(set.votingMachine)}`];
  });
}

/** How long votes are open, where that is limited. */
export function limitsWords(rules: VoteRules): Inline {
  if (!("GenesisProtocol" in rules)) return undefined;
  const { queuedVotePeriodLimit, boostedVotePeriodLimit } = rules.GenesisProtocol;
  return phrase`a vote is open for ${{ duration: queuedVotePeriodLimit }}, boosted for ${{ duration: boostedVotePeriodLimit }}`;
}

export function ruleWords(
  name: string,
  rule: unknown,
  votingMachine: string,
  { votingMachines }: Machines,
): Inline {
  if (/Percentage$|Ratio$|^votePerc$/.test(name)) return { share: String(rule) };
  if (/Limit$|Period$/.test(name)) return { duration: Number(rule), exact: true };
  if (name === "thresholdConst") return `${String(rule)} thousandths`;
  if (name === "proposingRepReward") return `${String(rule)} reputation`;
  if (name === "minimumDaoBounty") {
    const { symbol } = stakingToken(votingMachine, votingMachines);
    return phrase`${String(rule)} ${symbolOf(symbol, "staking tokens")}`;
  }
  if (name === "voteOnBehalf" && rule === ZeroAddress) return "nobody";
  if (name === "allowOwner") {
    return rule === true
      ? "yes: a scheme may vote for every holder on proposals that it made, and cancel them; Arc's vote only for the proposer"
      : "no";
  }
  if (name === "activationTime") return rule === 0 ? "at once" : { time: Number(rule) };
  return value(rule);
}

function ruleSetsOf({ schemes }: Inspection): readonly VoteParametersDescription[] {
  const all = schemes
    .filter(({ registered }) => registered)
    .flatMap(({ parameters }) => Object.values(ifRead(parameters)?.votes ?? {}));
  return all.filter((vote, index) => all.findIndex((each) => isSame(each, vote)) === index);
}

function isSame(one: VoteParametersDescription, other: VoteParametersDescription): boolean {
  return one.votingMachine === other.votingMachine && one.paramsHash === other.paramsHash;
}
