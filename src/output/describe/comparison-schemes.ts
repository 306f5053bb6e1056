import { caution, line, named, phrase, remark, value } from "../document/document.js";
import type { Inline, Line, Parts } from "../document/document.js";
import type { Difference } from "../../engine/inspect/compare/comparison.js";
import type {
  GlobalConstraintDescription,
  Inspection,
  VoteParametersDescription,
} from "../../engine/inspect/description.js";
import { valuesOf } from "../../engine/inspect/control/by-votes.js";
import { isNotRead } from "../../engine/inspect/reading/attempt.js";
import { schemeContract } from "../../engine/inspect/schemes/scheme-contract.js";
import { contractWords, historyLines, permissionWords } from "./contracts.js";
import { byAnswer, fewestWords } from "./control.js";
import { ruleWords } from "./vote-rules.js";

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
      return remark(
        scheme.code === "account" ? "danger" : undefined,
        phrase`${contractWords(scheme)} was registered${wasRegistered && " again"}`,
        historyLines(history),
        !wasRegistered && line`may ${permissionWords(permissions)}`,
      );
    }
    case "schemeUnregistered": {
      const { scheme, permissions, history } = difference;
      return line(
        phrase`${contractWords(scheme)} was unregistered`,
        historyLines(history),
        permissions.words.length > 0 && line`lost: ${permissionWords(permissions)}`,
      );
    }
    case "permissions": {
      const { scheme, before, after: now, gained, lost } = difference;
      return remark(
        gained.length > 0 ? "caution" : undefined,
        phrase`${contractWords(scheme)} has different permissions (${{ code: now.bytes }}, before ${{ code: before.bytes }})`,
        gained.map((words) => line`gained: ${words}`),
        lost.map((words) => line`lost: ${words}`),
      );
    }
    case "mayCall": {
      const { scheme, added, removed } = difference;
      return line(
        phrase`${contractWords(scheme)} may call different contracts`,
        added.map((address) => line`gained: ${named(address)}`),
        removed.map((address) => line`lost: ${named(address)}`),
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

function ruleLines(
  before: VoteParametersDescription | undefined,
  after: VoteParametersDescription | undefined,
  dao: Inspection,
): Parts {
  if (before === undefined) return line("there was no such vote parameter before");
  if (after === undefined) return line("there is no such vote now");
  const [now, then] = [after.votingMachine, before.votingMachine];
  const moved = now !== then && line`on ${{ address: now }}, before on ${{ address: then }}`;
  if (isNotRead(after.rules) || isNotRead(before.rules)) {
    const why = [after.rules, before.rules].find(isNotRead);
    const hashes = phrase`${{ code: after.paramsHash }}, before ${{ code: before.paramsHash }}`;
    return [moved, line`parameters hash ${hashes}; ${why}`];
  }
  const [was, is] = [before.rules, after.rules].map((rules): Readonly<Record<string, unknown>> => ({
    "voting machine": Object.keys(rules)[0],
    ...valuesOf(rules),
  }));
  const show = (name: string, rule: unknown, machine: string): Inline =>
    rule === undefined ? "nothing" : ruleWords(name, rule, machine, dao);
  const changed = Object.keys({ ...is, ...was }).flatMap((name) => {
    const [one, other] = [is![name], was![name]];
    if (JSON.stringify(one) === JSON.stringify(other)) return [];
    return line`${value(name, 100)}: ${show(name, one, now)}, before ${show(name, other, then)}`;
  });
  return [moved, changed];
}

function constraintLine(
  before: GlobalConstraintDescription | undefined,
  after: GlobalConstraintDescription | undefined,
): Line {
  const { contract, looks } = (after ?? before)!;
  const title = phrase`global constraint ${contractWords(contract)}, looks ${looks}`;
  if (after === undefined) return caution`${title}: removed`;
  const now = value(after.parameters);
  return before === undefined
    ? line`${title}: added, ${now}`
    : line`${title}: ${now}, before ${value(before.parameters)}`;
}

/** Schemes with the same answer share a line. */
function controlLines(differences: readonly Difference[], after: Inspection): readonly Line[] {
  const changed = differences.flatMap((each) => {
    // For a scheme that was added or removed, this would only repeat that.
    if (each.kind !== "control" || each.before === undefined || each.after === undefined) return [];
    const name = schemeContract(each.scheme, after)?.name ?? each.scheme;
    const [now, before] = [fewestWords(each.after, 5), fewestWords(each.before, 5)];
    return { name, answer: [line`now: ${now}`, line`before: ${before}`] };
  });
  return byAnswer(changed, (names) => `who can pass a proposal of ${names} changed`);
}
