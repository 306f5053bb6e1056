import { caution, line, phrase, value, type Inline, type Line } from "../document/document.js";
import type { Difference } from "../inspect/compare/comparison.js";
import type {
  GlobalConstraintDescription,
  Inspection,
  RegistrationDescription,
  VoteParametersDescription,
} from "../inspect/description.js";
import { isNotRead } from "../inspect/reading/attempt.js";
import { contractWords, permissionWords, registrationWords } from "./contracts.js";
import { fewestWords } from "./control.js";
import { ruleWords, valuesOf } from "./vote-rules.js";

/** What changed in schemes, constraints, and who can pass a proposal. */
export function schemeDifferenceLines(
  differences: readonly Difference[],
  after: Inspection,
): readonly Line[] {
  return [
    ...differences.flatMap((each) => schemeLine(each, after) ?? []),
    ...controlLines(differences, after),
  ];
}

function schemeLine(difference: Difference, after: Inspection): Line | undefined {
  switch (difference.kind) {
    case "schemeRegistered": {
      const { scheme, permissions, wasRegistered, history } = difference;
      return {
        ...line(
          phrase`${contractWords(scheme)} was registered${wasRegistered && " again"}`,
          historyLines(history),
          !wasRegistered && line(phrase`may ${permissionWords(permissions)}`),
        ),
        tone: scheme.code === "account" ? "danger" : undefined,
      };
    }
    case "schemeUnregistered": {
      const { scheme, permissions, history } = difference;
      return line(
        phrase`${contractWords(scheme)} was unregistered`,
        historyLines(history),
        permissions.words.length > 0 && line(phrase`lost: ${permissionWords(permissions)}`),
      );
    }
    case "permissions": {
      const { scheme, before, after: now, gained, lost } = difference;
      return {
        ...line(
          phrase`${contractWords(scheme)} has different permissions (${{ code: now.bytes }}, before ${{ code: before.bytes }})`,
          gained.map((words) => line(phrase`gained: ${words}`)),
          lost.map((words) => line(phrase`lost: ${words}`)),
        ),
        tone: gained.length > 0 ? "caution" : undefined,
      };
    }
    case "mayCall": {
      const { scheme, added, removed } = difference;
      return line(
        phrase`${contractWords(scheme)} may call different contracts`,
        added.map((address) => line(phrase`gained: ${{ address, named: true }}`)),
        removed.map((address) => line(phrase`lost: ${{ address, named: true }}`)),
      );
    }
    case "votes": {
      const { scheme, vote, before, after: now } = difference;
      return line(
        phrase`${contractWords(scheme)} votes (${value(vote, 100)}) by different rules`,
        ruleLines(before, now, after),
      );
    }
    case "globalConstraint":
      return constraintLine(difference.before, difference.after);
    default:
      return undefined;
  }
}

function historyLines(history: readonly RegistrationDescription[]): readonly Line[] {
  return history.map((each) => line(phrase`${each.event} ${registrationWords(each)}`));
}

/** Each rule that changed. */
function ruleLines(
  before: VoteParametersDescription | undefined,
  after: VoteParametersDescription | undefined,
  dao: Inspection,
): readonly Line[] {
  if (before === undefined) return [line("there was no such vote before")];
  if (after === undefined) return [line("there is no such vote now")];
  const machines = [{ address: after.votingMachine }, { address: before.votingMachine }] as const;
  const moved =
    before.votingMachine === after.votingMachine
      ? []
      : [line(phrase`on ${machines[0]}, before on ${machines[1]}`)];
  if (isNotRead(after.rules) || isNotRead(before.rules)) {
    const why = isNotRead(after.rules) ? after.rules : before.rules;
    return [
      ...moved,
      line(
        phrase`parameters hash ${{ code: after.paramsHash }}, before ${{ code: before.paramsHash }}; ${why as Inline}`,
      ),
    ];
  }
  const [was, is] = [named(before.rules), named(after.rules)];
  const names = [...new Set([...Object.keys(is), ...Object.keys(was)])];
  const changed = names.filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]));
  const show = (name: string, rule: unknown, machine: string): Inline =>
    rule === undefined ? "nothing" : ruleWords(name, rule, machine, dao);
  return [
    ...moved,
    ...changed.map((name) =>
      line(
        phrase`${value(name, 100)}: ${show(name, is[name], after.votingMachine)}, before ${show(name, was[name], before.votingMachine)}`,
      ),
    ),
  ];
}

/** Rules with the kind of the machine as one of them. */
function named(rules: Parameters<typeof valuesOf>[0]): Readonly<Record<string, unknown>> {
  return { "voting machine": Object.keys(rules)[0], ...valuesOf(rules) };
}

function constraintLine(
  before: GlobalConstraintDescription | undefined,
  after: GlobalConstraintDescription | undefined,
): Line {
  const { contract, looks } = (after ?? before)!;
  const title = phrase`global constraint ${contractWords(contract)}, looks ${looks}`;
  const shown = ({ parameters }: GlobalConstraintDescription): Inline =>
    isNotRead(parameters) ? parameters : value(parameters, 500);
  if (after === undefined) return caution(phrase`${title}: removed`);
  if (before === undefined) return line(phrase`${title}: added, ${shown(after)}`);
  return line(phrase`${title}: ${shown(after)}, before ${shown(before)}`);
}

/** Schemes with the same answer share a line. */
function controlLines(differences: readonly Difference[], after: Inspection): readonly Line[] {
  const names = new Map<string, { readonly schemes: Set<string>; readonly below: Line[] }>();
  for (const each of differences) {
    // For a scheme that was added or removed, this would only repeat that.
    if (each.kind !== "control" || each.before === undefined || each.after === undefined) continue;
    const answers = [each.after, each.before].map((control) => fewestWords(control, 5));
    const key = JSON.stringify(answers);
    const scheme = after.schemes.find(({ contract }) => contract.address === each.scheme);
    const known = names.get(key) ?? {
      schemes: new Set<string>(),
      below: answers.map((answer, index) =>
        line(phrase`${index === 0 ? "now" : "before"}: ${answer}`),
      ),
    };
    known.schemes.add(scheme?.contract.name ?? each.scheme);
    names.set(key, known);
  }
  return [...names.values()].map(({ schemes, below }) =>
    line(`who can pass a proposal of ${[...schemes].join(", ")} changed`, below),
  );
}
