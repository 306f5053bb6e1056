import { Transaction } from "ethers";

import type { Choose } from "./disk.js";
import { START, type Time } from "./time.js";
import type { World, WorldState } from "./world.js";

export const CHAIN_ID = 424_242;
export const BLOCK_GAS_LIMIT = 30_000_000n;
const GWEI = 10n ** 9n;
/** The base fee of a quiet chain. */
export const QUIET = 10n * GWEI;

/** A signed transaction that a node was given. */
export interface Sent {
  readonly raw: string;
  readonly hash: string;
  readonly from: string;
  readonly to: string | undefined;
  readonly nonce: number;
  readonly data: string;
  readonly value: bigint;
  readonly gas: bigint;
  /** The most that it pays, and the most of that above the base fee, in wei per gas. */
  readonly maxFee: bigint;
  readonly tip: bigint;
  readonly decoded: Transaction;
}

/** A transaction in a block. */
export interface Mined {
  readonly sent: Sent;
  readonly block: Block;
  readonly index: number;
  readonly ok: boolean;
  readonly gasUsed: bigint;
  /** In wei per gas. */
  readonly price: bigint;
  readonly state: WorldState;
}

export interface Block {
  readonly number: number;
  readonly hash: string;
  readonly parent: Block | undefined;
  /** UNIX seconds. */
  readonly timestamp: number;
  readonly baseFee: bigint;
  readonly transactions: Mined[];
  /** All transactions up to this block, by hash. */
  readonly all: ReadonlyMap<string, Mined>;
  state: WorldState;
  /** What accounts spent and got, in wei. */
  readonly spent: ReadonlyMap<string, bigint>;
}

const known = new Map<string, Sent>();

/** Decodes signed bytes once for all lives: recovering the sender takes longer than the rest of a request. */
export function sentOf(raw: string): Sent {
  let sent = known.get(raw);
  if (sent !== undefined) return sent;
  const decoded = Transaction.from(raw);
  const maxFee = decoded.maxFeePerGas ?? decoded.gasPrice ?? 0n;
  sent = {
    raw,
    hash: decoded.hash!,
    from: decoded.from!.toLowerCase(),
    to: decoded.to?.toLowerCase(),
    nonce: decoded.nonce,
    data: decoded.data,
    value: decoded.value,
    gas: decoded.gasLimit,
    maxFee,
    tip: decoded.maxPriorityFeePerGas ?? maxFee,
    decoded,
  };
  known.set(raw, sent);
  return sent;
}

/** Transactions that a node waits to see mined, by sender and nonce. */
type Pool = Map<string, Sent>;

export function slotOf({ from, nonce }: Pick<Sent, "from" | "nonce">): string {
  return `${from} ${nonce}`;
}

/** A node: what it has seen of the chain and of what was sent. */
export interface View {
  tip: Block;
  readonly pool: Pool;
  /** Hashes of transactions that it was given again while they were in its pool. */
  readonly repeated: Set<string>;
  /** Milliseconds that it is behind. */
  readonly delay: number;
  /** It sees nothing new before this time. */
  frozenUntil: number;
}

function viewOf(tip: Block, delay: number): View {
  return { tip, pool: new Map(), repeated: new Set(), delay, frozenUntil: 0 };
}

/** Blocks by a virtual clock. The first view is the miner's. */
export class ModelChain {
  readonly genesis: Block;
  readonly views: readonly View[];
  readonly #time: Time;
  readonly #world: World;
  readonly #choose: Choose;
  /** What accounts had at the start, in wei; others have plenty. */
  readonly funds = new Map<string, bigint>();
  /** Of the next blocks, as a multiple of the usual one. */
  feeFactor = 1n;
  /** The miner includes nothing before this time. */
  emptyUntil = 0;
  /** A node of another chain, to which requests go at present. */
  elsewhere?: View;
  /** All blocks, also those that were replaced. */
  readonly byHash = new Map<string, Block>();
  #tip: Block;
  #blocks = 0;
  /** What was in a lost block once. It may have had its confirmations there, so it is not lost for good. */
  readonly #restored = new Set<string>();

  constructor(world: World, time: Time, choose: Choose, delays: readonly number[]) {
    this.#world = world;
    this.#time = time;
    this.#choose = choose;
    this.genesis = {
      number: 0,
      hash: hashOf(0),
      parent: undefined,
      timestamp: START / 1000,
      baseFee: QUIET,
      transactions: [],
      all: new Map(),
      state: world.root,
      spent: new Map(),
    };
    const sent = sentOf(world.origin);
    const terms = { block: this.genesis, index: 0, ok: true, gasUsed: 21_000n, price: QUIET };
    const mined = { sent, ...terms, state: world.root };
    this.genesis.transactions.push(mined);
    (this.genesis.all as Map<string, Mined>).set(sent.hash, mined);
    this.#tip = this.genesis;
    this.byHash.set(this.genesis.hash, this.genesis);
    this.views = delays.map((delay) => viewOf(this.genesis, delay));
  }

  /**
   * Lets requests go to a chain with the same ID and contracts, but another first block.
   * @param isLonger whether it has as many blocks as this one
   */
  goElsewhere(isLonger: boolean): void {
    const first = { ...this.genesis, hash: hashOf(-1) };
    const next = { ...first, number: this.#tip.number + 1, hash: hashOf(-2), parent: first };
    for (const block of [first, next]) this.byHash.set(block.hash, block);
    this.elsewhere = viewOf(isLonger ? next : first, 0);
  }

  get tip(): Block {
    return this.#tip;
  }

  balanceOf(account: string, block: Block): bigint {
    return (this.funds.get(account) ?? 10n ** 24n) - (block.spent.get(account) ?? 0n);
  }

  /** Mines a block on the tip, from what the miner's pool has. */
  async mine(only?: readonly Sent[]): Promise<void> {
    const parent = this.#tip;
    const pool = this.views[0]!.pool;
    const isEmpty = only === undefined && this.#time.now < this.emptyUntil;
    const block = this.#newBlock(parent);
    let gas = 0n;
    for (;;) {
      const next = isEmpty ? undefined : this.#best(only ?? [...pool.values()], block, gas);
      if (next === undefined) break;
      gas += next.gas;
      await this.#include(block, next);
    }
    this.#tip = block;
    this.byHash.set(block.hash, block);
    for (const view of this.views) this.#show(view, block);
  }

  /**
   * Replaces the last blocks by others.
   * @param keeps whether the nodes keep what was in them for later blocks
   */
  async reorganize(depth: number, keeps: boolean): Promise<void> {
    const lost: Sent[] = [];
    let ancestor = this.#tip;
    for (let count = 0; count < depth && ancestor.parent !== undefined; count++) {
      lost.unshift(...ancestor.transactions.map(({ sent }) => sent));
      ancestor = ancestor.parent;
    }
    const blocks = this.#tip.number - ancestor.number;
    this.#tip = ancestor;
    // Nodes put what was in lost blocks back into their pools, unless they drop it.
    for (const sent of lost) {
      if (!keeps && !this.#restored.has(sent.hash)) continue;
      this.#restored.add(sent.hash);
      for (const view of this.views) view.pool.set(slotOf(sent), sent);
    }
    for (let count = 0; count < blocks; count++) {
      await this.mine(count === 0 && this.#choose(2) === 0 ? [] : undefined);
    }
  }

  #newBlock(parent: Block): Block {
    return {
      number: parent.number + 1,
      hash: hashOf(++this.#blocks),
      parent,
      timestamp: Math.max(parent.timestamp + 1, Math.floor(this.#time.now / 1000)),
      baseFee: QUIET * this.feeFactor,
      transactions: [],
      all: new Map(parent.all),
      state: parent.state,
      spent: new Map(parent.spent),
    };
  }

  /** What pays most of what can come next. */
  #best(candidates: readonly Sent[], block: Block, gas: bigint): Sent | undefined {
    return candidates
      .filter(
        (sent) =>
          sent.nonce === block.state.nonceOf(sent.from) &&
          sent.maxFee >= block.baseFee &&
          gas + sent.gas <= BLOCK_GAS_LIMIT &&
          this.balanceOf(sent.from, block) >= sent.gas * sent.maxFee + sent.value,
      )
      .sort((a, b) => Number(tipIn(b, block) - tipIn(a, block)))[0];
  }

  async #include(block: Block, sent: Sent): Promise<void> {
    const { from, to, data } = sent;
    const before = block.state;
    let state = await this.#world.after(before, {
      from,
      to,
      data,
      isEmpty: data === "0x" && to !== undefined,
    });
    let ok = state.effect.ok;
    if (state.effect.gasUsed > sent.gas) {
      state = await this.#world.after(before, { from, to, data, isEmpty: true });
      ok = false;
    }
    const gasUsed = state.effect.gasUsed < sent.gas ? state.effect.gasUsed : sent.gas;
    const price = block.baseFee + tipIn(sent, block);
    const mined: Mined = {
      sent,
      block,
      index: block.transactions.length,
      ok,
      gasUsed,
      price,
      state,
    };
    block.transactions.push(mined);
    (block.all as Map<string, Mined>).set(sent.hash, mined);
    const spent = block.spent as Map<string, bigint>;
    spent.set(from, (spent.get(from) ?? 0n) + gasUsed * price + sent.value);
    if (to !== undefined) spent.set(to, (spent.get(to) ?? 0n) - sent.value);
    block.state = state;
  }

  /** Shows a new tip to a node once it gets there. */
  #show(view: View, block: Block): void {
    const show = () => {
      view.tip = block;
      for (const [slot, { from, nonce }] of view.pool)
        if (nonce < block.state.nonceOf(from)) view.pool.delete(slot);
    };
    const wait = Math.max(view.delay, view.frozenUntil - this.#time.now);
    if (wait <= 0) show();
    else this.#time.after(wait, () => view.tip.hash !== block.hash && show());
  }
}

function tipIn({ maxFee, tip }: Sent, { baseFee }: Block): bigint {
  const room = maxFee - baseFee;
  return tip < room ? tip : room;
}

function hashOf(number: number): string {
  return `0x${(number + 0xb10c).toString(16).padStart(64, "b")}`;
}
