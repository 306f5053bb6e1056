import { isAddress } from "ethers";

import type {
  ContractDescription,
  Inspected,
  Inspection,
  ProposalDescription,
  ProposalRequest,
  SchemeDescription,
} from "../../../engine/inspect/description.js";
import { isDecidedNotDone } from "../../../engine/inspect/proposals/pending.js";
import { isNotRead } from "../../../engine/inspect/reading/attempt.js";
import type { Consequences } from "./consequences.js";
import { judgeEffects } from "./effects.js";
import { nameOf } from "./warnings.js";
import { gain, notKnown, type PowerChange } from "./power-words.js";

/** Proposals that passed before and can be carried out afterwards, because their scheme may do more than before. */
export function revivedProposals(
  consequences: Consequences,
  after: Inspection,
): readonly PowerChange[] {
  const { before } = consequences;
  return after.schemes
    .filter((scheme) => gainsPermissions(scheme, before))
    .flatMap(({ contract }): readonly PowerChange[] => {
      const { proposals } = after;
      if (isNotRead(proposals)) return [unknown(contract, proposals.notRead)];
      const own = proposals.filter(
        ({ id, scheme }) => scheme === contract.address && id !== consequences.id,
      );
      return own.flatMap((each) => revived(each, contract, consequences));
    });
}

function gainsPermissions(
  { contract, registered, permissions }: SchemeDescription,
  { schemes }: Inspection,
): boolean {
  if (!registered) return false;
  const was = schemes.find((each) => each.contract.address === contract.address);
  const had = was?.registered === true ? BigInt(was.permissions.bytes) : 0n;
  return (BigInt(permissions.bytes) & ~had) !== 0n;
}

function revived(
  proposal: ProposalDescription,
  scheme: ContractDescription,
  consequences: Consequences,
): PowerChange | readonly [] {
  const { id, progress, requests } = proposal;
  if (isNotRead(progress)) return unknown(scheme, `${id}: ${progress.notRead}`);
  if (!isDecidedNotDone(proposal)) return [];
  // As if it had not been carried out: only what it requests is of interest.
  const { effects } = judgeEffects(requests, { ...consequences, obstacle: "", stages: [] });
  const words = effects.map(({ request }) => request).join("; ");
  return gain(namedIn(requests, consequences.before), "revives-proposal", {
    what: `Anybody can then carry out the proposal ${id}, which was decided before and waits in ${nameOf(scheme)}: ${words}.`,
    why: "It needs no further vote, only the permissions that its scheme gets back.",
    check: "What it asks for, and whether the DAO still wants that.",
    todo: "Vote against it, or register another contract, which has no such proposals.",
  });
}

function namedIn(
  requests: Inspected<ProposalRequest>,
  { avatar, controller }: Inspection,
): readonly string[] {
  if (isNotRead(requests)) return [];
  const found = new Set<string>();
  if (requests.kind === "reward") found.add(requests.beneficiary);
  if (requests.kind === "registerScheme") found.add(requests.scheme.address);
  if (requests.kind === "upgradeController") found.add(requests.controller.address);
  for (const { to, value, function: called } of requests.kind === "calls" ? requests.calls : []) {
    if (value !== "0") found.add(to.address);
    for (const each of Object.values(called?.args ?? {})) {
      if (typeof each === "string" && isAddress(each)) found.add(each);
    }
  }
  return [...found].filter((each) => each !== avatar.address && each !== controller.address);
}

function unknown(scheme: ContractDescription, reason: string): PowerChange {
  return notKnown([scheme.address], {
    what: `Which proposals of ${nameOf(scheme)} passed before, and can then be carried out, is not known: ${reason}.`,
    why: "They need no further vote, only the permissions that their scheme gets.",
    check: "What `dao-migrate inspect` says of the scheme's proposals.",
  });
}
