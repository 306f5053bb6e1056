import { getAddress } from "ethers";

import { isSameAddress } from "../../../foundation/chain/same-address.js";
import type { MinedStep, StepRequest } from "./step.js";

/** A mined transaction of an account, which may be one of the migration's steps. */
export interface Offered {
  readonly from: string;
  /** Hash of what it did. */
  readonly call: string;
  /** The receiver; absent if it only created a contract. */
  readonly to?: string;
  /** The receiver, if all it did was to pay. */
  readonly paid?: string;
  readonly nonce: number;
  readonly hash: string;
  /** The signed bytes. */
  readonly raw: string;
  readonly result: MinedStep;
}

/** A mined transaction that turned out to be a step. */
export interface TakenStep extends Offered {
  readonly step: string;
  /** Whether sending it again would make another contract, or pay again. */
  readonly isUnique: boolean;
}

/**
 * What accounts sent without a journal that knows it, in the order of nonces. A step that does the same is taken for done.
 */
export class DoneBefore {
  /** By account, in the order of nonces. */
  readonly #offered: Map<string, readonly Offered[]>;
  /** What was offered after a step that is missing, or passed over, by account. */
  readonly #late = new Map<string, readonly Offered[]>();
  readonly #startsLate: boolean;
  readonly #taken: TakenStep[] = [];

  /** @param startsLate whether these may be several migrations that began alike, of which the latest counts */
  constructor(sent: readonly Offered[], startsLate = false) {
    this.#offered = Map.groupBy(sent, ({ from }) => from);
    this.#startsLate = startsLate;
  }

  /** The steps that were taken for done, in order. */
  get taken(): readonly TakenStep[] {
    return this.#taken;
  }

  /**
   * What a step left on the chain; undefined if it remains to be done. The journal may have it done with other inputs,
   * for a contract that was then made again: the step that followed may be among what was offered.
   *
   * An account's steps are mined in their order. So the first one that is missing ends its offer: what matches after
   * that, or was passed over, belongs to another migration, unless it was sent to a contract that this one made: a
   * wallet may have used the nonce of a step, which was then missing, or done again after those that followed it.
   * @param call hash of what the step does now
   * @param mined what the journal has of it
   * @param isMade whether this migration made a contract
   */
  take(
    { step, from, to, data, value = 0n, wantsLogs }: StepRequest,
    call: string,
    mined: { readonly call: string; readonly result: MinedStep } | undefined,
    isMade: (contract: string) => boolean,
  ): MinedStep | undefined {
    if (mined?.call === call) return mined.result;
    const offered = this.#offered.get(from) ?? [];
    const late = this.#late.get(from) ?? [];
    // How much test accounts are paid depends on prices, and whether they are depends on their balances.
    const isFunding = data === "0x";
    const isSame = (each: Offered) =>
      each.call === call || (isFunding && isSameAddress(to ?? "", each.paid));
    const startsNow = this.#startsLate && this.#taken.every((each) => each.from !== from);
    const index = startsNow ? offered.findLastIndex(isSame) : offered.findIndex(isSame);
    const inOrder = offered[index];
    const found = inOrder ?? (to !== undefined && isMade(to) ? late.find(isSame) : undefined);
    if (inOrder !== undefined) {
      this.#late.set(from, [...late, ...offered.slice(0, index)]);
      this.#offered.set(from, offered.slice(index + 1));
    } else if (found !== undefined) {
      this.#late.set(
        from,
        late.filter((each) => each !== found),
      );
    } else if (!isFunding) {
      this.#late.set(from, [...late, ...offered]);
      this.#offered.set(from, []);
    }
    if (found === undefined) return undefined;
    const isUnique = to === undefined || wantsLogs === true || value > 0n;
    this.#taken.push({ ...found, step, isUnique });
    return found.result;
  }
}

/**
 * Whether taken steps belong to this migration, and not to an earlier one of the account that the result file knows.
 * @param hasJournal whether a journal of this migration lost them
 * @param isRecorded whether the result file has a contract already
 * @param builtOn the contracts of the base, which emit events of every DAO on it
 */
export function areOurs(
  taken: readonly TakenStep[],
  hasJournal: boolean,
  isRecorded: (contract: string) => boolean,
  builtOn: readonly unknown[],
): boolean {
  if (hasJournal) return taken.length > 0;
  const made = taken.filter(({ isUnique }) => isUnique);
  return made.length > 0 && !contractsOf(made, builtOn).some(isRecorded);
}

/**
 * What an account sent to contracts of its taken steps, or what made those emit events, although it is no step: another
 * migration began alike, with other parameters. What only paid changes no contract, and what does the same as a step is
 * one, done again.
 * @param steps those that remain
 * @param builtOn the contracts of the base, to which every DAO's steps are sent
 */
export function foreignTo(
  taken: readonly TakenStep[],
  offered: readonly Offered[],
  steps: readonly { readonly call: string }[],
  builtOn: readonly unknown[],
): readonly Offered[] {
  const { base = [], dao = [] } = Object.groupBy(taken, ({ step }) =>
    step.startsWith("base/") ? "base" : "dao",
  );
  const shared = [...builtOn, ...contractsOf(base)];
  const made = contractsOf(dao).filter((each) => !shared.includes(each));
  const calls = new Set([...taken, ...steps].map(({ call }) => call));
  return offered.filter((each) => {
    if (each.paid !== undefined || calls.has(each.call)) return false;
    const touched = [each.to, ...each.result.logs.map(({ address }) => address)];
    return (
      dao.some(({ from, nonce }) => from === each.from && nonce < each.nonce) &&
      touched.some((one) => made.some((contract) => isSameAddress(contract, one)))
    );
  });
}

/** What steps made, and what emitted their events, unless they were built on it. */
function contractsOf(
  taken: readonly TakenStep[],
  builtOn: readonly unknown[] = [],
): readonly string[] {
  return taken.flatMap(({ result: { contractAddress, logs } }) => [
    ...(contractAddress === undefined ? [] : [contractAddress]),
    ...logs.map(({ address }) => getAddress(address)).filter((each) => !builtOn.includes(each)),
  ]);
}
