import type { CheckFacts } from "./facts/check-facts.js";
import type { CheckReport, CheckFinding, InconclusiveRule, RuleReport } from "./report/report.js";
import { isAbout, type Silence } from "./report/silences.js";
import { matchSchemes } from "./rules/match-schemes.js";
import type { Found, Rule } from "./rules/rule.js";
import { RULES } from "./rules/rules.js";
import type { Path } from "../../foundation/params/file/issues.js";

/** The result of the rules, without the DAO and the block. */
export type Verdict = Pick<
  CheckReport,
  "passed" | "rules" | "findings" | "inconclusive" | "silenced" | "uselessSilences"
>;

/**
 * Runs every rule. An inconclusive rule has not passed. A silence removes findings and inconclusive parts alike.
 * @param locate line and column of a path in the parameters file
 */
export function runRules(
  facts: CheckFacts,
  silences: readonly Silence[] = [],
  locate: (path: Path) => CheckFinding["location"] = () => undefined,
): Verdict {
  const used = new Set<Silence>();
  const silenceOf = (rule: string, where: string): Silence | undefined => {
    const silence = silences.find((each) => isAbout(each, rule, where));
    if (silence !== undefined) used.add(silence);
    return silence;
  };
  const findings: CheckFinding[] = [];
  const inconclusive: InconclusiveRule[] = [];
  const silenced: CheckReport["silenced"][number][] = [];
  const rules: RuleReport[] = [];
  const ruleFacts = { ...facts, matches: matchSchemes(facts) };
  for (const rule of RULES) {
    const { id, severity, title } = rule;
    if (rule.applies?.(ruleFacts) === false) {
      rules.push({ id, severity, title, status: "does not apply" });
      continue;
    }
    const [found, unclear] = [findings.length, inconclusive.length];
    // The same thing may be unreadable for several schemes.
    const all = new Map(rule.check(ruleFacts).map((each) => [JSON.stringify(each), each]));
    for (const each of all.values()) {
      const about = { rule: id, where: each.where };
      const message = "unclear" in each ? each.unclear : each.message;
      const silence = silenceOf(id, each.where);
      if (silence !== undefined) silenced.push({ ...about, message, reason: silence.reason });
      else if ("unclear" in each) inconclusive.push({ ...about, reason: message });
      else findings.push(findingOf(rule, each, locate));
    }
    const status = statusOf(rule, findings.length - found, inconclusive.length - unclear);
    rules.push({ id, severity, title, status });
  }
  return {
    passed: rules.every(({ status }) => status !== "failed" && status !== "inconclusive"),
    rules,
    findings,
    inconclusive,
    silenced,
    uselessSilences: silences.filter((silence) => !used.has(silence)),
  };
}

function statusOf({ severity }: Rule, found: number, unclear: number): RuleReport["status"] {
  if (found > 0 && severity !== "note") return "failed";
  if (unclear > 0) return "inconclusive";
  return found > 0 ? "notes" : "passed";
}

function findingOf(
  { id, severity, why, whatToDo }: Rule,
  { where, path, message, found, wanted }: Found,
  locate: (path: Path) => CheckFinding["location"],
): CheckFinding {
  const location = path === undefined ? undefined : locate(path);
  return { rule: id, severity, where, message, found, wanted, why, whatToDo, location };
}
