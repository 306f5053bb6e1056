import { expect } from "chai";
import { ZeroAddress, ZeroHash } from "ethers";

import { wouldFail, type Simulation } from "../../../../src/operations/simulate/simulation.js";
import { call } from "../attack.js";
import {
  LARGE,
  STRANGER,
  registered,
  saidOf,
  simulateAll,
  withDangerousDao,
  type DangerousDao,
  type Proposed,
} from "../dangerous-dao.js";

const WEI = 10n ** 18n;
/** Writes its argument to its first slot. */
const UNKNOWN = `0x${"7e".repeat(20)}`;

/** Proposes a call of a contract that the DAO owns. */
async function callOf(d: DangerousDao, to: string, data: string, votes = d.own): Promise<Proposed> {
  const { scheme } = await d.makeGeneric(to, votes);
  return call(await registered(d, scheme, "10"), to, data);
}

async function ownedToken(d: DangerousDao): Promise<string> {
  const token = await d.deploy("DAOToken", ["Counted", "CNT", 0n]);
  await d.send("DAOToken", token, "mint", [d.deployer.account, WEI]);
  await d.send("DAOToken", token, "transferOwnership", [d.dao.Avatar]);
  return token;
}

async function fromToken(d: DangerousDao, token: string): Promise<void> {
  const scheme = await d.deploy("ReputationFromToken");
  const args = [d.dao.Avatar, token, ZeroAddress, ZeroHash];
  await d.send("ReputationFromToken", scheme, "initialize", args);
  await registered(d, scheme);
}

function mint(d: DangerousDao, token: string, tokens: bigint): Promise<Proposed> {
  return callOf(d, token, d.encode("DAOToken", "mint", [STRANGER, tokens * WEI]));
}

interface Case {
  readonly name: string;
  readonly make: (d: DangerousDao) => Promise<Proposed>;
  /** What is said; absent if nothing should be. */
  readonly says?: RegExp;
  readonly who?: string;
}

const CASES: readonly Case[] = [
  {
    name: "tokens that ReputationFromToken counts",
    async make(d) {
      const token = await ownedToken(d);
      await fromToken(d, token);
      return await mint(d, token, 9000n);
    },
    says: /can redeem 9000\.0 more reputation from ReputationFromToken 0x\w+, which counts what accounts have of DAOToken 0x\w+: 89\.96% of all then/,
  },
  {
    name: "less than a tenth, with which a holder decides alone",
    async make(d) {
      const token = await ownedToken(d);
      await fromToken(d, token);
      const data = d.encode("DAOToken", "mint", [LARGE, 90n * WEI]);
      return await callOf(d, token, data, await d.votes("AbsoluteVote", 43));
    },
    says: /can redeem 90\.0 more reputation/,
    who: LARGE,
  },
  {
    name: "a few tokens that ReputationFromToken counts",
    async make(d) {
      const token = await ownedToken(d);
      await fromToken(d, token);
      return await mint(d, token, 10n);
    },
  },
  {
    name: "an entry of RepAllocation",
    async make(d) {
      const list = await d.deploy("RepAllocation");
      await d.send("RepAllocation", list, "transferOwnership", [d.dao.Avatar]);
      await fromToken(d, list);
      const data = d.encode("RepAllocation", "addBeneficiary", [STRANGER, 1000n * WEI]);
      return await callOf(d, list, data);
    },
    says: /can redeem 1000\.0 more reputation from ReputationFromToken 0x\w+, which counts what accounts have of RepAllocation/,
  },
  {
    name: "a place in FixedReputationAllocation",
    async make(d) {
      const scheme = await d.deploy("FixedReputationAllocation");
      const args = [d.dao.Avatar, 500n * WEI, 4_000_000_000n];
      await d.send("FixedReputationAllocation", scheme, "initialize", args);
      await d.send("FixedReputationAllocation", scheme, "transferOwnership", [d.dao.Avatar]);
      await registered(d, scheme);
      const data = d.encode("FixedReputationAllocation", "addBeneficiary", [STRANGER]);
      return await callOf(d, scheme, data);
    },
    says: /can redeem 500\.0 more reputation from FixedReputationAllocation 0x\w+: 33\.22% of all then/,
  },
  {
    name: "tokens for an auction of reputation",
    async make(d) {
      const token = await ownedToken(d);
      const scheme = await d.deploy("Auction4Reputation");
      const now = BigInt(Math.floor(Date.now() / 1000));
      const [avatar, wallet] = [d.dao.Avatar, d.dao.Avatar];
      const args = [avatar, 100n * WEI, now, 3_000_000n, 3n, now + 10_000_000n, token, wallet];
      await d.send("Auction4Reputation", scheme, "initialize", [...args, ZeroHash]);
      await registered(d, scheme);
      return await mint(d, token, 3n);
    },
    says: /gets 75\.00% of DAOToken 0x\w+, by which Auction4Reputation 0x\w+ mints reputation/,
  },
  {
    name: "tokens of unknown code",
    async make(d) {
      const code = "0x60043560005500";
      await d.connection.provider.request({ method: "hardhat_setCode", params: [UNKNOWN, code] });
      await fromToken(d, UNKNOWN);
      return await callOf(d, UNKNOWN, `0xf2fde38b${"0".repeat(63)}1`);
    },
    says: /changes, and ReputationFromToken 0x\w+ counts what accounts have of it\. Who has more than before is not known/,
  },
  {
    name: "what is staked",
    async make(d) {
      await d.send("DAOToken", d.base.DAOToken, "transferOwnership", [d.dao.Avatar]);
      return await mint(d, d.base.DAOToken, 10n ** 7n);
    },
    says: /gets \d+\.\d\d% of DAOToken 0x\w+, which is staked to boost proposals in GenesisProtocol/,
  },
];

describe("simulating proposals that give what is counted later", () => {
  let simulations: readonly (Simulation | Error)[];

  before(async () => {
    const makers = CASES.map(({ make }) => make);
    simulations = await withDangerousDao("rc.57", async (d) => await simulateAll(d, makers));
  });

  for (const [index, { name, says, who = STRANGER }] of CASES.entries()) {
    it(`${says === undefined ? "says nothing of" : "says who gets"} ${name}`, () => {
      const simulation = simulations[index]!;
      if (simulation instanceof Error) throw simulation;
      expect(simulation.does.verdict, JSON.stringify(simulation.does)).to.equal("yes");
      if (says === undefined) {
        expect(saidOf(simulation)).to.equal("");
        return;
      }
      expect(saidOf(simulation)).to.match(says);
      const { verdict, changes } = simulation.powers;
      if (verdict === "changed") expect(changes.flatMap((each) => each.who)).to.include(who);
      expect(verdict).to.equal(/not known/.test(says.source) ? "unknown" : "changed");
      expect(wouldFail(simulation)).to.equal(true);
    });
  }
});
