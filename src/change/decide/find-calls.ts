import { Interface } from "ethers";

import type { RuleFacts } from "../../check/rules/rule.js";
import type { Inspection } from "../../inspect/description.js";
import { fillReferences, type ReferenceValues } from "../../migration/fill-references.js";
import type { KeptContracts } from "../../migration/prepare-contracts.js";
import { formatPath } from "../../params/file/issues.js";
import type { Argument, FunctionCall } from "../../params/parameters.js";
import { innermostReason } from "../../simulate/chain/raw-call.js";
import type { ForkedChain, TriedTransaction } from "../../simulate/chain/forked-chain.js";
import type { Changed } from "../../simulate/chain/state-diff.js";
import type { UncomparedPart } from "../change.js";
import { referencesIn } from "../../params/references-in.js";
import type { ChangeInputs } from "../inputs.js";
import { builtInCount } from "./needs.js";
import type { NeededProposal } from "./proposal-order.js";

/** What of a file exists. */
interface Existing {
  readonly inspection: Inspection;
  readonly facts: RuleFacts;
  readonly kept: KeptContracts;
}

/** Repeats the DAO's calls, to see whether the caller matters. Nobody has its key. */
const STRANGER = "0x000000000000000000000000000000000057A9E2";

/** The result of trying `runFunctions` of existing contracts. */
export interface FoundCalls {
  readonly proposals: readonly NeededProposal[];
  readonly notCompared: readonly UncomparedPart[];
}

/** An existing contract, and the calls that the file requests on it. */
interface Called {
  readonly name: string;
  readonly address: string;
  readonly where: string;
  readonly calls: readonly FunctionCall[];
}

/** A call by the DAO. */
interface Call extends Pick<Called, "name" | "address" | "where"> {
  readonly functionName: string;
  readonly data: string;
}

/** A call that succeeded on the fork. */
interface Taken {
  readonly call: Call;
  readonly tried: TriedTransaction;
  readonly changes: ReadonlyMap<string, Changed>;
}

/**
 * Finds `runFunctions` of existing contracts that the DAO must still call. A chain does not show whether a function was
 * called, so each is tried on the fork in the DAO's name. A call that changes nothing has been made. A call that
 * changes something once, but nothing when repeated, sets a value that differs from the file. Restores the fork
 * afterwards.
 */
export async function findCalls(
  openChain: () => Promise<ForkedChain>,
  existing: Existing,
  inputs: ChangeInputs,
): Promise<FoundCalls> {
  const called = calledOf(existing, inputs);
  if (called.length === 0) return { proposals: [], notCompared: [] };
  const chain = await openChain();
  const found = await chain.forgetting(async () => {
    const all: FoundCalls[] = [];
    for (const each of called) all.push(await tryCalls(chain, existing, inputs, each));
    return all;
  });
  return {
    proposals: found.flatMap(({ proposals }) => proposals),
    notCompared: found.flatMap(({ notCompared }) => notCompared),
  };
}

function calledOf({ kept, facts }: Existing, { parameters }: ChangeInputs): readonly Called[] {
  const builtIn = builtInCount(parameters);
  const all = [
    ...parameters.standAloneContracts.map(({ runFunctions }, index) => ({
      is: kept.standAlone.get(index),
      where: `StandAloneContracts[${index}]`,
      calls: runFunctions,
    })),
    ...parameters.customSchemes.map(({ runFunctions }, index) => {
      const { path = [] } =
        facts.wanted.schemes.find((each) => each.index === builtIn + index) ?? {};
      return {
        is: kept.schemes.get(builtIn + index),
        where: formatPath(path),
        calls: runFunctions,
      };
    }),
  ];
  return all.flatMap(({ is, where, calls }): Called[] =>
    is === undefined || calls.length === 0
      ? []
      : [{ name: is.alias ?? is.name, address: is.address, where, calls }],
  );
}

async function tryCalls(
  chain: ForkedChain,
  existing: Existing,
  inputs: ChangeInputs,
  { calls, where, ...contract }: Called,
): Promise<FoundCalls> {
  const avatar = existing.inspection.avatar.address;
  const notCompared: UncomparedPart[] = [];
  const taken: Taken[] = [];
  for (const [index, { functionName, abi, args }] of calls.entries()) {
    const place = `${where}.runFunctions[${index}]`;
    const values = valuesOf(args, existing, inputs);
    if (values === undefined) {
      const reason =
        "its arguments refer to contracts or vote parameters that do not exist yet or are unknown";
      notCompared.push({ where: place, reason });
      continue;
    }
    const data = new Interface([abi]).encodeFunctionData(functionName, values);
    const call = { ...contract, where: place, functionName, data };
    const tried = await chain.send({ from: avatar, to: call.address, data });
    if (tried.success) taken.push({ call, tried, changes: await chain.changes(tried) });
    else notCompared.push({ where: place, reason: refused(call, tried) });
  }
  // If a later call sets back what an earlier one set, the state already matches the file.
  if (summed(taken.map(({ changes }) => changes)).size === 0) return { proposals: [], notCompared };
  const owed = taken.filter(({ changes }) => changes.size > 0);
  const again: ReadonlyMap<string, Changed>[] = [];
  for (const { tried } of owed) again.push(await chain.changes(await chain.send(tried)));
  const addsUp = summed(again).size > 0;
  const proposals: NeededProposal[] = [];
  for (const each of owed) {
    const dependsOnCaller = !addsUp && (await isOfCaller(chain, each));
    if (addsUp || dependsOnCaller) {
      notCompared.push({ where: each.call.where, reason: undescribed(each.call, addsUp) });
    } else proposals.push(proposalOf(each.call));
  }
  return { proposals, notCompared };
}

/** Arguments with their references filled in; undefined if one is unknown before the change. */
function valuesOf(
  args: readonly Argument[],
  { inspection, kept }: Existing,
  { recorded }: ChangeInputs,
): readonly unknown[] | undefined {
  const standAloneAddresses: string[] = [];
  for (const [place, { address }] of kept.standAlone) standAloneAddresses[place] = address;
  // What is unknown is undefined here.
  const values = {
    avatar: inspection.avatar.address,
    token: inspection.token.contract.address,
    reputation: inspection.reputation.contract.address,
    genesisProtocol: recorded?.genesisProtocol,
    voteHashes: [],
    standAloneAddresses,
  } as unknown as ReferenceValues;
  const isKnown = fillReferences(referencesIn(args), values).every((each) => each !== undefined);
  return isKnown ? fillReferences(args, values) : undefined;
}

/** The changes that remain after all of them. */
function summed(all: readonly ReadonlyMap<string, Changed>[]): ReadonlyMap<string, Changed> {
  const sum = new Map<string, Changed>();
  for (const [place, { before, after }] of all.flatMap((each) => [...each])) {
    const first = sum.get(place)?.before ?? before;
    if (first === after) sum.delete(place);
    else sum.set(place, { before: first, after });
  }
  return sum;
}

/**
 * Whether a call by another account changes other places. In that case the call was for the account that deployed the
 * contract, not for the DAO.
 */
async function isOfCaller(chain: ForkedChain, { tried, changes }: Taken): Promise<boolean> {
  return await chain.forgetting(async () => {
    const other = await chain.send({ ...tried, from: STRANGER });
    if (!other.success) return false;
    const places = await chain.changes(other);
    return [...places.keys()].some((place) => !changes.has(place));
  });
}

function proposalOf({ name, address, where, functionName, data }: Call): NeededProposal {
  return {
    key: `run/${where}`,
    draft: { kind: "calls", calls: [{ to: address, data, value: "0" }] },
    why: `${name} ${address} is not in the state that the file's call of ${functionName} produces.`,
    stage: "assets",
  };
}

function refused({ name, address, functionName }: Call, { trace }: TriedTransaction): string {
  const reason = innermostReason(trace) ?? "it gives no reason";
  return `${name} ${address} refuses a call of ${functionName} from the DAO (${reason}): it was called before, or only another account may call it`;
}

function undescribed({ name, address, functionName }: Call, addsUp: boolean): string {
  const is = addsUp ? "does more each time it is called" : "depends on who calls it";
  return (
    `${functionName} of ${name} ${address} ${is}, so the chain does not show whether it was called; if it was not, ` +
    "propose it with `dao-migrate simulate --call`"
  );
}
