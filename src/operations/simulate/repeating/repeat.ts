import { attempt, isNotRead } from "../../../engine/inspect/reading/attempt.js";
import { carryOut } from "../carrying/carry.js";
import type { Conditions } from "../chain/conditions.js";
import { whyCut } from "../chain/send-and-trace.js";
import type { Described } from "../find-proposal.js";
import type { Act } from "../passing/decide-on-fork.js";
import type { Session } from "../session.js";
import type { UnprovenCode } from "../simulation.js";
import { conditionsToTry } from "./choose-conditions.js";
import {
  doingsOf,
  firstDifferent,
  unprovenContracts,
  unprovenIn,
  withoutCallsOf,
  type Run,
} from "./doings.js";
import { codelessIn, rareLooksIn } from "./looks.js";

const FACTS: Readonly<Record<keyof Conditions, string>> = {
  time: "the time",
  blocks: "the block number",
  balance: "the sender's balance",
  gas: "the gas left",
  code: "the code at addresses that have none now",
};

/** Finds out what unproven code did, before the fork is reverted. Undefined if only proven code ran. */
export async function observe({ chain, inspection }: Session, run: Run) {
  const isUnproven = unprovenIn(await chain.reader(), inspection);
  const contracts = await unprovenContracts(run.acts, isUnproven);
  if (contracts.length === 0) return undefined;
  const did = await doingsOf(chain, run, isUnproven);
  const codeless = await codelessIn(chain, run.acts);
  const looksAt = await rareLooksIn(chain, run.acts, isUnproven);
  return { contracts, acts: run.acts, did, codeless, looksAt };
}

/**
 * Carries a proposal out again under other conditions. Code that is not proven may find out that it runs on a fork, or
 * do something else at another time. If it does, each condition is tried alone, to name it. Nothing is tried if it is not
 * known anyway what the code does, since it looks at what has too many values to try.
 */
export async function repeatUnderOthers(
  session: Session,
  proposal: Described,
  first: NonNullable<Awaited<ReturnType<typeof observe>>>,
): Promise<UnprovenCode> {
  const { chain, inspection } = session;
  const { contracts, did, acts, codeless } = first;
  if (first.looksAt.length > 0)
    return { contracts, runs: 1, dependsOn: [], looksAt: first.looksAt };
  /** What code looks at that runs only under other conditions. */
  const looks = new Set<string>();
  const differs = async (conditions: Conditions): Promise<string | undefined> => {
    const again = await attempt(() =>
      chain.under(conditions, async () => {
        const { decided, rest } = await carryOut(session, proposal);
        const run = { decided, acts: [...decided.acts, ...rest] };
        const isUnproven = unprovenIn(await chain.reader(), inspection);
        for (const each of await rareLooksIn(chain, run.acts, isUnproven)) looks.add(each);
        return await doingsOf(chain, run, isUnproven);
      }),
    );
    if (isNotRead(again)) return again.notRead;
    const { code = [] } = conditions;
    return firstDifferent(withoutCallsOf(did, code), withoutCallsOf(again, code));
  };
  const all = await conditionsToTry(chain, proposal, acts);
  const later: readonly Conditions[] = codeless.length > 0 ? [{ code: codeless }] : [];
  for (const [at, conditions] of [...all, ...later].entries()) {
    const difference = await differs(conditions);
    if (difference === undefined) continue;
    const dependsOn: string[] = [];
    for (const name of Object.keys(conditions) as (keyof Conditions)[]) {
      const alone = await differs({ [name]: conditions[name] });
      if (alone !== undefined) dependsOn.push(FACTS[name]);
    }
    if (dependsOn.length === 0) dependsOn.push("several of these together");
    return { contracts, runs: at + 2, dependsOn, difference };
  }
  const runs = all.length + later.length + 1;
  return { contracts, runs, dependsOn: [], ...(looks.size > 0 && { looksAt: [...looks] }) };
}

/**
 * Code that was not carried out with all the gas that the chain gives, since it runs until its gas is used up.
 * Undefined if all of it was.
 */
export function cutShort(
  acts: readonly Act[],
  contracts: readonly string[] = [],
): UnprovenCode | undefined {
  const cut = acts.find(({ tried }) => tried.cutAt !== undefined);
  if (cut === undefined) return undefined;
  return {
    contracts: contracts.length > 0 ? contracts : [cut.tried.to],
    runs: 1,
    dependsOn: [FACTS.gas],
    difference: whyCut(cut.tried),
  };
}
