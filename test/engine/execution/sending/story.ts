import { formatUnits, type Transaction } from "ethers";

import type { HigherFee } from "../../../../src/engine/execution/sending/fee-limit.js";
import type { Outcome } from "../../../../src/engine/execution/sending/outcome.js";
import { StepSender } from "../../../../src/engine/execution/sending/step-sender.js";
import type { MigrationEvent } from "../../../../src/engine/execution/steps/event.js";
import type { PlannedStep } from "../../../../src/engine/execution/steps/plan.js";
import { itWith } from "../../../it-with.js";
import { expectRecorded } from "../../../recorded.js";
import { contextOn, FakeNode, plannedSteps, wallet } from "./fake-node.js";

type Changes = NonNullable<Parameters<typeof contextOn>[1]>;
type Run = Pick<ReturnType<typeof contextOn>, "context" | "events" | "signed">;
/** What a number of steps have in common, after their numbers. */
type Facts = readonly [number: number, fact: string];

const gwei = (wei: bigint) => formatUnits(wei, "gwei");
const numberOf = (step: string) => Number(step.slice(step.indexOf("/") + 1));
const list = (name: string, all: readonly unknown[]) =>
  all.length > 0 ? [`${name} ${all.join(", ")}`] : [];

/** Joins consecutive steps with the same facts, and equal ones: `0-15 at 3.0, 16 at 4.0 (3 times)`. */
function ranges(all: readonly Facts[]): string[] {
  const found: { from: number; to: number; times: number; fact: string }[] = [];
  for (const [number, fact] of all) {
    const last = found.at(-1);
    const isSame = last?.fact === fact;
    if (isSame && last.to + 1 === number && last.times === 1) last.to = number;
    else if (isSame && last.from === number && last.to === number) last.times++;
    else found.push({ from: number, to: number, times: 1, fact });
  }
  return found.map(({ from, to, times, fact }) => {
    const repeated = times > 1 ? ` (${times} times)` : "";
    return `${from === to ? from : `${from}-${to}`}${fact}${repeated}`;
  });
}

/** Price in gwei, and what is not as usual: one gwei of it a tip, and the gas of a planned step. */
function termsOf({ maxFeePerGas, maxPriorityFeePerGas, gasPrice, gasLimit }: Transaction): string {
  const tip = maxPriorityFeePerGas ?? 0n;
  return [
    ` at ${gwei(maxFeePerGas ?? gasPrice!)}`,
    maxFeePerGas === null ? " (legacy)" : tip === 10n ** 9n ? "" : ` (tip ${gwei(tip)})`,
    gasLimit === 52_500n ? "" : ` with ${gasLimit} gas`,
  ].join("");
}

/** The stories of the test that runs. */
const told: Story[] = [];

/**
 * An `it` that compares the stories of a test, in the order in which they began, with what `golden/` has for it.
 * @param begin a story that each test may use
 */
export function itTells<Told extends Story>(begin: () => Told) {
  return itWith<[Told]>(async (run) => {
    told.length = 0;
    await run(begin());
    const lines = told.flatMap((story) => story.lines);
    if (lines.length > 0) expectRecorded(lines.join("\n"));
  });
}

/** What happens on a fake node: for each act of a test lines with what it got and was asked, and what came of that. */
export class Story {
  readonly node: FakeNode;
  readonly context: ReturnType<typeof contextOn>["context"];
  readonly lines: string[] = [];
  readonly sender: StepSender;
  readonly #events: MigrationEvent[];
  readonly #signed: number[];
  #state: readonly string[] | undefined;

  constructor({ confirmHigherFee, ...changes }: Changes = {}, node = new FakeNode(), run?: Run) {
    told.push(this);
    this.node = node;
    const asking = async (higher: HigherFee): Promise<boolean> => {
      const { cap, price, wanted } = higher;
      this.lines.push(`  asks to pay ${gwei(wanted)}, at ${gwei(price)}, above ${gwei(cap)}`);
      return await confirmHigherFee!(higher);
    };
    const asked = confirmHigherFee && { confirmHigherFee: asking };
    const { context, events, signed } = run ?? contextOn(node, { ...changes, ...asked });
    [this.context, this.#events, this.#signed] = [context, events, signed];
    this.sender = new StepSender(context);
  }

  /** Tells nothing of what happened until now. */
  protected settle(): void {
    this.#state = [];
    this.#changes();
  }

  /** Sends steps, or so many of them. */
  async send(steps: number | readonly PlannedStep[], onMined = (): unknown => undefined) {
    const all = typeof steps === "number" ? plannedSteps(steps) : steps;
    const send = async () => await this.sender.send(all, () => void onMined());
    return await this.act("send", send);
  }

  /** Sends what the journal holds. */
  async finish(plan: readonly PlannedStep[] = []) {
    return await this.act("finish", async () => await this.sender.finishJournaled(plan));
  }

  /** Does something, and adds what changed, and what it returns or fails with. */
  async act<Result>(what: string, act: () => Promise<Result>): Promise<Result | undefined> {
    if (this.#state === undefined) this.settle();
    this.lines.push(`${what}:`);
    const { now, block } = this.node;
    this.node.mostPending = 0;
    let result: Result | undefined;
    const end = await act().then(
      (value) => this.#endOf((result = value)),
      (error: Error) => [`${error.name}: ${error.message.replaceAll(wallet.address, "0xa…")}`],
    );
    const passed = this.node.now > now ? [`takes ${this.node.now - now} ms`] : [];
    const blocks = this.node.block > block ? [`blocks ${block + 1}-${this.node.block}`] : [];
    const lines = [...this.#changes(), ...[...passed, ...blocks], ...end];
    this.lines.push(...lines.map((line) => `  ${line}`));
    return result;
  }

  /** What else is told where it changed. */
  protected state(): readonly string[] {
    const most = this.node.mostPending;
    const journaled = ranges(this.context.journal.steps.map((step) => [numberOf(step), ""]));
    return [
      ...(most > 0 ? [`at most ${most} pending`] : []),
      `${journaled.join(", ") || "nothing"} in the journal`,
    ];
  }

  #changes(): string[] {
    const { handed, handedIn, requests } = this.node;
    const asked = Map.groupBy(requests.splice(0), (method) => method);
    asked.delete("eth_sendRawTransaction");
    const state = this.state();
    const isNew = state.filter((each) => !this.#state!.includes(each));
    this.#state = state;
    const blocks = Map.groupBy(handed.splice(0), () => handedIn.shift()!);
    return [
      ...list(
        "asks",
        [...asked].map(([method, { length }]) => `${method} ${length}`),
      ),
      ...list("signs", ranges(this.#signed.splice(0).map((nonce) => [nonce, ""]))),
      ...[...blocks].flatMap(([block, all]) =>
        list(
          blocks.size > 1 ? `hands over at block ${block}` : "hands over",
          ranges(all.map((each) => [each.nonce, termsOf(each)])),
        ),
      ),
      ...list("reports", this.#reports()),
      ...list("has", isNew),
    ];
  }

  #reports(): string[] {
    const steps: { type: string; all: Facts[] }[] = [];
    for (const { type, ...event } of this.#events.splice(0)) {
      const { step, transactionHash, ...facts } = event as Record<string, unknown>;
      const told = Object.values(facts).filter((each) => each !== wallet.address);
      if (typeof step !== "string") {
        steps.push({ type: [type, ...told].join(" "), all: [] });
        continue;
      }
      const sent = this.context.journal.transactions(step);
      const place = sent.findIndex(({ hash }) => hash === transactionHash);
      const number = numberOf(step);
      const own = told.filter((each) => each !== number).map((each) => ` ${String(each)}`);
      const fact = [
        ...own,
        [" (no longer journaled)", ""][place + 1] ?? ` (transaction ${place + 1})`,
      ].join("");
      const last = steps.at(-1);
      if (last?.type === type && last.all.length > 0) last.all.push([number, fact]);
      else steps.push({ type, all: [[number, fact]] });
    }
    return steps.map(({ type, all }) => [type, ranges(all).join(", ")].join(" ").trim());
  }

  /** How an act ended: an outcome in words, anything else as its fields. */
  #endOf(value: unknown): string[] {
    if (typeof value !== "object" || value === null) return [];
    if ("outcome" in value) {
      const { outcome, ...rest } = value;
      return [...this.#endOf(outcome), ...this.#endOf(rest)];
    }
    if (!("mined" in value && "failed" in value)) {
      return Object.entries(value).map(([key, each]) => `${key}: ${JSON.stringify(each)}`);
    }
    const { mined, failed } = value as Outcome;
    const reasons = [...failed].map(([step, { reason, isByOthers }]) => {
      const said = reason.replaceAll(wallet.address, "0xa…");
      return `failed ${numberOf(step)}: ${said}${isByOthers ? " (by others)" : ""}`;
    });
    const places = [...mined].map(([step, { blockNumber }]): Facts => [
      numberOf(step),
      ` in block ${blockNumber}`,
    ]);
    return [...list("mined", ranges(places)), ...reasons];
  }
}
