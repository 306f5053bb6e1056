import { expect } from "chai";
import { ZeroAddress, ZeroHash } from "ethers";

import type { Simulation } from "../../../../src/operations/simulate/simulation.js";
import { wouldFail } from "../../../../src/operations/simulate/verdicts/verdicts.js";
import {
  LARGE,
  STRANGER,
  saidOf,
  simulateAll,
  withDangerousDao,
  type DangerousDao,
  type Proposed,
} from "../dangerous-dao.js";
import { allocation, calls, placeCode } from "../unseen-contracts.js";

const WEI = 10n ** 18n;

async function ownedToken(d: DangerousDao): Promise<string> {
  const token = await d.deploy("DAOToken", ["Counted", "CNT", 0n]);
  await d.send("DAOToken", token, "mint", [d.deployer.account, WEI]);
  await d.send("DAOToken", token, "transferOwnership", [d.dao.Avatar]);
  return token;
}

async function fromToken(d: DangerousDao, token: string): Promise<void> {
  const args = [token, ZeroAddress, ZeroHash];
  await d.registered(await d.initialized("ReputationFromToken", ...args));
}

function mint(d: DangerousDao, token: string, tokens: bigint): Promise<Proposed> {
  return calls(d, token, d.encode("DAOToken", "mint", [STRANGER, tokens * WEI]));
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
      return await calls(d, token, data, await d.votes("AbsoluteVote", 43));
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
      return await calls(d, list, data);
    },
    says: /can redeem 1000\.0 more reputation from ReputationFromToken 0x\w+, which counts what accounts have of RepAllocation/,
  },
  {
    name: "a place in FixedReputationAllocation",
    async make(d) {
      const scheme = await allocation(d, 4_000_000_000n, 500);
      const data = d.encode("FixedReputationAllocation", "addBeneficiary", [STRANGER]);
      return await calls(d, scheme, data);
    },
    says: /can redeem 500\.0 more reputation from FixedReputationAllocation 0x\w+: 33\.22% of all then/,
  },
  {
    name: "tokens for an auction of reputation",
    async make(d) {
      const token = await ownedToken(d);
      const now = BigInt(Math.floor(Date.now() / 1000));
      const times = [now, 3_000_000n, 3n, now + 10_000_000n];
      const args = [100n * WEI, ...times, token, d.dao.Avatar, ZeroHash];
      await d.registered(await d.initialized("Auction4Reputation", ...args));
      return await mint(d, token, 3n);
    },
    says: /gets 75\.00% of DAOToken 0x\w+, by which Auction4Reputation 0x\w+ mints reputation/,
  },
  {
    name: "tokens of unknown code",
    async make(d) {
      // Writes its argument to its first slot.
      const unknown = await placeCode(d, "0x60043560005500");
      await fromToken(d, unknown);
      return await calls(d, unknown, `0xf2fde38b${"0".repeat(63)}1`);
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
