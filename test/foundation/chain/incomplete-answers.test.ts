import { expect } from "chai";

import {
  askAgain,
  forPolls,
  NEVER,
  untilShown,
  type Pause,
} from "../../../src/foundation/chain/incomplete-answers.js";
import { RpcError } from "../../../src/foundation/chain/rpc-error.js";
import { rejection } from "../../rejection.js";

/** A clock that moves only when somebody sleeps, and what is counted on it until patience ends. */
function counting() {
  let now = 0;
  const clock = {
    now: () => now,
    sleep: async (milliseconds: number) => {
      now += milliseconds;
      await Promise.resolve();
    },
  };
  const count = async (pause: Pause) => {
    const end = { asked: 0, after: 0 };
    await askAgain(
      async () => await Promise.resolve(end.asked++),
      () => false,
      pause,
    );
    return { ...end, after: now };
  };
  return { clock, count };
}

describe("a node that is behind", () => {
  it("is asked for a minute for what exists, ten times for what may not, and once if it is polled anyway", async () => {
    const [shown, quick, polls, never] = [counting(), counting(), counting(), counting()];
    expect(await shown.count(untilShown(shown.clock))).to.deep.equal({ asked: 61, after: 60_000 });
    const quickly = untilShown(quick.clock, 500);
    expect(await quick.count(quickly)).to.deep.equal({ asked: 121, after: 60_000 });
    const polling = forPolls({ clock: polls.clock, polling: 200 });
    expect(await polls.count(polling)).to.deep.equal({ asked: 10, after: 1_800 });
    expect(await never.count(NEVER)).to.deep.equal({ asked: 1, after: 0 });
  });

  it("is asked again if it says that it lacks the block, and its last answer counts", async () => {
    const { clock } = counting();
    const answers = [new RpcError("eth_call", { message: "header not found" }), 1, 2, 3];
    const read = async () => {
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      return await Promise.resolve(answer);
    };
    expect(await askAgain(read, (answer) => answer === 2, untilShown(clock))).to.equal(2);
    expect(await askAgain(read, () => false, NEVER)).to.equal(3);
    const refuse = async () =>
      await Promise.reject(new RpcError("eth_call", { message: "execution reverted" }));
    expect((await rejection(askAgain(refuse, () => true, untilShown(clock)))).message).to.include(
      "reverted",
    );
  });
});
