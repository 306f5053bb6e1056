import { createHash } from "node:crypto";

import { id as keccakOf, zeroPadValue } from "ethers";

import type {
  JsonValue,
  PermissionsDescription,
  Read,
} from "../../../engine/inspect/description.js";
import { isNotRead } from "../../../engine/inspect/reading/attempt.js";
import { TRANSFER } from "../../../foundation/chain/erc20.js";
import { canonicalJson } from "../../../foundation/support/canonical-json.js";
import { whyUnknown } from "../repeating/repeat.js";
import { EFFECT_VERSION as VERSION } from "./effect-document.js";
import type {
  EffectCall,
  EffectDocument,
  EffectHash,
  EffectSetup,
  EffectTransfer,
} from "./effect-document.js";
import type { Simulation, SimulatedTransaction, TracedCall } from "../simulation.js";

const EXECUTE_PROPOSAL = keccakOf("executeProposal(bytes32,int256)").slice(0, 10);

type Simulated = Pick<
  Simulation,
  "chainId" | "avatar" | "block" | "proposal" | "passes" | "passed" | "unproven"
>;

/** Hashes what a proposal does if it passes; undefined if it cannot. */
export function effectHash(simulation: Simulated): EffectHash | undefined {
  const { chainId, avatar, passes, passed, unproven } = simulation;
  if (passes.verdict !== "passed" && passes.verdict !== "can pass") return undefined;
  const trees = passed.stages.flatMap((stage) => carriedOutIn(stage, simulation));
  const unstable = new Set(whyUnknown(unproven) === undefined ? [] : unproven?.contracts);
  const calls = trees.flatMap((tree) => callsIn(tree, unstable));
  const document: EffectDocument = {
    version: VERSION,
    chainId,
    avatar,
    calls: calls.map(effectCall),
    transfers: [
      ...calls.flatMap((call) => etherOf(call, avatar)),
      ...(unstable.size > 0 ? [] : passed.stages.flatMap((each) => tokensOf(each, simulation))),
    ],
    setup: setupOf(passed.changes),
    notDetermined: gapsOf(simulation, unstable),
  };
  const text = canonicalJson(document).replaceAll(simulation.proposal.id, "this proposal");
  const hash = createHash("sha256").update(text).digest("hex");
  const partly = document.notDetermined.length > 0 ? "-partly" : "";
  return { hash: `effects-${VERSION}${partly}:${hash}`, document: JSON.parse(text) as never };
}

/** The calls that carry a proposal out: not those of a vote or a stake. */
function carriedOutIn(
  { stage, outcome, calls }: SimulatedTransaction,
  { proposal }: Simulated,
): readonly TracedCall[] {
  if (outcome === "refused") return [];
  switch (stage) {
    case "executeScheme":
    case "redeem":
      return [calls];
    case "vote":
    case "execute":
      return decisionsIn(calls, proposal.scheme.address);
    default:
      return [];
  }
}

/** The voting machine's calls that tell the scheme what was decided. */
function decisionsIn(call: TracedCall, scheme: string): readonly TracedCall[] {
  if (call.to.address === scheme && call.data.startsWith(EXECUTE_PROPOSAL)) return [call];
  return call.calls.flatMap((each) => decisionsIn(each, scheme));
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
function tokensOf(stage: SimulatedTransaction, simulation: Simulated): readonly EffectTransfer[] {
  const { avatar, proposal } = simulation;
  if (carriedOutIn(stage, simulation).length === 0) return [];
  // Before the decision, a vote pays only what the voting machine takes and gives.
  const isVote = stage.stage === "vote" || stage.stage === "execute";
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

/** How the DAO is set up afterwards, without times, histories and what depends on holders and votes. */
function setupOf(changes: Simulated["passed"]["changes"]): readonly EffectSetup[] {
  if (isNotRead(changes)) return [];
  const found = changes.differences.flatMap((each): EffectSetup | readonly [] => {
    const { kind } = each;
    switch (each.kind) {
      case "schemeRegistered":
        return {
          kind,
          scheme: each.scheme.address,
          ...permissionsOf(each.permissions),
          ...parametersOf(each.parameters),
        };
      case "schemeUnregistered":
        return { kind, scheme: each.scheme.address };
      case "permissions":
        return { kind, scheme: each.scheme.address, ...permissionsOf(each.after) };
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
        return { kind, token: each.token, spender: each.spender, after: each.after };
      default:
        return [];
    }
  });
  return found.sort((a, b) => (canonicalJson(a) < canonicalJson(b) ? -1 : 1));
}

function permissionsOf({ bytes }: PermissionsDescription) {
  return { permissions: bytes };
}

function parametersOf(parameters?: Read<{ readonly values: Readonly<Record<string, JsonValue>> }>) {
  if (parameters === undefined) return {};
  return { parameters: isNotRead(parameters) ? "not read" : parameters.values };
}

function gapsOf(
  { passes, passed, block, unproven }: Simulated,
  unstable: ReadonlySet<string>,
): readonly string[] {
  const { changes } = passed;
  return [
    ...(passes.verdict === "passed" ? [`What it did until block ${block.number}.`] : []),
    ...[...unstable].sort().map((each) => `What ${each} does: ${whyUnknown(unproven)!}.`),
    ...(isNotRead(changes) ? [`How the DAO is set up afterwards: ${changes.notRead}.`] : []),
    ...(isNotRead(changes)
      ? []
      : changes.notCompared
          .filter(({ unknowable }) => unknowable !== true)
          .map(({ path }) => `${path} was not read before or after.`)),
  ];
}
