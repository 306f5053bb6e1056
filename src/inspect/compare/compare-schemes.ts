import type {
  GlobalConstraintDescription,
  SchemeDescription,
  SchemeParametersDescription,
} from "../description.js";
import { added, isSame, paired, type Collector } from "./collector.js";
import type { Difference } from "./comparison.js";

export function compareSchemes(
  collector: Collector,
  before: readonly SchemeDescription[],
  after: readonly SchemeDescription[],
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
  const history = added(was?.history ?? [], is.history);
  const wasRegistered = was?.registered ?? false;
  if (registered && (!wasRegistered || history.length > 0)) {
    const { parameters } = is;
    collector.add({
      kind: "schemeRegistered",
      scheme,
      permissions,
      wasRegistered,
      ...(parameters !== undefined && { parameters }),
      history,
    });
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
  collector.values(path, restOf(was), restOf(is));
  collector.both(`${path}.parameters`, was.parameters, is.parameters, (one, other) => {
    compareParameters(collector, is, one, other);
  });
}

/** What no other difference covers. */
function restOf(description: SchemeDescription): unknown {
  const { contract, registered, permissions, history, parameters, ...rest } = description;
  return rest;
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
    const difference: Difference = {
      kind: "votes",
      scheme,
      vote,
      ...(one !== undefined && { before: one }),
      ...(other !== undefined && { after: other }),
    };
    if (one?.votingMachine !== other?.votingMachine || one?.paramsHash !== other?.paramsHash) {
      collector.add(difference);
    } else {
      collector.both(`${path}.votes.${vote}.rules`, one?.rules, other?.rules, (...rules) => {
        if (!isSame(...rules)) collector.add(difference);
      });
    }
  }
}

export function compareConstraints(
  collector: Collector,
  before: readonly GlobalConstraintDescription[],
  after: readonly GlobalConstraintDescription[],
): void {
  const keyOf = ({ contract, looks }: GlobalConstraintDescription) =>
    `${contract.address} ${looks}`;
  for (const [, was, is] of paired(before, after, keyOf)) {
    if (isSame(was && { ...was, contract: undefined }, is && { ...is, contract: undefined })) {
      continue;
    }
    collector.add({
      kind: "globalConstraint",
      ...(was !== undefined && { before: was }),
      ...(is !== undefined && { after: is }),
    });
  }
}
