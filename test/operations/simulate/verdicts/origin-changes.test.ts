import { expect } from "chai";
import { getAddress, ZeroAddress } from "ethers";

import { sampleInspection } from "../../../engine/inspect/sample-inspection.js";
import { plant } from "../../../engine/inspect/storage/planted.js";
import { wouldFail } from "../../../../src/operations/simulate/verdicts/verdicts.js";
import { originChanges } from "../../../../src/operations/simulate/verdicts/origin-changes.js";
import { register, rewardAgain, type Attack } from "../attack.js";
import {
  saidOf,
  simulateAll,
  STRANGER,
  withDangerousDao,
  type DangerousDao,
} from "../dangerous-dao.js";
import { placeCode } from "../unseen-contracts.js";

/** A contract with the code of another one, and with something in its storage. */
async function planted(d: DangerousDao, model: string): Promise<string> {
  const code = String(await d.ask("eth_getCode", model, "latest"));
  const { provider } = d.connection;
  return getAddress((await plant(provider, d.deployer.account, code)).contractAddress);
}

const MULTI = "GenericSchemeMultiCall";

async function multiCall(d: DangerousDao, scheme: string, constraints = ZeroAddress) {
  const args = [d.dao.Avatar, d.own.machine, d.own.hash, constraints];
  await d.send(MULTI, scheme, "initialize", args);
  return register(scheme, "10");
}

const PLANTED: readonly Pick<Attack, "name" | "make" | "says">[] = [
  {
    name: "a scheme",
    async make(d) {
      return await multiCall(d, await planted(d, await d.deploy(MULTI)));
    },
    says: /GenericSchemeMultiCall 0x\w+ gets power over the DAO\. It has Arc's code, but other code created it in transaction 0x/,
  },
  {
    name: "a voting machine",
    make: async (d) => rewardAgain(d, await d.genesis({}, await planted(d, d.own.machine))),
    says: /GenesisProtocol 0x\w+ gets power over the DAO\. It has Arc's code, but other code/,
  },
  {
    name: "what a scheme refers to",
    async make(d) {
      const constraints = await planted(d, await d.deploy("SimpleSchemeConstraints"));
      return await multiCall(d, await d.deploy(MULTI), constraints);
    },
    says: /SimpleSchemeConstraints 0x\w+ gets power over the DAO\. It has Arc's code, but other code/,
  },
  {
    name: "a controller",
    async make(d) {
      const controller = await planted(d, d.dao.Controller);
      return { kind: "upgradeController", controller };
    },
    says: /Controller 0x\w+ gets power over the DAO|state afterwards could not be read/,
  },
  {
    name: "code that no transaction deployed",
    async make(d) {
      const code = await d.ask("eth_getCode", await d.deploy(MULTI), "latest");
      return await multiCall(d, await placeCode(d, String(code)));
    },
    says: /GenericSchemeMultiCall 0x\w+ gets power over the DAO\. Whether its own code created it.* is not known: no transaction or trace/,
  },
];

it("looks up code in a release that is opened as the session says", async () => {
  const inspection = sampleInspection();
  const contract = { address: STRANGER, code: "arc", name: MULTI } as const;
  const scheme = { ...inspection.schemes[0]!, registered: true, contract };
  const session = {
    ...{ chain: undefined as never, inspection },
    openRelease: () => Promise.reject(new Error("it is offline")),
  };
  const after = { ...inspection, schemes: [...inspection.schemes, scheme] };
  const [found] = await originChanges(session, after);
  expect(found).to.deep.include({ kind: "unknown", who: [STRANGER] });
  expect(found?.warning.what).to.match(/is not known: it is offline\.$/);
});

it("does not know what contracts can do that other code created", async () => {
  const makers = PLANTED.map(({ make }) => make);
  const all = await withDangerousDao("rc.57", async (d) => await simulateAll(d, makers));
  for (const [index, simulation] of all.entries()) {
    const { name, says } = PLANTED[index]!;
    if (simulation instanceof Error) throw simulation;
    expect(saidOf(simulation), name).to.match(says!);
    expect(simulation.powers.verdict, name).to.not.equal("unchanged");
    expect(wouldFail(simulation), name).to.equal(true);
  }
});
