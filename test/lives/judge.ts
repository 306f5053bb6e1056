import type { MigrationPreview } from "../../src/engine/execution/sending/preview.js";
import type { MigrationEvent } from "../../src/engine/execution/steps/event.js";
import { walletsOf } from "../../src/foundation/chain/test-accounts.js";
import type { Eip1193Provider } from "../../src/foundation/chain/provider.js";
import type { MigrationResult } from "../../src/foundation/result/result.js";
import { OUTPUT, type Life, type LifeProcess } from "./life.js";
import { sentOf, type Mined } from "./model-chain.js";
import { JOURNEYS } from "./journeys.js";
import type { Plan } from "./plan.js";
import { DEMO_MNEMONIC } from "./remember.js";
import { DEPLOYER, type World, type WorldState } from "./world.js";

/** Why a life was not as promised; none if it was. */
export type Verdict = readonly string[];

const ACCOUNT = DEPLOYER.address.toLowerCase();
/** The accounts of a demo test, which own nothing. */
export const ACCOUNTS = walletsOf(DEMO_MNEMONIC).map(({ address }) => address.toLowerCase());

/** Steps that make a DAO final, which rest on all before them. */
const FINAL = /^dao\/(setSchemes|registerScheme|unregisterOwner)/;

/** Requests between the last look at which chain it is, and sending: the fees of 16 steps. */
const MOST_STRAYS = 64;

/** Holds the engine to its promises. It knows what was signed, sent, shown and mined, and nothing of how. */
export class Judge {
  readonly #life: Life;
  readonly #accusations = new Set<string>();
  /** The step of each transaction, as the engine named it. */
  readonly #steps = new Map<string, string>();
  readonly #seen = new Set<string>();
  /** In the order in which they were shown first. */
  readonly #shown = new Set<string>();
  readonly #repeated = new Set<string>();
  /** The highest price that the user agreed to, in wei per gas. */
  #cap = 0n;

  constructor(life: Life) {
    this.#life = life;
  }

  accuse(what: string): void {
    if (!this.#accusations.has(what)) this.#life.tell(`JUDGE: ${what}`);
    this.#accusations.add(what);
  }

  /** The user was shown this, and said yes. */
  show({ feeCap, steps }: MigrationPreview): void {
    this.agree(feeCap);
    for (const { step } of steps) this.#shown.add(step);
  }

  agree(cap: bigint): void {
    if (cap > this.#cap) this.#cap = cap;
  }

  note(_process: LifeProcess, event: MigrationEvent): void {
    if (event.type === "signed" || event.type === "feeRaised")
      this.#steps.set(event.transactionHash, event.step);
    if (event.type === "leftBehind") this.#repeated.add(event.step);
    if (event.type === "repeated") for (const step of event.steps) this.#repeated.add(step);
  }

  /** The engine gives a transaction to a node. */
  see(process: LifeProcess, raw: string): void {
    const { hash, from, maxFee } = sentOf(raw);
    const step = this.#steps.get(hash) ?? this.#journaled(raw) ?? hash;
    this.#steps.set(hash, step);
    const isNew = !this.#seen.has(hash);
    this.#seen.add(hash);
    if (!this.#accounts.includes(from)) this.accuse(`${step} is signed by another account.`);
    if (isNew && (process.strays ?? 0) > MOST_STRAYS)
      this.accuse(`${step} is sent to another chain.`);
    if (isNew && process.isRefused) this.accuse(`${step} is sent after the user said no.`);
    if (isNew && maxFee > this.#cap)
      this.accuse(`${step} may pay ${maxFee}, above the cap of ${this.#cap}.`);
    // A journal that was deleted no longer tells what a process signed just before it was killed.
    const isKnown = step !== hash || !this.#life.wasJournalDeleted;
    if (isNew && isKnown && !this.#shown.has(step)) this.accuse(`${step} was not shown.`);
    if (isNew && FINAL.test(step)) this.#seeFinal(step);
    const { disk } = this.#life;
    if (this.#life.isJournalTouched) return;
    if (!disk.keeps(raw, (path) => path.startsWith(`${OUTPUT}.journal`))) {
      this.accuse(`${step} is sent before it is safely in the journal.`);
    }
  }

  /** Nothing final is sent before what it rests on is mined. */
  #seeFinal(step: string): void {
    const { plan, chain, wasJournalDeleted } = this.#life;
    const isUnsettled = plan.incidents.some(({ kind }) => kind.includes("reorganization"));
    if (isUnsettled || wasJournalDeleted) return;
    const mined = this.#own.map(({ sent }) => this.#steps.get(sent.hash));
    const shown = [...this.#shown];
    // The registry only lists a DAO: nothing rests on it.
    const before = shown
      .slice(0, shown.indexOf(step))
      .filter((each) => !FINAL.test(each) && !each.includes("/registry/"));
    const missing = before.find((each) => !mined.includes(each));
    if (missing !== undefined)
      this.accuse(`${step} is sent in block ${chain.tip.number}, before ${missing} is mined.`);
  }

  /** Who may sign. */
  get #accounts(): readonly string[] {
    return this.#life.plan.journey === "demo" ? [ACCOUNT, ...ACCOUNTS] : [ACCOUNT];
  }

  /** What the accounts have on the chain. */
  get #own(): readonly Mined[] {
    const { all } = this.#life.chain.tip;
    return [...all.values()].filter(({ sent, ok }) => ok && this.#accounts.includes(sent.from));
  }

  /** The wallet sent the same again. */
  noteTwin(of: string, hash: string): void {
    const step = this.#steps.get(of);
    if (step !== undefined) this.#steps.set(hash, step);
  }

  /** A process may die between its journal and its event. */
  #journaled(raw: string): string | undefined {
    const { disk } = this.#life;
    const lines = disk.paths
      .filter((path) => path.startsWith(`${OUTPUT}.journal`))
      .flatMap((path) => disk.at(path)!.bytes.toString().split("\n"));
    const line = lines.find((each) => each.includes(raw));
    return line === undefined ? undefined : (JSON.parse(line) as { readonly step: string }).step;
  }

  /** @param isDone whether there should be a DAO */
  async judge(isDone = true): Promise<Verdict> {
    this.#judgeChain();
    if (isDone && this.#accusations.size === 0) await this.#judgeResult();
    return [...this.#accusations];
  }

  /** Each step at most once. */
  #judgeChain(): void {
    const ofWallet = new Set(this.#life.wallet.sent.map(({ hash }) => hash));
    // Without a journal, what follows a step that the wallet cancelled counts as another migration's. Calls that must
    // not happen twice show in the DAO.
    const { wasJournalDeleted, plan } = this.#life;
    const isUnordered = ofWallet.size > 0 && wasJournalDeleted && plan.journey !== "forge";
    // In a demo, an account makes several equal proposals.
    const isDemo = plan.journey === "demo";
    const calls = new Map<string, Mined>();
    const steps = new Map<string, Mined>();
    for (const mined of this.#own) {
      const { hash, from, to = "", data } = mined.sent;
      const step = this.#steps.get(hash);
      if (step === undefined && !wasJournalDeleted && !ofWallet.has(hash))
        this.accuse(`${hash} is mined, but nobody signed it.`);
      const isRepeated = (step !== undefined && this.#repeated.has(step)) || isUnordered;
      const call = from + to + data;
      if (calls.has(call) && !isRepeated && !isDemo && data !== "0x")
        this.accuse(`${step ?? hash} is mined twice.`);
      calls.set(call, mined);
      if (step !== undefined && steps.has(step) && !isRepeated)
        this.accuse(`${step} is mined twice, as different calls.`);
      if (step !== undefined) steps.set(step, mined);
    }
  }

  async #judgeResult(): Promise<void> {
    const { disk, world, chain, plan } = this.#life;
    if (disk.at(`${OUTPUT}.journal`) !== undefined) this.accuse("The journal is left behind.");
    const file = disk.at(OUTPUT);
    if (file === undefined) return this.accuse("There is no result.");
    if (!file.durable.equals(file.bytes)) this.accuse("The result is not safely on disk.");
    const result = JSON.parse(file.bytes.toString()) as MigrationResult;
    const { time } = this.#life;
    const problem = await time.hold(problemOf(world, chain.tip.state, plan.journey, result));
    if (problem !== undefined) this.accuse(`It is not as asked: ${problem}`);
  }
}

const known = new WeakMap<WorldState, Map<string, Promise<string | undefined>>>();

/** What is wrong with what was made; the same answer for the same state and result. */
async function problemOf(
  world: World,
  state: WorldState,
  journey: Plan["journey"],
  result: MigrationResult,
): Promise<string | undefined> {
  const ofState = known.get(state) ?? new Map<string, Promise<string | undefined>>();
  known.set(state, ofState);
  const key = `${journey} ${JSON.stringify(result)}`;
  let problem = ofState.get(key);
  if (problem === undefined) {
    const provider: Eip1193Provider = {
      request: async ({ method, params = [] }) =>
        await world.ask(state, method, params.slice(0, -1)),
    };
    problem = JOURNEYS[journey].expect(world, state, provider, result).then(
      () => undefined,
      (error: Error) => error.message,
    );
    ofState.set(key, problem);
  }
  return await problem;
}
