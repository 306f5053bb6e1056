import type { MigrationPreview } from "../../src/engine/execution/sending/preview.js";
import type { MigrationEvent } from "../../src/engine/execution/steps/event.js";
import { BuildFiles } from "../../src/foundation/arc/build-files.js";
import { DEFAULT_ARC_VERSION } from "../../src/foundation/arc/versions.js";
import { openArcRelease } from "../../src/foundation/arc/open-release.js";
import { resolveParameters } from "../../src/foundation/params/load-parameters.js";
import type { DaoParameters } from "../../src/foundation/params/parameters.js";
import type { MigrationResult } from "../../src/foundation/result/result.js";
import { expectDao } from "../engine/migration/expect-dao.js";
import { OUTPUT, type Life, type LifeProcess } from "./life.js";
import { sentOf, type Mined } from "./model-chain.js";
import { parametersOf } from "./people.js";
import { DEPLOYER, type World, type WorldState } from "./world.js";

/** Why a life was not as promised; none if it was. */
export type Verdict = readonly string[];

const ACCOUNT = DEPLOYER.address.toLowerCase();

/** Steps that make a DAO final, which rest on all before them. */
const FINAL = /^dao\/(setSchemes|registerScheme|unregisterOwner)/;

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
    if (from !== ACCOUNT) this.accuse(`${step} is signed by another account.`);
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

  /** What the account has on the chain. */
  get #own(): readonly Mined[] {
    const { all } = this.#life.chain.tip;
    return [...all.values()].filter(({ sent, ok }) => ok && sent.from === ACCOUNT);
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
    const isUnordered = ofWallet.size > 0 && wasJournalDeleted && !plan.forges;
    const calls = new Map<string, Mined>();
    const steps = new Map<string, Mined>();
    for (const mined of this.#own) {
      const { hash, to = "", data } = mined.sent;
      const step = this.#steps.get(hash);
      if (step === undefined && !wasJournalDeleted && !ofWallet.has(hash))
        this.accuse(`${hash} is mined, but nobody signed it.`);
      if (data === "0x") continue;
      const isRepeated = (step !== undefined && this.#repeated.has(step)) || isUnordered;
      if (calls.has(to + data) && !isRepeated) this.accuse(`${step ?? hash} is mined twice.`);
      calls.set(to + data, mined);
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
    const { dao } = JSON.parse(file.bytes.toString()) as MigrationResult;
    if (dao === undefined) return this.accuse("The result has no DAO.");
    const problem = await this.#life.time.hold(problemOf(world, chain.tip.state, plan.forges, dao));
    if (problem !== undefined) this.accuse(`The DAO is not as asked: ${problem}`);
  }
}

const read = new WeakMap<WorldState, Map<string, Promise<string | undefined>>>();

async function problemOf(
  world: World,
  state: WorldState,
  forges: boolean,
  dao: NonNullable<MigrationResult["dao"]>,
): Promise<string | undefined> {
  const known = read.get(state) ?? new Map<string, Promise<string | undefined>>();
  read.set(state, known);
  let problem = known.get(dao.Avatar);
  if (problem === undefined)
    known.set(dao.Avatar, (problem = readProblem(world, state, forges, dao)));
  return await problem;
}

async function readProblem(
  world: World,
  state: WorldState,
  forges: boolean,
  dao: NonNullable<MigrationResult["dao"]>,
): Promise<string | undefined> {
  const provider = {
    request: async ({ method, params = [] }: { method: string; params?: unknown[] }) =>
      await world.ask(state, method, params.slice(0, -1)),
  };
  const parameters = await parametersFor(forges);
  try {
    await expectDao({ provider }, world.release, world.base, parameters, dao, DEPLOYER.address);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

const resolved = new Map<boolean, Promise<DaoParameters>>();

async function parametersFor(forges: boolean): Promise<DaoParameters> {
  let parameters = resolved.get(forges);
  if (parameters === undefined) {
    parameters = resolveParameters(parametersOf(forges), {
      network: "private",
      arcVersion: DEFAULT_ARC_VERSION,
      openRelease: async (version) => await openArcRelease(version),
      builds: new BuildFiles({ customAbis: "custom-abis" }),
    }).then(({ parameters }) => parameters);
    resolved.set(forges, parameters);
  }
  return await parameters;
}
