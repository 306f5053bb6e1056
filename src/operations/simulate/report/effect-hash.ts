import { createHash } from "node:crypto";

import { id as keccakOf, zeroPadValue } from "ethers";

import type {
  AccountDescription,
  CompetitionDescription,
} from "../../../engine/inspect/description.js";
import { ifRead, isNotRead } from "../../../engine/inspect/reading/attempt.js";
import { TRANSFER } from "../../../foundation/chain/erc20.js";
import { canonicalJson } from "../../../foundation/support/canonical-json.js";
import { whyUnknown } from "../verdicts/verdicts.js";
import {
  EFFECT_VERSION as VERSION,
  type EffectCall,
  type EffectDocument,
  type EffectHash,
  type EffectSetup,
  type EffectTransfer,
} from "./effect-document.js";
import type { Simulation, SimulatedTransaction, TracedCall } from "../simulation.js";

const EXECUTE_PROPOSAL = keccakOf("executeProposal(bytes32,int256)").slice(0, 10);
const EXECUTE = keccakOf("execute(bytes32)").slice(0, 10);

export function isEffectHash(text: string): boolean {
  return /^effects-\d+(-partly)?:[0-9a-f]{64}$/.test(text);
}

type Simulated = Omit<Simulation, "hash">;
type Named = Pick<Simulation, "chainId" | "avatar" | "proposal">;

/**
 * Hashes what a proposal does if it passes; undefined if it cannot.
 * @param accounts those that decide about the DAO afterwards
 */
export function effectHash(
  simulation: Simulated,
  accounts: readonly AccountDescription[] = [],
): EffectHash | undefined {
  const { passes, passed, unproven } = simulation;
  if (passes.verdict !== "passed" && passes.verdict !== "can pass") return undefined;
  const unstable = new Set(whyUnknown(unproven) === undefined ? [] : unproven?.contracts);
  const did = { stages: passed.stages, changes: [passed.changes], accounts };
  return hashEffects(simulation, did, gapsOf(simulation, unstable), unstable);
}

interface Did {
  readonly stages: readonly SimulatedTransaction[];
  readonly changes: readonly Simulated["passed"]["changes"][];
  readonly accounts: readonly AccountDescription[];
}

/**
 * Hashes what transactions did to carry a proposal out.
 * @param changes of the DAO, before and after them
 * @param notDetermined sentences
 * @param unstable addresses of code of which it is not known what it does
 */
export function hashEffects(
  named: Named,
  { stages, changes, accounts }: Did,
  notDetermined: readonly string[],
  unstable: ReadonlySet<string> = new Set(),
): EffectHash {
  const { chainId, avatar, proposal } = named;
  const { competition } = proposal;
  const carried = stages.map((stage) => carriedOutIn(stage, named));
  const inOrder = carried.flatMap((each) => each.inOrder);
  const apart = sorted(carried.flatMap((each) => each.apart));
  const calls = [...inOrder, ...apart].flatMap((tree) => callsIn(tree, unstable));
  const setup = changes.flatMap(setupOf);
  const document: EffectDocument = {
    version: VERSION,
    chainId,
    avatar,
    calls: calls.map(effectCall),
    transfers: [
      ...calls.flatMap((call) => etherOf(call, avatar)),
      ...sorted(unstable.size > 0 ? [] : stages.flatMap((each) => tokensOf(each, named))),
    ],
    asks: asksOf(proposal),
    competition: competition && !isNotRead(competition) ? termsOf(competition) : undefined,
    setup: sorted([...setup, ...codesIn(setup, accounts)]),
    notDetermined: [...notDetermined, ...unknownTerms(proposal)],
  };
  const text = canonicalJson(document).replaceAll(proposal.id, "this proposal");
  const hash = createHash("sha256").update(text).digest("hex");
  const partly = document.notDetermined.length > 0 ? "-partly" : "";
  return { hash: `effects-${VERSION}${partly}:${hash}`, document: JSON.parse(text) as never };
}

/** What a proposal asks for, without what depends on how much is known of the contracts in it. */
function asksOf({ requests, description }: Named["proposal"]): EffectDocument["asks"] {
  if (isNotRead(requests)) return undefined;
  // Such as a signal, which says only that.
  if (requests.kind === "other") return { ...requests, description };
  if (requests.kind === "calls") {
    const calls = requests.calls.map(({ to, value, data }) => ({ to: to.address, value, data }));
    return { kind: requests.kind, calls };
  }
  const plain = Object.entries(requests).map(([name, value]: [string, unknown]) => {
    if (typeof value !== "object" || value === null) return [name, value];
    const { address, bytes } = value as { readonly address?: string; readonly bytes?: string };
    return [name, address ?? bytes];
  });
  return Object.fromEntries(plain) as NonNullable<EffectDocument["asks"]>;
}

function termsOf({
  suggestions: _suggestions,
  snapshotBlock: _block,
  redeemUntil: _until,
  ...terms
}: CompetitionDescription): EffectDocument["competition"] {
  return terms;
}

/** What may be kept of a proposal for later and is not known. */
function unknownTerms({
  requests,
  scheme,
  competition,
  rewarder,
}: Named["proposal"]): readonly string[] {
  const isKept = rewarder === undefined || isNotRead(rewarder) || rewarder.code !== "unknown";
  return [
    ...(isNotRead(requests) ? [`What it asks for: ${requests.notRead}.`] : []),
    ...(scheme.code === "arc"
      ? []
      : [`What the scheme ${scheme.address} keeps of it, whose code is not Arc's.`]),
    ...(isKept ? [] : [`How ${rewarder.address} distributes it, whose code is not Arc's.`]),
    ...[competition, rewarder].flatMap((each) =>
      each !== undefined && isNotRead(each) ? `Who distributes it, and how: ${each.notRead}.` : [],
    ),
  ];
}

function sorted<Value>(values: readonly Value[]): readonly Value[] {
  return values.toSorted((a, b) => (canonicalJson(a) < canonicalJson(b) ? -1 : 1));
}

/**
 * The calls that carry a proposal out, and not those of a vote or a stake: the voting machine's, that tell the scheme
 * what was decided, and those that the scheme makes when anybody calls it about the proposal. What is redeemed is apart:
 * it may be redeemed in any order, at once or one by one.
 */
export function carriedOutIn(
  { outcome, calls }: Pick<SimulatedTransaction, "outcome" | "calls">,
  { proposal }: Pick<Named, "proposal">,
): Readonly<Record<"inOrder" | "apart", readonly TracedCall[]>> {
  const { id, scheme, votingMachine } = proposal;
  const inOrder: TracedCall[] = [];
  const apart: TracedCall[] = [];
  const collect = (call: TracedCall): void => {
    const isAbout = call.to.address === scheme.address && call.data.includes(id.slice(2));
    if (call.failed !== undefined) return;
    if (!isAbout) call.calls.forEach(collect);
    else if (call.data.startsWith(EXECUTE_PROPOSAL)) inOrder.push(call);
    // Otherwise the machine mints, burns and asks for what votes and stakes take.
    else if (call.from !== votingMachine.address) {
      (call.data.startsWith(EXECUTE) ? inOrder : apart).push(...call.calls);
    }
  };
  if (outcome !== "refused") collect(calls);
  return { inOrder, apart };
}

function callsIn(call: TracedCall, unstable: ReadonlySet<string>): readonly TracedCall[] {
  if (call.type === "STATICCALL" || call.failed !== undefined) return [];
  const isOthers = call.to.code !== "arc";
  const inside = unstable.has(call.to.address) ? [] : call.calls;
  return [
    call,
    // What code does that is not Arc's is its own matter, unless it calls Arc's.
    ...inside
      .flatMap((each) => callsIn(each, unstable))
      .filter((each) => !isOthers || each.to.code === "arc"),
  ];
}

function effectCall(call: TracedCall): EffectCall {
  const { from, to, value, data, function: known } = call;
  const call4 = { from, to: to.address, value };
  if (known === undefined || known.knownBy !== "code") return { ...call4, data };
  return { ...call4, function: known.signature, args: known.args };
}

function etherOf({ from, to, value }: TracedCall, avatar: string): readonly EffectTransfer[] {
  const isOwn = from === avatar || to.address === avatar;
  return value === "0" || !isOwn ? [] : [{ from, to: to.address, amount: value }];
}

/** Transfers of tokens from or to the avatar, in transactions that carry the proposal out. */
function tokensOf(stage: SimulatedTransaction, named: Named): readonly EffectTransfer[] {
  const { avatar, proposal } = named;
  const { inOrder, apart } = carriedOutIn(stage, named);
  if (inOrder.length + apart.length === 0) return [];
  // Before the decision, a vote pays only what the voting machine takes and gives.
  const isVote = inOrder.some(({ data }) => data.startsWith(EXECUTE_PROPOSAL));
  const decided = stage.events.findIndex(
    ({ emitter, topics }) =>
      emitter.address === proposal.votingMachine.address && topics.includes(proposal.id),
  );
  const mark = zeroPadValue(avatar, 32).toLowerCase();
  return stage.events.slice(isVote ? decided + 1 : 0).flatMap(({ emitter, topics, data }) => {
    const [topic, from = "", to = ""] = topics;
    if (topic !== TRANSFER || topics.length !== 3 || ![from, to].includes(mark)) return [];
    const [one, other] = [from, to].map((each) => `0x${each.slice(-40)}`);
    return [{ token: emitter.address, from: one!, to: other!, amount: String(BigInt(data)) }];
  });
}

/** The code that is not Arc's at the addresses of a setup, as another one may come there. */
function codesIn(
  setup: readonly EffectSetup[],
  accounts: readonly AccountDescription[],
): readonly EffectSetup[] {
  const text = JSON.stringify(setup);
  const found = accounts.flatMap(({ contract: { address, delegate }, codeHash, proxy }) => {
    const code = codeHash ?? delegate;
    if (code === undefined || !text.includes(address)) return [];
    return [
      [address, { kind: "code", address, code, runs: ifRead(proxy)?.implementation.address }],
    ];
  });
  return Object.values(Object.fromEntries(found) as Readonly<Record<string, EffectSetup>>);
}

/** How the DAO is set up afterwards, without times, histories and what depends on holders and votes. */
function setupOf(changes: Simulated["passed"]["changes"]): readonly EffectSetup[] {
  if (isNotRead(changes)) return [];
  const setups = changes.differences.map((each): EffectSetup | undefined => {
    const { kind } = each;
    switch (each.kind) {
      case "schemeRegistered":
        return {
          ...{ kind, scheme: each.scheme.address, permissions: each.permissions.bytes },
          parameters: isNotRead(each.parameters) ? "not read" : each.parameters?.values,
        };
      case "schemeUnregistered":
        return { kind, scheme: each.scheme.address };
      case "permissions":
        return { kind, scheme: each.scheme.address, permissions: each.after.bytes };
      case "votes":
        return { kind, scheme: each.scheme.address, vote: each.vote, after: each.after as never };
      case "mayCall":
        return { kind, scheme: each.scheme.address, added: each.added, removed: each.removed };
      case "globalConstraint":
        return {
          kind,
          constraint: (each.after ?? each.before)!.contract.address,
          after: each.after && {
            parameters: each.after.parameters as never,
            looks: each.after.looks,
          },
        };
      case "controller":
      case "code":
        return { kind, address: each.after.address, code: each.after.name ?? each.after.code };
      case "owner":
        return { kind, of: each.of, after: each.after };
      case "allowance":
        return {
          ...{ kind, token: each.token, spender: each.spender, after: each.after },
          ...(each.operator !== undefined && { operator: each.operator }),
        };
      default:
        return undefined;
    }
  });
  return setups.filter((each) => each !== undefined);
}

function gapsOf(
  { passes, passed, block, unproven }: Simulated,
  unstable: ReadonlySet<string>,
): readonly string[] {
  const { changes } = passed;
  return [
    ...(passes.verdict === "passed" ? [`What it did until block ${block.number}.`] : []),
    ...[...unstable].sort().map((each) => `What ${each} does: ${whyUnknown(unproven)!}.`),
    ...(isNotRead(changes)
      ? [`How the DAO is set up afterwards: ${changes.notRead}.`]
      : changes.notCompared
          .filter(({ unknowable }) => unknowable !== true)
          .map(({ path }) => `${path} was not read before or after.`)),
  ];
}
