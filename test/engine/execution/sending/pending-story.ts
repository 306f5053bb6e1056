import { formatUnits } from "ethers";

import { expectRecorded } from "../../../recorded.js";
import { FakeNode, wallet } from "./fake-node.js";
import { pendingOn } from "./pending-run.js";

type Run = Awaited<ReturnType<typeof pendingOn>>;

/** What happens to pending steps: for each act of a test a line with what the node got and was asked, and what changed. */
export class PendingStory {
  readonly node: FakeNode;
  readonly run: Run;
  readonly lines: string[] = [];
  #state: readonly string[] = [];

  private constructor(node: FakeNode, run: Run) {
    [this.node, this.run] = [node, run];
    this.#changes();
  }

  /** Begins with signed steps on a node that mines nothing by itself. */
  static async of(count: number, changes?: Parameters<typeof pendingOn>[2]): Promise<PendingStory> {
    const node = new FakeNode();
    node.mines = false;
    return new PendingStory(node, await pendingOn(node, count, changes));
  }

  /** Sends the steps from one place to another, or all. */
  async send(from = 0, to?: number): Promise<void> {
    const { pending, steps } = this.run;
    await this.#act("send", async () => await pending.send(steps.slice(from, to)));
  }

  async poll(): Promise<void> {
    await this.#act("poll", async () => await this.run.pending.poll());
  }

  /** Sends again what is due after some milliseconds. */
  async due(later = 0): Promise<void> {
    this.node.now += later;
    await this.#act(`due after ${later} ms`, async () => await this.run.pending.resendDue());
  }

  /** The same with a poll before it, after some blocks without these steps, too. */
  async next(later = 0, blocks = 0): Promise<void> {
    this.node.block += blocks;
    await this.poll();
    await this.due(later);
  }

  /** Sends all, and sees them pending. */
  async sent(): Promise<void> {
    await this.send();
    await this.poll();
  }

  /** The node mines a block with so many of the steps. */
  mine(blockRoom: number): void {
    Object.assign(this.node, { mines: true, blockRoom });
    this.node.mine();
    this.node.mines = false;
  }

  /** Compares it with the story of this test in `golden/`. */
  expectRecorded(): void {
    expectRecorded(this.lines.join("\n"));
  }

  async #act(what: string, act: () => Promise<unknown>): Promise<void> {
    const failure = await act().then(
      () => [],
      (error: Error) => [`${error.name}: ${error.message.replaceAll(wallet.address, "0xa…")}`],
    );
    this.lines.push([`${what}:`, ...this.#changes(), ...failure].join("\n  "));
  }

  #changes(): string[] {
    const { events, signed, handed, pending, window } = this.run;
    const asked = Map.groupBy(this.node.requests.splice(0), (method) => method);
    asked.delete("eth_sendRawTransaction");
    const unmined = pending.unminedOf(wallet.address);
    const [before, state] = [
      this.#state,
      [
        `${pending.size} pending`,
        `${unmined.count} unmined`,
        `${unmined.gas} gas`,
        `window ${window.size}`,
      ],
    ];
    this.#state = state;
    const list = (name: string, all: readonly unknown[]) =>
      all.length > 0 ? [`${name} ${all.join(", ")}`] : [];
    return [
      ...list(
        "asks",
        [...asked].map(([method, { length }]) => `${method} ${length}`),
      ),
      ...list(
        "hands over",
        handed
          .splice(0)
          .map(({ nonce, maxFeePerGas }) => `${nonce} at ${formatUnits(maxFeePerGas!, "gwei")}`),
      ),
      ...list("signs", signed.splice(0)),
      ...list(
        "reports",
        events.splice(0).map((event) => {
          if (!("transactionHash" in event)) return Object.values(event).join(" ");
          const { transactionHash, ...facts } = event;
          const all = this.run.context.journal.transactions(facts.step);
          const place = all.findIndex(({ hash }) => hash === transactionHash);
          return `${Object.values(facts).join(" ")} (transaction ${place + 1})`;
        }),
      ),
      ...list(
        "has",
        state.filter((each) => !before.includes(each)),
      ),
    ];
  }
}
