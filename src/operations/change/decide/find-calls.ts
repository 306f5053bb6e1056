import { Interface } from "ethers";

import { knownAddresses } from "../../check/facts/wanted-text.js";
import type { RuleFacts } from "../../check/rules/rule.js";
import type { Inspection } from "../../../engine/inspect/description.js";
import { fillReferences, type ReferenceValues } from "../../../engine/migration/fill-references.js";
import type { KeptContracts } from "../../../engine/migration/prepare-contracts.js";
import { formatPath } from "../../../foundation/params/file/issues.js";
import type { Argument } from "../../../foundation/params/parameters.js";
import { innermostReason } from "../../../foundation/chain/raw-call.js";
import type { ForkedChain } from "../../simulate/chain/forked-chain.js";
import { whyCut, type TriedTransaction } from "../../simulate/chain/send-and-trace.js";
import type { Changed } from "../../simulate/chain/state-diff.js";
import type { UncomparedPart } from "../change.js";
import { referencesIn } from "../../../foundation/params/references-in.js";
import type { ChangeInputs } from "../inputs.js";
import { customSchemeAt, withHoles } from "./needs.js";
import type { NeededProposal } from "./proposal-order.js";

interface Existing {
  readonly inspection: Inspection;
  readonly facts: RuleFacts;
  readonly kept: KeptContracts;
}

/** The result of trying `runFunctions` of existing contracts. */
export interface FoundCalls {
  readonly proposals: readonly NeededProposal[];
  readonly notCompared: readonly UncomparedPart[];
}

/** A call by the DAO that the file requests of an existing contract. */
interface Call {
  /** The contract's name and address. */
  readonly contract: string;
  readonly address: string;
  readonly where: string;
  readonly functionName: string;
  /** Undefined if its arguments refer to something that is unknown before the change. */
  readonly data?: string;
}

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
  const ofContracts = callsOf(existing, inputs);
  if (ofContracts.length === 0) return { proposals: [], notCompared: [] };
  const chain = await openChain();
  const avatar = existing.inspection.avatar.address;
  const found: FoundCalls[] = [];
  await chain.forgetting(async () => {
    for (const calls of ofContracts) found.push(await tryCalls(chain, avatar, calls));
  });
  return {
    proposals: found.flatMap(({ proposals }) => proposals),
    notCompared: found.flatMap(({ notCompared }) => notCompared),
  };
}

function callsOf(existing: Existing, inputs: ChangeInputs): readonly (readonly Call[])[] {
  const { kept, facts } = existing;
  const { parameters } = inputs;
  const contracts = [
    ...parameters.standAloneContracts.map(
      ({ runFunctions }, index) =>
        [kept.standAlone.get(index), `StandAloneContracts[${index}]`, runFunctions] as const,
    ),
    ...facts.wanted.schemes.map(({ index, path }) => {
      const { runFunctions = [] } = customSchemeAt(parameters, index) ?? {};
      return [kept.schemes.get(index), formatPath(path), runFunctions] as const;
    }),
  ];
  return contracts.flatMap(([is, where, runFunctions]) => {
    if (is === undefined || runFunctions.length === 0) return [];
    const contract = `${is.alias ?? is.name} ${is.address}`;
    const calls = runFunctions.map(({ functionName, abi, args }, index): Call => {
      const values = valuesOf(args, existing, inputs);
      const data = values && new Interface([abi]).encodeFunctionData(functionName, values);
      const place = `${where}.runFunctions[${index}]`;
      return { contract, address: is.address, where: place, functionName, data };
    });
    return [calls];
  });
}

/** @param calls of one contract */
async function tryCalls(
  chain: ForkedChain,
  avatar: string,
  calls: readonly Call[],
): Promise<FoundCalls> {
  const notCompared: UncomparedPart[] = [];
  const taken: Taken[] = [];
  for (const call of calls) {
    const { address, data, where } = call;
    const tried = data && (await chain.send({ from: avatar, to: address, data }));
    if (!tried) notCompared.push({ where, reason: UNKNOWN_ARGUMENTS });
    else if (tried.success && tried.cutAt === undefined)
      taken.push({ call, tried, changes: await chain.changes(tried) });
    else notCompared.push({ where, reason: refused(call, tried) });
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
    } else proposals.push(proposalOf(each));
  }
  return { proposals, notCompared };
}

const UNKNOWN_ARGUMENTS =
  "its arguments refer to contracts or vote parameters that do not exist yet or are unknown";

/** Arguments with their references filled in; undefined if one is unknown before the change. */
function valuesOf(
  args: readonly Argument[],
  { inspection, kept }: Existing,
  { recorded }: ChangeInputs,
): readonly unknown[] | undefined {
  // What is unknown is undefined here.
  const values = {
    addresses: knownAddresses({ inspection, recorded }),
    voteHashes: [],
    standAloneAddresses: withHoles(kept.standAlone).map((each) => each.address),
  } as unknown as ReferenceValues;
  const isKnown = fillReferences(referencesIn(args), values).every((each) => each !== undefined);
  return isKnown ? fillReferences(args, values) : undefined;
}

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
    const other = await chain.send({ ...tried, from: chain.anybody });
    if (!other.success) return false;
    const places = await chain.changes(other);
    return [...places.keys()].some((place) => !changes.has(place));
  });
}

function proposalOf({ call, tried: { to, data } }: Taken): NeededProposal {
  return {
    key: `run/${call.where}`,
    draft: { kind: "calls", calls: [{ to, data, value: "0" }] },
    why: `${call.contract} is not in the state that the file's call of ${call.functionName} produces.`,
    stage: "assets",
  };
}

function refused({ contract, functionName }: Call, tried: TriedTransaction): string {
  const unclear = whyCut(tried);
  if (unclear !== undefined)
    return `what ${functionName} of ${contract} does is not known: ${unclear}`;
  const reason = innermostReason(tried.trace) ?? "it gives no reason";
  return `${contract} refuses a call of ${functionName} from the DAO (${reason}): it was called before, or only another account may call it`;
}

function undescribed({ contract, functionName }: Call, addsUp: boolean): string {
  const is = addsUp ? "does more each time it is called" : "depends on who calls it";
  return (
    `${functionName} of ${contract} ${is}, so the chain does not show whether it was called; if it was not, ` +
    "propose it with `dao-migrate simulate --call`"
  );
}
