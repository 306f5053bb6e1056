import { isVotingMachine, VOTING_MACHINES } from "../../../foundation/arc/voting-machines.js";
import { valuesOf } from "../../../engine/inspect/control/by-votes.js";
import { isNotRead } from "../../../engine/inspect/reading/attempt.js";
import { textOf, type Values } from "../../../engine/inspect/reading/contract.js";
import type { VoteParametersDescription } from "../../../engine/inspect/description.js";
import { formatPath } from "../../../foundation/params/file/issues.js";
import type { CheckFacts, Matched, WantedScheme, WantedVotes } from "../facts/check-facts.js";
import { fileTexts } from "../../../foundation/params/stored-vote-parameters.js";
import { machineOf } from "../../../foundation/params/voting-machine-of-scheme.js";
import { ofParameters, type Found, type RuleResults } from "./rule.js";
import { wantedText } from "../facts/wanted-text.js";

/** Compares the vote rules of a scheme's proposals with the file. */
export function wrongVotes(match: Matched): RuleResults {
  const { name: scheme, votes: wanted } = match.wanted;
  if (Object.keys(wanted).length === 0) return [];
  return ofParameters(match, ({ votes }, where) => {
    const found = Object.entries(votes);
    const only = found.length === 1 ? Object.values(wanted)[0] : undefined;
    const pairs = found.flatMap(([name, vote]) => {
      const asked = wanted[name] ?? wanted["*"] ?? only;
      return asked === undefined ? [] : [{ name, vote, asked }];
    });
    if (pairs.length === 0) {
      return [{ where, unclear: "the scheme does not return its vote rules" }];
    }
    const asked = new Set(pairs.map((pair) => pair.asked));
    const unsaid = Object.entries(wanted).filter(([, votes]) => !asked.has(votes));
    return [
      ...pairs.flatMap(({ name, vote, asked }) => compare(vote, asked, `${scheme} (${name})`)),
      ...unsaid.map(([name, { path }]) => ({
        where: formatPath(path),
        unclear: `${scheme} does not return its ${name}`,
      })),
    ];
  });
}

function compare(
  { rules, paramsHash }: VoteParametersDescription,
  { set, path }: WantedVotes,
  who: string,
): RuleResults {
  const unclear = isNotRead(rules)
    ? [{ where: formatPath(path), unclear: `${who}: ${rules.notRead}` }]
    : undefined;
  if ("votingParamsHash" in set) {
    if (set.votingParamsHash.toLowerCase() === paramsHash.toLowerCase()) return unclear ?? [];
    const field = [...path, ...(path[0] === "VotingMachinesParams" ? ["votingParamsHash"] : [])];
    return [wrong(field, who, "votingParamsHash", paramsHash, set.votingParamsHash)];
  }
  if (isNotRead(rules)) return unclear ?? [];
  const [kind, [found = ""]] = [machineOf(set), Object.keys(rules)];
  if (found !== kind) return [wrong(path, who, "the voting machine", found, kind)];
  const fields = "AbsoluteVote" in rules ? ["AbsoluteVote"] : [];
  const values = valuesOf(rules) as Values;
  return Object.entries(fileTexts(set, values)).flatMap(([field, should]) => {
    // The release may not have the field.
    const is = textOf(values[field] ?? should);
    if (is.toLowerCase() === should.toLowerCase()) return [];
    return [wrong([...path, ...fields, field], who, field, is, should)];
  });
}

function wrong(
  path: readonly (string | number)[],
  who: string,
  field: string,
  found: string,
  wanted: string,
): Found {
  const message = `${who}: ${field} is ${found} on the chain but ${wanted} in the file.`;
  return { where: formatPath(path), path, message, found, wanted };
}

/** Compares the voting machines of a scheme's votes with the file and with Arc's code. */
export function wrongMachines(match: Matched, facts: CheckFacts): RuleResults {
  const { wanted } = match;
  if (wanted.votingMachine === undefined) return [];
  return ofParameters(match, ({ votes }, where) => {
    const machines = new Set(Object.values(votes).map(({ votingMachine }) => votingMachine));
    if (machines.size === 0) {
      return [{ where, unclear: "the scheme does not return its voting machine" }];
    }
    return [...machines].flatMap((found) => wrongMachine(wanted, found, facts));
  });
}

function wrongMachine(wanted: WantedScheme, found: string, facts: CheckFacts): readonly Found[] {
  const { path, name } = wanted;
  const where = formatPath(path);
  const known = facts.inspection.votingMachines.find(({ contract }) => contract.address === found);
  const contractName = known?.contract.name ?? "unknown code";
  if (known?.contract.code !== "arc" || !isVotingMachine(contractName)) {
    const message = `${name} votes with ${found}, which is ${contractName}, not one of Arc's voting machines.`;
    return [{ where, path, message, found, wanted: VOTING_MACHINES.join(" or ") }];
  }
  const machine = wantedText(wanted.votingMachine!, facts);
  // It is unclear if it depends on an unknown base.
  if ("unclear" in machine || machine.text.toLowerCase() === found.toLowerCase()) return [];
  const should = machine.text;
  const message = `${name} votes with ${found} on the chain but with ${should} in the file.`;
  return [{ where, path, message, found, wanted: should }];
}
