import { isAddress } from "ethers";

import { callOf, type FunctionCall } from "../../../engine/governance/function-call.js";
import type {
  ContractDescription,
  Inspected,
  Inspection,
  ProposalDescription,
  ProposalRequest,
  SchemeDescription,
} from "../../../engine/inspect/description.js";
import { isDecidedNotDone } from "../../../engine/inspect/proposals/pending.js";
import { attempt, ifRead, isNotRead } from "../../../engine/inspect/reading/attempt.js";
import { schemeContract } from "../../../engine/inspect/schemes/scheme-contract.js";
import { abiOf } from "../../../engine/inspect/reading/identify.js";
import { executeCall, isMultiCall } from "../../../engine/governance/redeem-and-execute.js";
import type { ForkedChain } from "../chain/forked-chain.js";
import type { Consequences } from "./consequences.js";
import { judgeEffects } from "./effects.js";
import { nameOf } from "./warnings.js";
import { gain, notKnown, type PowerChange } from "./power-words.js";

/** How many passed proposals are tried, the latest. */
const MOST_TRIED = 20;

/**
 * Finds passed proposals whose calls fail at one block, such as for lack of ether, and work now.
 * @param first number of the block
 * @returns their IDs
 */
export async function readFreed(
  chain: Pick<ForkedChain, "answer">,
  dao: Inspection,
  first: number,
): Promise<readonly string[]> {
  const waiting = (ifRead(dao.proposals) ?? []).filter(isDecidedNotDone);
  const found: string[] = [];
  for (const proposal of waiting.slice(-MOST_TRIED)) {
    const call = await attempt(() => Promise.resolve(laterCall(proposal, dao)));
    if (call === undefined || isNotRead(call)) continue;
    const works = async (block?: number): Promise<boolean> => {
      const answer = await attempt(async () => await chain.answer(call, block));
      return !isNotRead(answer) && (answer === "0x" || BigInt(answer.slice(0, 66)) !== 0n);
    };
    if (!(await works(first)) && (await works())) found.push(proposal.id);
  }
  return found;
}

/** The call by which a passed proposal is carried out, such that it tells whether what is proposed works. */
function laterCall(
  { id, requests, scheme: from }: ProposalDescription,
  inspection: Inspection,
): object | undefined {
  const {
    controller,
    avatar: { address: avatar },
  } = inspection;
  const scheme = schemeContract(from, inspection);
  const abi = scheme && abiOf(scheme)?.fragments;
  if (abi === undefined || isNotRead(requests) || requests.kind !== "calls") return undefined;
  const encode = (of: ContractDescription, { functionName, args }: FunctionCall) => {
    return { to: of.address, data: abiOf(of)!.encodeFunctionData(functionName, [...args]) };
  };
  if (isMultiCall(abi)) return encode(scheme!, executeCall(abi, id, avatar));
  // The scheme of one call does not fail if its call does.
  const [call] = requests.calls;
  const of = abiOf(controller)?.fragments;
  if (of === undefined || call === undefined) return undefined;
  const { to, data, value } = call;
  const values = { _contract: to.address, _data: data, _avatar: avatar, _value: value };
  return { ...encode(controller, callOf(of, "genericCall", values)), from };
}

/** Proposals that passed before and can be carried out afterwards, and could not before. */
export function revivedProposals(
  consequences: Consequences,
  after: Inspection,
): readonly PowerChange[] {
  const { before, freed = [] } = consequences;
  return after.schemes.flatMap((scheme): readonly PowerChange[] => {
    const { contract } = scheme;
    const gains = gainsPermissions(scheme, before);
    if (!gains && freed.length === 0) return [];
    const { proposals } = after;
    if (isNotRead(proposals)) return gains ? [unknown(contract, proposals.notRead)] : [];
    const own = proposals.filter(
      (each) => each.scheme === contract.address && each.id !== consequences.id,
    );
    const can = own.filter(({ id }) => gains || freed.includes(id));
    return can.flatMap((each) => revived(each, contract, consequences));
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
    why: "It needs no further vote, only what this proposal brings: the permissions of its scheme, or what its calls lacked.",
    check: "What it asks for, and whether the DAO still wants that.",
    todo: "Vote against it, or register another contract, which has no such proposals, if this is about a scheme.",
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
