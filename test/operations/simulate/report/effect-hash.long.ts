import { expect } from "chai";
import { toQuantity } from "ethers";

import type { Simulation } from "../../../../src/operations/simulate/simulation.js";
import { randomNumbers } from "../../../random-numbers.js";
import { makeAll, simulateMade, withDangerousDao, type DangerousDao } from "../dangerous-dao.js";
import { OTHERS } from "../further-attacks.js";
import { HARMLESS } from "../harmless-proposals.js";
import { NAMED } from "../named-attacks.js";

const TRANSACTIONS = Number(process.env.TRANSACTIONS ?? 300);
/** One of so many attacks and harmless proposals is tried; all of them take two minutes. */
const ONE_OF = Number(process.env["HASHED_ONE_OF"] ?? 5);

describe("effectHash of attacks and harmless proposals", function () {
  this.timeout(600_000);

  it(`is the same after ${TRANSACTIONS} random transactions of others, and another one for other effects`, async () => {
    const all = [...NAMED, ...OTHERS, ...HARMLESS].filter((_, at) => at % ONE_OF === 0);
    await withDangerousDao("rc.57", async (dao) => {
      const made = await makeAll(
        dao,
        all.map(({ make }) => make),
      );
      const before = await simulateMade(dao, made);
      const random = randomNumbers(38);
      for (let sent = 0; sent < TRANSACTIONS; sent++) await somethingElse(dao, random());
      const after = await simulateMade(dao, made);

      const moved = all.flatMap(({ name }, index) => {
        const [was, is] = [before, after].map((list) => textOf(list[index]!));
        return was === is ? [] : `${name}:\n${was}\n${is}`;
      });
      expect(moved.join("\n")).to.equal("");
      const hashes = before.map((each) => (each instanceof Error ? "" : each.effectHash?.hash));
      const known = hashes.filter((hash) => hash?.startsWith("effects-2") === true);
      expect(known.length).to.be.above(50 / ONE_OF);
      const twice = all
        .map(({ name }, index) => [name, hashes[index]] as const)
        .filter(([, hash]) => hash !== undefined && hash !== "")
        .filter(([, hash]) => hashes.indexOf(hash) !== hashes.lastIndexOf(hash));
      expect(twice).to.deep.equal([]);
    });
  });
});

function textOf(simulation: Simulation | Error): string {
  return simulation instanceof Error ? "failed" : JSON.stringify(simulation.effectHash, null, 1);
}

/** Ether and tokens of others move, and time passes. */
async function somethingElse(dao: DangerousDao, random: number): Promise<void> {
  const { connection, deployer, base } = dao;
  const ask = async (method: string, ...params: unknown[]) =>
    await connection.provider.request({ method, params });
  const to = `0x${Math.ceil(random * 1e12)
    .toString(16)
    .padStart(40, "0")}`;
  if (random < 0.1) {
    await ask("evm_increaseTime", Math.ceil(random * 10));
    await ask("evm_mine");
  } else if (random < 0.5) {
    const value = toQuantity(Math.ceil(random * 1e9));
    await ask("eth_sendTransaction", { from: deployer.account, to, value });
  } else {
    const data = dao.encode("DAOToken", "approve", [to, BigInt(Math.ceil(random * 1e9))]);
    await ask("eth_sendTransaction", { from: deployer.account, to: base.DAOToken, data });
  }
}
