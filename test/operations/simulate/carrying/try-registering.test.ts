import { expect } from "chai";

import { tryRegistering } from "../../../../src/operations/simulate/carrying/try-registering.js";
import type { Session } from "../../../../src/operations/simulate/session.js";
import { account, sampleInspection, scheme } from "../../../engine/inspect/sample-inspection.js";

/** Of a DAO whose only scheme with all permissions needs no fork to be judged. */
async function verdictFor(name: string, values: Readonly<Record<string, string>>) {
  const sample = sampleInspection();
  const contract = { address: account(70), code: "arc", name } as const;
  const own = { kept: "own", values, votes: {}, owner: account(71) } as const;
  const inspection = { ...sample, schemes: [scheme(contract, "0x0000001f", own)] };
  const chain = { forgetting: async (run: () => Promise<unknown>) => await run() };
  return (await tryRegistering({ inspection, chain } as unknown as Session, "0x00000009")).verdict;
}

describe("tryRegistering", () => {
  it("does not know what an owner does through a Forwarder, until it expires", async () => {
    const { timestamp } = sampleInspection().block;
    const until = async (time: number) =>
      await verdictFor("Forwarder", { expirationTime: String(time) });
    expect(await until(timestamp + 1)).to.equal("not known");
    expect(await until(timestamp)).to.equal("no");
  });

  it("knows that nobody registers more through a DaoCreator that has set the schemes", async () => {
    expect(await verdictFor("DaoCreator", { creator: account(71) })).to.equal("not known");
    const creator = `0x${"00".repeat(20)}`;
    expect(await verdictFor("DaoCreator", { creator })).to.equal("no");
  });

  it("does not know it if the node does not say who holds reputation", async () => {
    const { reputation, ...sample } = sampleInspection();
    const holders = { notRead: "pruned" };
    const session = {
      inspection: { ...sample, reputation: { ...reputation, holders } },
    } as Session;
    const { verdict, why } = await tryRegistering(session, "0x00000009");
    expect([verdict, why[0]]).to.deep.equal([
      "not known",
      "Who holds reputation could not be read: pruned.",
    ]);
  });
});
