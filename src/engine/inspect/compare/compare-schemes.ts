import { canonicalJson } from "../../../foundation/support/canonical-json.js";
import type {
  ControlDescription,
  GlobalConstraintDescription,
  RegistrationDescription,
  SchemeDescription,
  SchemeParametersDescription,
} from "../description.js";
import { added, isSame, paired, type Collector } from "./collector.js";
import type { Difference } from "./comparison.js";

export function compareSchemes(
  before: readonly SchemeDescription[],
  after: readonly SchemeDescription[],
  collector: Collector,
): void {
  for (const [address, was, is] of paired(before, after, ({ contract }) => contract.address)) {
    if (is === undefined) {
      // A scheme stays in the list once it was registered, unless the chain was reorganized.
      collector.add({ kind: "value", path: `schemes[${address}]`, before: was });
    } else {
      compareScheme(collector, was, is);
    }
  }
}

function compareScheme(
  collector: Collector,
  was: SchemeDescription | undefined,
  is: SchemeDescription,
): void {
  const { contract: scheme, registered, permissions } = is;
  // After an upgrade, what was known of the earlier controller also names it.
  const known = new Set(was?.history.map(unnamed));
  const history = is.history.filter((each) => !known.has(unnamed(each)));
  const wasRegistered = was?.registered ?? false;
  if (registered && (!wasRegistered || history.length > 0)) {
    const { parameters } = is;
    const registration = { scheme, permissions, wasRegistered, parameters, history };
    collector.add({ kind: "schemeRegistered", ...registration });
  } else if (!registered && (wasRegistered || history.length > 0)) {
    const had = was?.permissions ?? permissions;
    collector.add({ kind: "schemeUnregistered", scheme, permissions: had, history });
  }
  if (was === undefined || wasRegistered !== registered) return;
  if (!isSame(was.permissions, permissions)) {
    collector.add({
      kind: "permissions",
      scheme,
      before: was.permissions,
      after: permissions,
      gained: added(was.permissions.words, permissions.words),
      lost: added(permissions.words, was.permissions.words),
    });
  }
  const path = `schemes[${scheme.address}]`;
  const told = ["contract", "registered", "permissions", "history", "parameters"];
  collector.values(path, was, is, told);
  collector.both(`${path}.parameters`, was.parameters, is.parameters, (one, other) => {
    compareParameters(collector, is, one, other);
  });
}

function unnamed({ controller, ...registration }: RegistrationDescription): string {
  return canonicalJson(registration);
}

function compareParameters(
  collector: Collector,
  { contract: scheme }: SchemeDescription,
  before: SchemeParametersDescription | undefined,
  after: SchemeParametersDescription | undefined,
): void {
  const path = `schemes[${scheme.address}].parameters`;
  const { votes: votesBefore = {}, mayCall: calledBefore, ...was } = before ?? {};
  const { votes: votesAfter = {}, mayCall: callsAfter, ...is } = after ?? {};
  collector.values(path, was, is);
  collector.both(`${path}.mayCall`, calledBefore, callsAfter, (one = [], other = []) => {
    if (isSame(one, other)) return;
    const [more, less] = [added(one, other), added(other, one)];
    collector.add({ kind: "mayCall", scheme, added: more, removed: less });
  });
  for (const vote of new Set([...Object.keys(votesAfter), ...Object.keys(votesBefore)])) {
    const [one, other] = [votesBefore[vote], votesAfter[vote]];
    const difference: Difference = { kind: "votes", scheme, vote, before: one, after: other };
    if (one?.votingMachine !== other?.votingMachine || one?.paramsHash !== other?.paramsHash) {
      collector.add(difference);
    } else {
      collector.both(`${path}.votes.${vote}.rules`, one?.rules, other?.rules, (was, is) => {
        if (!isSame(was, is)) collector.add(difference);
      });
    }
  }
}

export function compareConstraints(
  before: readonly GlobalConstraintDescription[],
  after: readonly GlobalConstraintDescription[],
  collector: Collector,
): void {
  const keyOf = ({ contract, looks }: GlobalConstraintDescription) =>
    `${contract.address} ${looks}`;
  for (const [, was, is] of paired(before, after, keyOf)) {
    if (isSame(was && { ...was, contract: undefined }, is && { ...is, contract: undefined })) {
      continue;
    }
    collector.add({ kind: "globalConstraint", before: was, after: is });
  }
}

/** The accounts' total share follows from what they hold, so it is not a difference of its own. */
export function compareControl(
  before: readonly ControlDescription[],
  after: readonly ControlDescription[],
  collector: Collector,
): void {
  for (const [, was, is] of paired(before, after, ({ scheme, vote }) => `${scheme} ${vote}`)) {
    if (isSame(was && answerOf(was), is && answerOf(is))) continue;
    const { scheme, vote } = (is ?? was)!;
    collector.add({ kind: "control", scheme, vote, before: was, after: is });
  }
}

function answerOf(control: ControlDescription): unknown {
  const { permissions, share, ...answer } = control;
  return { ...answer, accounts: [...control.accounts].sort() };
}
