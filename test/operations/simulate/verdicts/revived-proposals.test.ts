import { expect } from "chai";
import { ZeroAddress } from "ethers";

import { inspectDao } from "../../../../src/engine/inspect/inspect-dao.js";
import { wouldFail } from "../../../../src/operations/simulate/verdicts/verdicts.js";
import { register } from "../attack.js";
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

/** Passes a proposal of a scheme that is unregistered then, before its calls are made. */
async function waiting(d: DangerousDao): Promise<{ readonly scheme: string; readonly id: string }> {
  const { machine, hash } = d.own;
  const scheme = await d.registered(await d.initialized(GSMC, machine, hash, ZeroAddress), "10");
  const calls = [[STRANGER], ["0x"], [9n * 10n ** 18n]];
  const id = await d.send(GSMC, scheme, "proposeCalls", [...calls, "a gift"]);
  for (const voter of [LARGE, MIDDLE]) {
    const data = d.encode("GenesisProtocol", "vote", [id, 1n, 0n, voter]);
    await d.sendFrom(voter, machine, data);
  }
  return { scheme, id };
}

it("names passed proposals that a scheme can carry out once it is registered again", async () => {
  await withDangerousDao("rc.57", async (d) => {
    const { provider } = d.connection;
    const { scheme, id } = await waiting(d);
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
