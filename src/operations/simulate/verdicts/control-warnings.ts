import {
  describePermissions,
  PERMISSION,
  permissionBytes,
} from "../../../foundation/arc/permissions.js";
import type { Inspection, SchemeDescription } from "../../../engine/inspect/description.js";
import { isNotRead } from "../../../engine/inspect/reading/attempt.js";
import { inconclusive, warning, type Simulation, type SimulationWarning } from "../simulation.js";
import type { Consequences } from "./effects.js";

type Requests = Simulation["proposal"]["requests"];

/** Who may do what, before and after: schemes that gain permissions, a DAO that gets a new owner. */
export function controlWarnings(
  requests: Requests,
  { before, after }: Consequences,
): readonly SimulationWarning[] {
  if (isNotRead(after)) {
    return [
      inconclusive("control", {
        what: `The DAO's state afterwards could not be read: ${after.notRead}.`,
        why: "Who may do what with the DAO afterwards is unknown. This also happens when it gets a controller that is not Arc's.",
        check: "Review the calls and events of the stages below, one by one.",
        todo: "Do not pass it until you know who would control the DAO.",
      }),
    ];
  }
  const registered = after.schemes.filter((scheme) => scheme.registered);
  return [
    ...registered.flatMap((scheme) => gains(scheme, before, requests)),
    ...hands(before, after),
  ];
}

function gains(
  { contract, permissions }: SchemeDescription,
  before: Inspection,
  requests: Requests,
): SimulationWarning | readonly [] {
  const { address, code, name, looksLike } = contract;
  const had = before.schemes.find((each) => each.contract.address === address && each.registered);
  const gained = BigInt(permissions.bytes) & ~BigInt(had?.permissions.bytes ?? 0);
  if (gained === 0n) return [];
  const bytes = permissionBytes(gained);
  const { words } = describePermissions(bytes);
  const what = `${name ?? (code === "account" ? "The account" : "Unknown code at")} ${address} gains ${bytes}${words.length > 0 ? ` (${words.join("; ")})` : ""}.`;
  if (code === "account") {
    return warning("account-gains-permissions", {
      what,
      why: "There is no contract at the address. Whoever has its key can use the permissions without a vote, or somebody may later deploy a contract of their choice there.",
      check: "Whose address it is, and whether a contract should be there on this network.",
      todo: "Vote against it unless this one person should have this power alone.",
    });
  }
  if (code === "unknown") {
    return warning("unknown-code-gains-permissions", {
      what: `${what}${looksLike === undefined ? "" : ` It looks like ${looksLike}.`}`,
      why: "The code is not Arc's, so the rules by which it uses its permissions are unknown.",
      check: `Its verified sources: \`dao-migrate verify ${address}\`, or an explorer.`,
      todo: "Have somebody review the code, or vote against it.",
    });
  }
  const kind = isNotRead(requests) ? undefined : requests.kind;
  const isRequested =
    !isNotRead(requests) &&
    (requests.kind === "registerScheme" || requests.kind === "changeUpgradeScheme") &&
    requests.scheme.address === address;
  if (isRequested && gained <= PERMISSION.REGISTERED) return [];
  const then =
    "From then on, its proposals can do this, with the votes that its parameters require.";
  return warning("scheme-gains-permissions", {
    what,
    why: isRequested
      ? then
      : kind === "upgradeController"
        ? `It is registered with the DAO's new controller. ${then}`
        : "The proposal does not say so: it results from a call that it makes.",
    check: "The scheme's vote parameters, and whether it needs these permissions.",
    todo: "Vote against it unless the scheme should have this power.",
  });
}

function hands(before: Inspection, after: Inspection): readonly SimulationWarning[] {
  const changed = [
    ["The avatar's controller", before.controller.address, after.controller.address],
    ["The owner of the token", before.token.owner, after.token.owner],
    ["The owner of the reputation", before.reputation.owner, after.reputation.owner],
  ] as const;
  const why =
    "Whoever controls it can do anything with it: mint, take reputation away, empty the treasury.";
  return changed.flatMap(([what, was, is]): SimulationWarning | readonly [] => {
    if (isNotRead(was) || was === is) return [];
    if (isNotRead(is)) {
      return inconclusive("control", {
        what: `${what} afterwards could not be read: ${is.notRead}. Before, it was ${was}.`,
        why,
        check: "The calls and events of the stages below, one by one.",
        todo: "Do not pass it until you know who would control it.",
      });
    }
    return warning("controller-changes-hands", {
      what: `${what} changes from ${was} to ${is}.`,
      why,
      check: `What is at ${is}, and who controls it.`,
      todo: "Vote against it unless the DAO should move there.",
    });
  });
}
