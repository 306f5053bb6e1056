import { describePermissions, PERMISSION, permissionBytes } from "../../arc/permissions.js";
import type { Inspection, SchemeDescription } from "../../inspect/description.js";
import { isNotRead } from "../../inspect/reading/attempt.js";
import type { Simulation, SimulationWarning } from "../simulation.js";
import type { Consequences } from "./effects.js";

/** Who may do what, before and after: schemes that gain permissions, a DAO that gets a new owner. */
export function controlWarnings(
  requests: Simulation["proposal"]["requests"],
  { before, after }: Consequences,
): readonly SimulationWarning[] {
  if (isNotRead(after)) {
    return [
      {
        id: "control",
        status: "inconclusive",
        what: `The DAO's state afterwards could not be read: ${after.notRead}.`,
        why: "Who may do what with the DAO afterwards is unknown. This also happens when it gets a controller that is not Arc's.",
        check: "Review the calls and events of the stages below, one by one.",
        todo: "Do not pass it until you know who would control the DAO.",
      },
    ];
  }
  return [
    ...after.schemes
      .filter(({ registered }) => registered)
      .flatMap((scheme) => gains(scheme, before, requests)),
    ...hands(before, after),
  ];
}

function gains(
  { contract, permissions }: SchemeDescription,
  before: Inspection,
  requests: Simulation["proposal"]["requests"],
): readonly SimulationWarning[] {
  const { address, code, name } = contract;
  const had = before.schemes.find((each) => each.contract.address === address && each.registered);
  const gained = BigInt(permissions.bytes) & ~BigInt(had?.permissions.bytes ?? 0);
  if (gained === 0n) return [];
  const bytes = permissionBytes(gained);
  const { words } = describePermissions(bytes);
  const what = `${name ?? (code === "account" ? "The account" : "Unknown code at")} ${address} gains ${bytes}${words.length > 0 ? ` (${words.join("; ")})` : ""}.`;
  if (code === "account") {
    return [
      {
        id: "account-gains-permissions",
        status: "warning",
        what,
        why: "There is no contract at the address. Whoever has its key can use the permissions without a vote, or somebody may later deploy a contract of their choice there.",
        check: "Whose address it is, and whether a contract should be there on this network.",
        todo: "Vote against it unless this one person should have this power alone.",
      },
    ];
  }
  if (code === "unknown") {
    return [
      {
        id: "unknown-code-gains-permissions",
        status: "warning",
        what: `${what}${contract.looksLike === undefined ? "" : ` It looks like ${contract.looksLike}.`}`,
        why: "The code is not Arc's, so the rules by which it uses its permissions are unknown.",
        check: `Its verified sources: \`dao-migrate verify ${address}\`, or an explorer.`,
        todo: "Have somebody review the code, or vote against it.",
      },
    ];
  }
  const isRequested =
    !isNotRead(requests) &&
    (requests.kind === "registerScheme" || requests.kind === "changeUpgradeScheme") &&
    requests.scheme.address === address;
  if (isRequested && gained <= PERMISSION.REGISTERED) return [];
  return [
    {
      id: "scheme-gains-permissions",
      status: "warning",
      what,
      why: isRequested
        ? "From then on, its proposals can do this, with the votes that its parameters require."
        : !isNotRead(requests) && requests.kind === "upgradeController"
          ? "It is registered with the DAO's new controller. From then on, its proposals can do this, with the votes that its parameters require."
          : "The proposal does not say so: it results from a call that it makes.",
      check: "The scheme's vote parameters, and whether it needs these permissions.",
      todo: "Vote against it unless the scheme should have this power.",
    },
  ];
}

function hands(before: Inspection, after: Inspection): readonly SimulationWarning[] {
  const changed = [
    ["the avatar's controller", before.controller.address, after.controller.address],
    ["the owner of the token", before.token.owner, after.token.owner],
    ["the owner of the reputation", before.reputation.owner, after.reputation.owner],
  ] as const;
  return changed.flatMap(([what, was, is]): SimulationWarning[] => {
    if (isNotRead(was) || was === is) return [];
    const subject = what.replace(/^./, (first) => first.toUpperCase());
    if (isNotRead(is)) {
      return [
        {
          id: "control",
          status: "inconclusive",
          what: `${subject} afterwards could not be read: ${is.notRead}. Before, it was ${was}.`,
          why: "Whoever controls it can do anything with it: mint, take reputation away, empty the treasury.",
          check: "The calls and events of the stages below, one by one.",
          todo: "Do not pass it until you know who would control it.",
        },
      ];
    }
    return [
      {
        id: "controller-changes-hands",
        status: "warning",
        what: `${subject} changes from ${was} to ${is}.`,
        why: "Whoever controls it can do anything with it: mint, take reputation away, empty the treasury.",
        check: `What is at ${is}, and who controls it.`,
        todo: "Vote against it unless the DAO should move there.",
      },
    ];
  });
}
