import { getAddress } from "ethers";

import { isSameAddress } from "../../../foundation/chain/same-address.js";
import { describeContract, isUnproven } from "../../../engine/inspect/reading/identify.js";
import type { BlockReader } from "../../../engine/inspect/reading/block-reader.js";
import type { Inspection } from "../../../engine/inspect/description.js";
import type { ForkedChain } from "../chain/forked-chain.js";
import type { TriedTransaction } from "../chain/send-and-trace.js";
import { isRarePrecompile, receiversOf, type RawCall } from "../../../foundation/chain/raw-call.js";
import type { Act, Decided } from "../passing/decide-on-fork.js";

/** The stages in which a proposal is carried out. In the others, its voting machine takes stakes and pays. */
const CARRIED_OUT: readonly Act["stage"][] = ["vote", "execute", "executeScheme", "redeem"];

/** Something that happened: what in words, and its values, in words of 32 bytes. */
export interface Doing {
  readonly what: string;
  readonly values: readonly string[];
  /** The values without the time and the block number, which differ between runs. */
  readonly plain?: readonly string[];
}

/** What was done to carry out a proposal. */
export interface Run {
  readonly decided: Pick<Decided, "decision">;
  readonly acts: readonly Act[];
}

/** Whether the code at an address is neither proven to be Arc's nor a part of the DAO that is used all along. */
export type IsUnproven = (address: string) => Promise<boolean>;

export function unprovenIn(
  reader: BlockReader,
  { avatar, controller, token, reputation }: Inspection,
): IsUnproven {
  const own = [avatar, controller, token.contract, reputation.contract];
  return async (address) => {
    if (own.some((each) => isSameAddress(each.address, address))) return false;
    return isRarePrecompile(address) || isUnproven(await describeContract(reader, address));
  };
}

/** Addresses of the unproven contracts that a proposal calls, with a checksum. */
export async function unprovenContracts(
  acts: readonly Act[],
  isUnproven: IsUnproven,
): Promise<readonly string[]> {
  const called = new Set(carriedOut(acts).flatMap(({ tried }) => receiversOf(tried.trace)));
  const found: string[] = [];
  for (const address of called) if (await isUnproven(address)) found.push(getAddress(address));
  return found;
}

/**
 * What unproven code did in a run, in order: calls, events and storage, with the time and the block number and without
 * them, so that code that only notes them does the same. Calls that only read are left out.
 */
export async function doingsOf(
  chain: ForkedChain,
  { decided, acts }: Run,
  isUnproven: IsUnproven,
): Promise<readonly Doing[]> {
  const doings: Doing[] = [
    { what: `it is decided ${decided.decision ?? "not at all"}`, values: [] },
  ];
  const storage = new Map<string, Doing>();
  for (const { stage, part, tried } of carriedOut(acts)) {
    if (stage === "executeScheme" || stage === "redeem") {
      const outcome = tried.success ? "succeeds" : "fails";
      doings.push({ what: `${stage} ${part ?? ""} ${outcome}`, values: [] });
    }
    const found = await ofUnproven(tried.trace, isUnproven);
    if (found.length === 0) continue;
    doings.push(...found.flatMap((call) => doingsIn(call)).map((each) => without(tried, each)));
    for (const [place, { after }] of await chain.changes(tried)) {
      const [account = "", kind, slot = ""] = place.split(" ");
      const isCode = kind === "code" || kind === "storage";
      if (!isCode || !(await isUnproven(account))) continue;
      const what = `${account} writes its ${kind} ${slot}`;
      storage.set(what, without(tried, { what, values: wordsOf(after.replace(/^0x/, "")) }));
    }
  }
  return [...doings, ...[...storage.values()].sort((a, b) => (a.what < b.what ? -1 : 1))];
}

/** Doings without the calls of some accounts, in lower case. */
export function withoutCallsOf(
  doings: readonly Doing[],
  accounts: readonly string[],
): readonly Doing[] {
  return doings.filter(({ what }) => !accounts.some((each) => what.includes(` of ${each}`)));
}

export function carriedOut(acts: readonly Act[]): readonly Act[] {
  return acts.filter(({ stage }) => CARRIED_OUT.includes(stage));
}

/** The outermost calls of unproven code that may change something. */
async function ofUnproven(call: RawCall, isUnproven: IsUnproven): Promise<readonly RawCall[]> {
  if (call.type === "STATICCALL") return [];
  if (call.to !== undefined && (await isUnproven(call.to))) return [call];
  const inside: RawCall[] = [];
  for (const each of call.calls ?? []) inside.push(...(await ofUnproven(each, isUnproven)));
  return inside;
}

function doingsIn(call: RawCall): readonly Doing[] {
  const { type, from, to = "", input, output = "0x", value = "0x0", error, calls = [] } = call;
  if (type === "STATICCALL") return [];
  const call4 = `${input.slice(0, 10)} of ${to}`;
  const does = error === undefined ? "" : ", which fails";
  const own: Doing = {
    what: `${from} calls (${type}) ${call4}${does}`,
    values: [wordOf(value), ...wordsOf(input.slice(10)), ...wordsOf(output.slice(2))],
  };
  // A call that fails undoes what is inside it.
  if (error !== undefined) return [own];
  const events = (call.logs ?? []).map(({ address, topics, data }): Doing => {
    const [topic = "", ...others] = topics;
    const values = [...others.map((each) => each.slice(2)), ...wordsOf(data.slice(2))];
    return { what: `${address} emits ${topic.slice(0, 10)}`, values };
  });
  return [own, ...events, ...calls.flatMap(doingsIn)];
}

function wordOf(quantity: string | bigint): string {
  return BigInt(quantity).toString(16).padStart(64, "0");
}

function wordsOf(hex: string): readonly string[] {
  return hex.toLowerCase().match(/.{1,64}/g) ?? [];
}

function without({ block, time }: TriedTransaction, { what, values }: Doing): Doing {
  const number = wordOf(BigInt(block));
  const plain = (text: string): string => text.replaceAll(time.toString(16), "the time");
  return {
    what: plain(what.toLowerCase()),
    values,
    plain: values.map((word) => (word === number ? "the block number" : plain(word))),
  };
}

/** Numbers of this many bits; addresses have more. */
const NUMBER = 2n ** 128n;
/** Amounts that differ by less than a twentieth are the same: interest is paid by the second. */
const ALIKE = 20n;

/** The first thing that two runs do not have in common, as text; undefined if they did the same. */
export function firstDifferent(one: readonly Doing[], other: readonly Doing[]): string | undefined {
  for (let at = 0; at < Math.max(one.length, other.length); at++) {
    const [a, b] = [one[at], other[at]];
    if (a !== undefined && b !== undefined && a.what === b.what && sameValues(a, b)) continue;
    if (a !== undefined && a.what === b?.what) return `${a.what}, with other values`;
    return `${a?.what ?? "nothing more happens"}; otherwise ${b?.what ?? "nothing more happens"}`;
  }
  return undefined;
}

function sameValues({ values: a, plain = a }: Doing, other: Doing): boolean {
  const { values: b, plain: otherPlain = b } = other;
  return (
    a.length === b.length &&
    // An amount may happen to be the block number of one run.
    a.every((word, at) => plain[at] === otherPlain[at] || word === b[at] || isAlike(word, b[at]!))
  );
}

function isAlike(a: string, b: string): boolean {
  if (!/^[0-9a-f]{64}$/.test(a) || !/^[0-9a-f]{64}$/.test(b)) return false;
  const [x, y] = [BigInt(`0x${a}`), BigInt(`0x${b}`)];
  const [least, most] = x < y ? [x, y] : [y, x];
  return most < NUMBER && (most - least) * ALIKE < most;
}
