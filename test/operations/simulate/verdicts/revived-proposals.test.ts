import { expect } from "chai";
import { toQuantity, ZeroAddress } from "ethers";

import { inspectDao } from "../../../../src/engine/inspect/inspect-dao.js";
import { wouldFail } from "../../../../src/operations/simulate/verdicts/verdicts.js";
import { register } from "../attack.js";
import { calls, placeCode } from "../unseen-contracts.js";
import {
  LARGE,
  MIDDLE,
  STRANGER,
  saidOf,
  simulateAll,
  withDangerousDao,
  type DangerousDao,
} from "../dangerous-dao.js";

const GSMC = "GenericSchemeMultiCall";

/** Passes a proposal whose calls are not made yet, or fail. */
async function waiting(
  d: DangerousDao,
  ether: bigint,
  isSingle = false,
): Promise<{ readonly scheme: string; readonly id: string }> {
  const { machine, hash } = d.own;
  const made = isSingle
    ? (await d.makeGeneric(STRANGER)).scheme
    : await d.initialized(GSMC, machine, hash, ZeroAddress);
  const scheme = await d.registered(made, "10");
  const wei = ether * 10n ** 18n;
  const id = isSingle
    ? await d.send("GenericScheme", scheme, "proposeCall", ["0x", wei, "a gift"])
    : await d.send(GSMC, scheme, "proposeCalls", [[STRANGER], ["0x"], [wei], "a gift"]);
  for (const voter of [LARGE, MIDDLE]) {
    const data = d.encode("GenesisProtocol", "vote", [id, 1n, 0n, voter]);
    await d.sendFrom(voter, machine, data);
  }
  return { scheme, id };
}

it("names passed proposals that a scheme can carry out once it is registered again", async () => {
  await withDangerousDao("rc.57", async (d) => {
    const { provider } = d.connection;
    const { scheme, id } = await waiting(d, 9n);
    const missing = async (): Promise<string> => {
      const { proposals } = await inspectDao(provider, d.dao.Avatar);
      return JSON.stringify(proposals).match(/"missing":"([^"]*)"/)![1]!;
    };
    expect(await missing()).to.match(/second execute, the scheme's, which anybody may call\.$/);
    await d.asRegistrar("unregisterScheme", scheme);
    expect(await missing()).to.match(/second execute, the scheme's\. .* fails now: /);

    const again = async (permissions: string) => register(scheme, permissions);
    const [simulation] = await simulateAll(d, [async () => await again("10")]);
    if (simulation instanceof Error) throw simulation;
    expect(saidOf(simulation!)).to.include(`Anybody can then carry out the proposal ${id}`);
    expect(saidOf(simulation!)).to.match(/call 0x of the account 0xABaB\w+ \(9\.0 ether\)/i);
    expect(simulation!.powers.changes.flatMap(({ who }) => who)).to.include(STRANGER);
    expect(wouldFail(simulation!)).to.equal(true);
  });
});

it("names passed proposals whose calls lack nothing any more, such as ether", async () => {
  await withDangerousDao("rc.57", async (d) => {
    const ids = [await waiting(d, 50n), await waiting(d, 60n, true), await waiting(d, 500n)];
    // It sends all its ether to whoever calls it.
    const vault = await placeCode(d, "0x5f5f5f5f47335af100");
    await d.ask("hardhat_setBalance", vault, toQuantity(100n * 10n ** 18n));
    const makers = [
      async () => await calls(d, vault, "0x"),
      async () => await calls(d, d.mock, "0x"),
    ];
    const [pays, other] = await simulateAll(d, makers);
    if (pays instanceof Error) throw pays;
    if (other instanceof Error) throw other;
    const [first, second, third] = ids.map(({ id }) => `carry out the proposal ${id}`);
    expect(saidOf(pays!)).to.include(first).and.include(second).and.not.include(third);
    expect(wouldFail(pays!)).to.equal(true);
    expect(other!.warnings.map(({ id }) => id)).to.not.include("revives-proposal");
  });
});
