import type { Difference } from "../inspect/compare/comparison.js";
import type {
  ContractDescription,
  ControlDescription,
  GlobalConstraintDescription,
  Inspection,
  Read,
  RegistrationDescription,
  VoteParametersDescription,
} from "../inspect/description.js";
import { oneLine } from "../support/printable.js";
import { contractText, registrationText, ruleText } from "./inspection-text.js";
import { isNotRead, notReadText, permissionsText, valueText } from "./inspection-words.js";

/** What changed in schemes, constraints, and who can pass a proposal. */
export function schemeDifferenceLines(
  differences: readonly Difference[],
  after: Inspection,
): string[] {
  return [
    ...differences.flatMap((each) => schemeLines(each, after)),
    ...controlDifferences(differences, after),
  ];
}

function schemeLines(difference: Difference, after: Inspection): string[] {
  switch (difference.kind) {
    case "schemeRegistered": {
      const { scheme, permissions, wasRegistered, history } = difference;
      return [
        `${scheme.code === "account" ? "! " : ""}${nameOf(scheme)} was registered${wasRegistered ? " again" : ""}`,
        ...historyLines(history),
        ...(wasRegistered ? [] : [`  may ${permissionsText(permissions)}`]),
      ];
    }
    case "schemeUnregistered": {
      const { scheme, permissions, history } = difference;
      return [
        `${nameOf(scheme)} was unregistered`,
        ...historyLines(history),
        ...(permissions.words.length === 0
          ? []
          : [`  lost (${permissions.bytes}) ${permissions.words.join("; ")}`]),
      ];
    }
    case "permissions": {
      const { scheme, before, after: now, gained, lost } = difference;
      return [
        `${gained.length > 0 ? "! " : ""}${nameOf(scheme)} has different permissions (${now.bytes}, before ${before.bytes})`,
        ...gained.map((words) => `  gained: ${words}`),
        ...lost.map((words) => `  lost: ${words}`),
      ];
    }
    case "mayCall": {
      const { scheme, added, removed } = difference;
      return [
        `${nameOf(scheme)} may call different contracts`,
        ...added.map((address) => `  gained: ${oneLine(address)}`),
        ...removed.map((address) => `  lost: ${oneLine(address)}`),
      ];
    }
    case "votes": {
      const { scheme, vote, before, after: now } = difference;
      return [
        `${nameOf(scheme)} votes (${oneLine(vote)}) by different rules`,
        ...ruleLines(before, now, after),
      ];
    }
    case "globalConstraint":
      return constraintLines(difference.before, difference.after);
    default:
      return [];
  }
}

function nameOf(scheme: ContractDescription): string {
  if (scheme.code === "arc") return `${scheme.name} ${scheme.address}`;
  return contractText(scheme);
}

function historyLines(history: readonly RegistrationDescription[]): string[] {
  return history.map((each) => `  ${each.event} ${registrationText(each)}`);
}

/** Each rule that changed. */
function ruleLines(
  before: VoteParametersDescription | undefined,
  after: VoteParametersDescription | undefined,
  { votingMachines }: Inspection,
): string[] {
  if (before === undefined) return ["  there was no such vote before"];
  if (after === undefined) return ["  there is no such vote now"];
  const { votingMachine } = after;
  const symbolOf = (address: string): Read<string> | undefined => {
    const token = votingMachines.find(({ contract }) => contract.address === address)?.stakingToken;
    return token === undefined || isNotRead(token) ? undefined : token.symbol;
  };
  const moved =
    before.votingMachine === votingMachine
      ? []
      : [`  on ${votingMachine}, before on ${before.votingMachine}`];
  const [was, is] = [rulesOf(before), rulesOf(after)];
  if (typeof was === "string" || typeof is === "string") {
    const why = [is, was].find((rules) => typeof rules === "string") ?? "";
    return [...moved, `  parameters hash ${after.paramsHash}, before ${before.paramsHash}; ${why}`];
  }
  const names = [...new Set([...Object.keys(is), ...Object.keys(was)])];
  const changed = names.filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]));
  const show = (name: string, value: unknown, machine: string) =>
    value === undefined ? "nothing" : ruleText(name, value, symbolOf(machine));
  return [
    ...moved,
    ...changed.map(
      (name) =>
        `  ${oneLine(name)}: ${show(name, is[name], votingMachine)}, before ${show(name, was[name], before.votingMachine)}`,
    ),
  ];
}

/** The rules of a vote, or why they were not read. */
function rulesOf({ rules }: VoteParametersDescription): Readonly<Record<string, unknown>> | string {
  if (isNotRead(rules)) return notReadText(rules);
  const [[kind, values] = ["", {}]] = Object.entries(rules);
  return { "voting machine": kind, ...(values as object) };
}

function constraintLines(
  before: GlobalConstraintDescription | undefined,
  after: GlobalConstraintDescription | undefined,
): string[] {
  const { contract, looks } = (after ?? before)!;
  const title = `global constraint ${contractText(contract)}, looks ${looks}`;
  const shown = ({ parameters }: GlobalConstraintDescription) =>
    isNotRead(parameters) ? notReadText(parameters) : valueText(parameters);
  if (after === undefined) return [`! ${title}: removed`];
  if (before === undefined) return [`${title}: added, ${shown(after)}`];
  return [`${title}: ${shown(after)}, before ${shown(before)}`];
}

/** Schemes with the same answer share a line. */
function controlDifferences(differences: readonly Difference[], after: Inspection): string[] {
  const names = new Map<string, Set<string>>();
  for (const each of differences) {
    // For a scheme that was added or removed, this would only repeat that.
    if (each.kind !== "control" || each.before === undefined || each.after === undefined) continue;
    const answer = `  now: ${controlText(each.after)}\n    before: ${controlText(each.before)}`;
    const scheme = after.schemes.find(({ contract }) => contract.address === each.scheme);
    const name = scheme?.contract.name ?? each.scheme;
    names.set(answer, (names.get(answer) ?? new Set()).add(name));
  }
  return [...names].flatMap(([answer, schemes]) => [
    `who can pass a proposal of ${[...schemes].join(", ")} changed`,
    answer,
  ]);
}

function controlText({ accounts, share, neededPercent }: ControlDescription): string {
  const needed = `more than ${neededPercent}% decides`;
  if (accounts.length === 0) return `nobody, not even all accounts together (${needed})`;
  const shown = accounts.slice(0, 5).join(", ");
  return (
    `${accounts.length === 1 ? "1 account" : `${accounts.length} accounts`} with ${oneLine(share)}% (${needed}): ` +
    `${shown}${accounts.length > 5 ? ", …" : ""}`
  );
}
