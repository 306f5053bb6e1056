import { EventFragment, zeroPadValue, type Interface, type Result } from "ethers";

import {
  kindOfEvent,
  PROPOSAL_KINDS,
  SUBJECTS,
  type ProposalKind,
} from "../../governance/proposal-kinds.js";
import { readTarget, externalTokenOf } from "../../governance/redeem-and-execute.js";
import type { ProposalRequest } from "../description.js";
import type { BlockReader } from "../reading/block-reader.js";
import { jsonByName, type Contract, type ContractEvent } from "../reading/contract.js";
import { describeContract } from "../reading/identify.js";
import { describeRequested } from "../../../foundation/arc/permissions.js";
import { describeCall, type GivenAbis } from "./calls.js";
import type { FoundProposal } from "./find-proposals.js";

/** Names of the events that schemes emit for a new proposal. */
const ASKING = /^(New|Remove|Change)\w*Proposal$/;
/** Parameters that are not part of the request, in Arc's schemes and in others. */
const FRAME = /^_?(avatar|proposalId|intVoteInterface|descriptionHash)_?$/;
const DESCRIPTION = /^_?(contributionDescription|descriptionHash|description)_?$/;

/** Reads the event that each proposal of a scheme emitted when it was made, by proposal ID. */
export async function readSchemeEvents(
  scheme: Contract,
  avatar: string,
): Promise<ReadonlyMap<string, ContractEvent>> {
  const events = await scheme.events(proposalEvents(scheme), [zeroPadValue(avatar, 32)]);
  return new Map(events.map((event) => [String(event.values._proposalId), event]));
}

/** Names of the events that one of Arc's schemes emits when a proposal is made. */
export function proposalEvents({ abi }: Contract): readonly string[] {
  return eventNames(abi, ({ name, inputs: [first] }) => {
    const isOfAvatar = first?.indexed === true && first.type === "address";
    return ASKING.test(name) && isOfAvatar;
  });
}

function eventNames(abi: Interface, isWanted: (event: EventFragment) => boolean): string[] {
  const events = abi.fragments.filter((each) => EventFragment.isFragment(each));
  return events.filter(isWanted).map(({ name }) => name);
}

/**
 * Reads what a scheme that is not Arc's emitted for each of its proposals in the transaction that made it: the first
 * event with the proposal's ID.
 * @param made the scheme's proposals
 */
export async function readOwnEvents(
  scheme: Contract,
  made: readonly Pick<FoundProposal, "id" | "made">[],
): Promise<ReadonlyMap<string, ContractEvent>> {
  const names = eventNames(scheme.abi, ({ inputs }) => {
    const isNamed = inputs.every((input) => input.name !== "");
    return isNamed && inputs.some(({ type, indexed }) => type === "bytes32" && indexed);
  });
  const events = await scheme.events(names);
  return new Map(
    made.flatMap(({ id, made: { log: from } }) => {
      const own = events.find(
        ({ log }) => log.transactionHash === from.transactionHash && log.topics.includes(id),
      );
      return own === undefined ? [] : [[id, own] as const];
    }),
  );
}

/** Untrusted text or its hash; undefined if the scheme does not return one. */
export function descriptionOf({ values }: ContractEvent): string | undefined {
  const [, description] =
    Object.entries(named(values)).find(([name]) => DESCRIPTION.test(name)) ?? [];
  return typeof description === "string" ? description : undefined;
}

export async function describeRequest(
  reader: BlockReader,
  scheme: Contract,
  { name, values }: ContractEvent,
  abis: GivenAbis,
): Promise<ProposalRequest> {
  const kind = kindOfEvent(name);
  const { _callsData: allData } = named(values);
  if (kind === "reward") return rewardOf(values);
  if (kind === "call") {
    const to = await readTarget(scheme, String(values._avatar));
    const [data, value = 0n] = fieldsIn(values, kind).map(([, is]) => is);
    const call = { to, data: String(data), value: value as bigint };
    return { kind: "calls", calls: [await describeCall(reader, call, abis)] };
  }
  if (kind === "calls" && Array.isArray(allData)) {
    const [data, amounts] = [allData as string[], values._values as bigint[]];
    const calls = [...(values._contractsToCall as string[])].map((to, index) =>
      describeCall(reader, { to, data: data[index] ?? "0x", value: amounts[index] ?? 0n }, abis),
    );
    return { kind, calls: await Promise.all(calls) };
  }
  const fields = kind === undefined ? [] : fieldsIn(values, kind);
  if (fields.length === 0 || fields.some(([, value]) => value === undefined)) {
    return describeEvent(scheme, { name, values });
  }
  const asked = fields.map(async ([field, value]) => {
    const text = String(value);
    if (field === "permissions") return [field, describeRequested(text)] as const;
    const isContract = SUBJECTS.some((each) => each === field);
    return [field, isContract ? await describeContract(reader, text) : text] as const;
  });
  return { kind, ...Object.fromEntries(await Promise.all(asked)) } as ProposalRequest;
}

/** The fields of a kind of proposal with what an event has for them; undefined for what a release's event lacks. */
function fieldsIn(values: Result, kind: ProposalKind): readonly (readonly [string, unknown])[] {
  const all = named(values);
  return Object.entries<readonly string[]>(PROPOSAL_KINDS[kind].parameters)
    .filter(([, names]) => names.length > 0)
    .map(([field, names]) => [
      field,
      names.map((each) => all[each]).find((is) => is !== undefined),
    ]);
}

/** A request that only the scheme can interpret. */
export function describeEvent(
  scheme: Contract,
  { name, values }: Pick<ContractEvent, "name" | "values">,
): ProposalRequest {
  const inputs = scheme.abi.getEvent(name)?.inputs ?? [];
  const all = Object.entries(jsonByName(values.toArray(), inputs));
  const asked = Object.fromEntries(all.filter(([field]) => !FRAME.test(field)));
  return { kind: "other", event: name, values: asked };
}

function named(values: Result): Readonly<Record<string, unknown>> {
  return values.toObject() as Readonly<Record<string, unknown>>;
}

/** ContributionReward pays in periods, ContributionRewardExt once. */
function rewardOf(values: Result): ProposalRequest {
  const rewards = values._rewards as readonly bigint[];
  const [nativeTokens = 0n, ether = 0n, externalTokens = 0n, periodLength, periods = 1n] = rewards;
  return {
    kind: "reward",
    beneficiary: String(values._beneficiary),
    reputation: String(values._reputationChange),
    nativeTokens: String(nativeTokens),
    ether: String(ether),
    externalTokens: String(externalTokens),
    externalToken: externalTokens > 0n ? externalTokenOf(values._externalToken) : undefined,
    periodLength: periodLength === undefined ? undefined : String(periodLength),
    periods: String(periods),
  };
}
