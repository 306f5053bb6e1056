import { FakeNode, wallet } from "./fake-node.js";
import { pendingOn } from "./pending-run.js";
import { Story } from "./story.js";

type Run = Awaited<ReturnType<typeof pendingOn>>;

/** What happens to pending steps. */
export class PendingStory extends Story {
  readonly run: Run;

  private constructor(node: FakeNode, run: Run) {
    super({}, node, run);
    this.run = run;
    this.settle();
  }

  /** Begins with signed steps on a node that mines nothing by itself. */
  static async of(count: number, changes?: Parameters<typeof pendingOn>[2]): Promise<PendingStory> {
    const node = new FakeNode();
    node.mines = false;
    return new PendingStory(node, await pendingOn(node, count, changes));
  }

  /** Sends the signed steps from one place to another, or all. */
  async hand(from = 0, to?: number): Promise<void> {
    const { pending, steps } = this.run;
    await this.act("send", async () => void (await pending.send(steps.slice(from, to))));
  }

  async poll(): Promise<void> {
    await this.act("poll", async () => void (await this.run.pending.poll()));
  }

  /** Sends again what is due after some milliseconds. */
  async due(later = 0): Promise<void> {
    this.node.now += later;
    const resend = async () => void (await this.run.pending.resendDue());
    await this.act(`due after ${later} ms`, resend);
  }

  /** The same with a poll before it, after some blocks without these steps, too. */
  async next(later = 0, blocks = 0): Promise<void> {
    this.node.block += blocks;
    await this.poll();
    await this.due(later);
  }

  /** Sends all, and sees them pending. */
  async sent(): Promise<void> {
    await this.hand();
    await this.poll();
  }

  /** The node mines a block with so many of the steps. */
  mine(blockRoom: number): void {
    Object.assign(this.node, { mines: true, blockRoom });
    this.node.mine();
    this.node.mines = false;
  }

  protected override state(): readonly string[] {
    const { pending, window } = this.run;
    const { count, gas } = pending.unminedOf(wallet.address);
    return [`${pending.size} pending`, `${count} unmined`, `${gas} gas`, `window ${window.size}`];
  }
}
