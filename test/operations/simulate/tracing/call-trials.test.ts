import { expect } from "chai";

import { tryCalls } from "../../../../src/operations/simulate/tracing/call-trials.js";
import { STRANGER } from "../dangerous-dao.js";

it("tries a call with the gas that its data takes beside: anybody can propose a long one", async () => {
  const gases: unknown[] = [];
  const chain = {
    origin: { hash: "0x" },
    forgetting: async (run: () => Promise<unknown>) => await run(),
    balance: () => 0n,
    send: ({ gas }: { gas: bigint }) => void gases.push(gas),
  };
  const call = { to: { address: STRANGER }, data: `0x${"ab".repeat(90_000)}`, value: "0" };
  await tryCalls(chain as never, STRANGER, [call as never]);
  expect(gases).to.deep.equal([6_621_000n]);
});
