import { migrateLive } from "../../src/operations/run/live.js";
import { inputsOf } from "./command.js";
import { ConnectionError, RpcError } from "../../src/foundation/chain/rpc-error.js";
import {
  DaoExistsError,
  SentBeforeError,
  WrongChainError,
} from "../../src/foundation/support/errors.js";
import type { MigrationEvent } from "../../src/engine/execution/steps/event.js";
import { randomNumbers } from "../random-numbers.js";
import { Disk } from "./disk.js";
import { HOME, type ProcessWithDisk } from "./fake-files.js";
import { fillGap, happen, resendFromWallet } from "./incidents.js";
import { JOURNEYS } from "./journeys.js";
import { ACCOUNTS, Judge, type Verdict } from "./judge.js";
import { ModelChain, type Block } from "./model-chain.js";
import type { ForkingProcess } from "./model-fork.js";
import { ModelNode } from "./model-node.js";
import type { Incident, Plan } from "./plan.js";
import type { Wallet } from "./people.js";
import { born, died, running, START, Time, type Process } from "./time.js";
import { NODES } from "./words.js";
import type { World } from "./world.js";

export const OUTPUT = `${HOME}/migration.json`;
/** A life has at most so many events, and so many processes after its last incident. */
const MOST_EVENTS = 60_000;
const MOST_CALM_RUNS = 8;
const MOST_RUNS = 18;
/** The longest that a process may take, in milliseconds: longer than any wait of the engine. */
const LONGEST = 6 * 3_600_000;

/** What an incident does to the operation at which it happens. */
export interface Disturbance {
  killed?: "before" | "after";
  lost?: "request" | "answer";
  error?: string;
  delay?: number;
}

export type LifeProcess = ProcessWithDisk &
  ForkingProcess & {
    readonly life: Life;
    readonly stop: AbortController;
    /** Undefined while it runs. */
    ending?: { readonly error?: Error };
    isRefused: boolean;
    /** What it has asked another chain in a row; undefined while it has seen no other. */
    strays?: number;
  };

const NEVER = new Promise<never>(() => {});

/** One deployment: a chain, a disk, and processes that are killed and started again until it is done. */
export class Life {
  readonly plan: Plan;
  readonly world: World;
  readonly time = new Time();
  readonly disk = new Disk();
  readonly locks = new Map<number, Process>();
  readonly chain: ModelChain;
  readonly node: ModelNode;
  readonly judge: Judge;
  readonly wallet: Wallet = { sent: [] };
  readonly story: string[] = [];
  /** Incident and a step that was in flight, or the last one. */
  readonly met: string[] = [];
  processes: LifeProcess[] = [];
  /** The last step that an event named, without its number. */
  step = "start";
  readonly steps = new Set([this.step]);
  /** Steps that were signed and are not known to be mined. */
  readonly #inFlight = new Set<string>();
  refusesNext = false;
  isOver = false;
  /** No request reaches a node before this time. */
  deafUntil = 0;
  isAttended = false;
  /** Whether the user deleted the journal of a process that runs. */
  isJournalTouched = false;
  wasJournalDeleted = false;
  #operations = 0;
  readonly #incidents: Incident[];
  readonly #random: () => number;

  constructor(world: World, plan: Plan) {
    this.world = world;
    this.plan = plan;
    this.#random = randomNumbers(plan.chance);
    this.#incidents = [...plan.incidents].sort((a, b) => a.at - b.at);
    this.chain = new ModelChain(world, this.time, this.choose, plan.delays);
    this.node = new ModelNode(this.chain, world, this.time, NODES[plan.node]!);
    this.judge = new Judge(this);
    if (plan.journey === "demo") for (const each of ACCOUNTS) this.chain.funds.set(each, 0n);
  }

  readonly choose = (below: number): number => Math.floor(this.#random() * below);

  /** Whether nothing will happen any more. */
  get isCalm(): boolean {
    return this.#incidents.length === 0;
  }

  tell(what: string): void {
    const seconds = ((this.time.now - START) / 1000).toFixed(1).padStart(7);
    this.story.push(`${seconds} s  ${what}`);
  }

  blockOf(hash: string): Block {
    return this.chain.byHash.get(hash)!;
  }

  /** Lives it, and judges it. */
  async run(): Promise<Verdict> {
    const { genesis } = this.chain;
    const file = this.disk.create(OUTPUT);
    this.disk.append(
      file,
      JSON.stringify({
        network: "424242",
        chainId: 424_242,
        genesis: genesis.hash,
        ...JOURNEYS[this.plan.journey].given(this.world),
      }),
    );
    this.disk.sync(file);
    this.disk.syncFolder(HOME);
    this.#mineOn();
    let calm = 0;
    let [last, again] = ["", 0];
    for (let count = 1; ; count++) {
      const error = await this.#runOnce(count);
      if (error === undefined) break;
      if (typeof error === "string") {
        this.judge.accuse(error);
        break;
      }
      calm = this.isCalm ? calm + 1 : 0;
      if (calm > MOST_CALM_RUNS || count > MOST_RUNS) {
        // A step whose nonce the wallet used may be impossible after the steps that followed it.
        const isImpossible =
          this.wallet.sent.length > 0 && /failed in the rehearsal/.test(error.message);
        if (!isImpossible) this.judge.accuse(`It is never done: ${error.message}`);
        return await this.judge.judge(false);
      }
      again = error.message === last ? again + 1 : 0;
      last = error.message;
      // A user who sees the same error again waits. And without a journal, nobody can know what a node hides that is behind.
      const least = this.isJournalTouched ? 60 : 90 * Math.max(again, calm - 1);
      this.#heal(error);
      await this.#wait(Math.max(this.plan.pause, least) * 1000);
    }
    // What is still in a pool may be mined, too.
    for (let count = 0; count === 0 || (count < 10 && this.chain.views[0]!.pool.size > 0); count++)
      await this.#wait(60_000);
    this.isOver = true;
    return await this.judge.judge();
  }

  /** @returns undefined if it is done, and a text if it does not end */
  async #runOnce(count: number): Promise<Error | string | undefined> {
    const process = this.start(count);
    const end = this.time.now + LONGEST;
    const isDone = () =>
      this.time.now > end ||
      this.processes.every((each) => each.isDead || each.ending !== undefined);
    const isInTime = (await this.time.runUntil(isDone, MOST_EVENTS)) && this.time.now <= end;
    if (!isInTime) return `Process ${process.id} does not end.`;
    // One that is killed, or ends on another chain, beside another that ends may leave its journal: the user runs the
    // command again.
    const isAllDone =
      this.processes.every(
        ({ ending }) => ending !== undefined && !(ending.error instanceof WrongChainError),
      ) && this.processes.some(({ ending }) => ending?.error === undefined);
    const errors = this.processes.map(({ ending }) => ending?.error ?? new Error("killed"));
    this.processes = [];
    if (isAllDone) return undefined;
    return errors.find((error) => error.message !== "killed") ?? errors[0];
  }

  async #wait(milliseconds: number): Promise<void> {
    const end = this.time.now + milliseconds;
    await this.time.runUntil(() => this.time.now >= end, MOST_EVENTS);
  }

  #mineOn(): void {
    const next = () => {
      if (this.isOver) return;
      void this.time.hold(this.chain.mine());
      this.time.after(this.plan.blockTime * 1000, next);
    };
    this.time.after(this.plan.blockTime * 1000, next);
  }

  /** What a user does before the same command is run again: what its error says. */
  #heal(error: Error): void {
    this.disk.trouble = undefined;
    this.isJournalTouched = false;
    resendFromWallet(this);
    // The journal of another chain is none of this one's, once the provider is back.
    const isOther = /the first block of its chain/.test(error.message);
    if (
      (isOther
        ? this.chain.elsewhere === undefined
        : /damaged|is empty|not a journal/.test(error.message)) &&
      this.disk.at(`${OUTPUT}.journal`) !== undefined
    ) {
      this.tell("the user moves the journal away");
      this.disk.rename(`${OUTPUT}.journal`, `${OUTPUT}.journal.away`);
      this.disk.syncFolder(HOME);
    }
    if (error instanceof SentBeforeError) this.isAttended = true;
    const gap = /nonce (\d+), not part of this migration, was pending and has disappeared/.exec(
      error.message,
    );
    if (gap !== null) fillGap(this, Number(gap[1]));
    if (error.message.includes("cannot pay for step test/"))
      for (const each of ACCOUNTS) this.chain.funds.set(each, 10n ** 18n);
  }

  /** Something that takes no time in the life. */
  do(act: () => Promise<void>): void {
    void this.time.hold(act());
  }

  /** Starts the command as another process. */
  start(number: number): LifeProcess {
    const process: LifeProcess = {
      life: this,
      id: this.#lastId++,
      isDead: false,
      stop: new AbortController(),
      isRefused: false,
    };
    this.tell(`process ${process.id} starts`);
    this.processes.push(process);
    this.#inFlight.clear();
    born(process);
    running.run(process, () => {
      void migrateLive(inputsOf(this, process, number)).then(
        () => this.#ended(process),
        (error: Error) => this.#ended(process, error),
      );
    });
    return process;
  }

  #lastId = 1;

  #ended(process: LifeProcess, error?: Error): void {
    if (process.isDead) return;
    // A second process that finds everything done is no failure.
    const isDone = error instanceof DaoExistsError;
    process.ending = { error: isDone ? undefined : error };
    died(process);
    process.isDead = false;
    this.tell(
      `process ${process.id} ends${error === undefined ? ": done" : `: ${error.message.slice(0, 150)}`}`,
    );
  }

  kill(process: LifeProcess): void {
    died(process);
    this.tell(`process ${process.id} is killed`);
  }

  killAll(): void {
    for (const process of this.processes) if (process.ending === undefined) died(process);
  }

  onEvent(process: LifeProcess, event: MigrationEvent): void {
    this.judge.note(process, event);
    if ("step" in event && typeof event.step === "string") {
      this.step = event.step.replace(/\/\d+.*$/, "");
      this.steps.add(this.step);
      if (event.type === "signed") this.#inFlight.add(this.step);
      if (event.type === "mined") this.#inFlight.delete(this.step);
      if (event.type === "mined" || event.type === "signed" || event.type === "feeRaised")
        this.tell(`${event.type} ${event.step}`);
    } else if (
      ["diverged", "stepsFound", "resumed", "repeated", "waitingForOthers"].includes(event.type)
    ) {
      this.tell(event.type);
    }
  }

  /** An operation of a process: here incidents happen, and processes die. */
  async operate<Result>(
    given: Process,
    name: string,
    act: () => Result | Promise<Result>,
  ): Promise<Result> {
    const process = given as LifeProcess;
    if (process.isDead) return await NEVER;
    this.#operations++;
    const disturbance = this.#disturb(process, name);
    const { killed, lost, error, delay = 0 } = disturbance;
    const isRequest = name.startsWith("eth_") || name.startsWith("web3_");
    const latency = this.#latencyOf(name, isRequest);
    return await new Promise<Result>((resolve, reject) => {
      const isLost = isRequest && this.time.now < this.deafUntil;
      const answer = (deliver: () => void) => {
        if (process.isDead) return;
        if (killed === "after") return this.kill(process);
        if (isRequest && lost === "answer")
          deliver = () => reject(new ConnectionError(`${name}: no answer.`));
        if (delay === 0) deliver();
        else this.time.after(delay, () => !process.isDead && deliver());
      };
      this.time.after(latency, () => {
        if (process.isDead) return;
        if (killed === "before") return this.kill(process);
        if (isRequest && (lost === "request" || isLost))
          return reject(new ConnectionError(`${name}: not reached.`));
        if (isRequest && error !== undefined) return reject(new RpcError(name, { message: error }));
        try {
          const result = act();
          if (result instanceof Promise) {
            result.then(
              (value: Result) => answer(() => resolve(value)),
              (problem: Error) => answer(() => reject(problem)),
            );
          } else answer(() => resolve(result));
        } catch (problem) {
          const failure = problem as Error;
          answer(() => reject(failure));
        }
      });
    });
  }

  #latencyOf(name: string, isRequest: boolean): number {
    if (!isRequest) return 1;
    // Nothing overtakes on one connection.
    if (name === "eth_sendRawTransaction" && this.plan.keepsOrder) return 20;
    return 5 + this.choose(60);
  }

  #disturb(process: LifeProcess, name: string): Disturbance {
    const disturbance: Disturbance = {};
    while (this.#incidents[0] !== undefined && this.#incidents[0].at <= this.#operations) {
      const incident = this.#incidents.shift()!;
      this.tell(`${incident.kind} (${incident.size}) at ${name}`);
      const steps = this.#inFlight.size > 0 ? this.#inFlight : [this.step];
      for (const step of steps) this.met.push(`${incident.kind} × ${step}`);
      running.exit(() => happen(this, process, incident, disturbance));
    }
    return disturbance;
  }
}
