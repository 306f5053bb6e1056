import { expect } from "chai";

import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import {
  addFounders,
  mintForFounders,
  splitFounders,
} from "../../../src/engine/migration/add-founders.js";
import type { Founder } from "../../../src/foundation/params/parameters.js";
import { rejection } from "../../rejection.js";
import { fakeDeployer } from "./fake-deployer.js";
import { expectRecorded } from "../../recorded.js";

const AVATAR = `0x${"a1".repeat(20)}`;
const release = await openArcRelease("rc.57");
const daoCreator = { artifact: release.artifact("DaoCreator"), address: `0x${"d4".repeat(20)}` };

function founders(count: number): Founder[] {
  return Array.from({ length: count }, (_, index) => ({
    address: `0x${(index + 1).toString(16).padStart(40, "0")}`,
    tokens: BigInt(index),
    reputation: BigInt(index + 1000),
  }));
}

/** How many founders are created with the DAO. */
const forged = (names: readonly string[], gas: bigint) =>
  splitFounders(founders(30), names, gas)[0].length;

describe("splitFounders", () => {
  it("creates the first twenty founders with the DAO where the gas is enough, and adds the others later", () => {
    const all = founders(25);
    expect(splitFounders(all, ["A", "B", "C"], 16_777_216n)).to.deep.equal([
      all.slice(0, 20),
      all.slice(20),
    ]);
    expect(splitFounders(all.slice(0, 3), ["A", "B", "C"], 8_000_000n)[1]).to.deep.equal([]);
  });

  it("lets as many into the first transaction as its gas allows", () => {
    // 5,850,000 for the DAO, two words of 24,000 for each of three short names, 90,000 for each founder.
    const fixed = 5_850_000n + 6n * 24_000n;
    for (const [gas, size] of [
      [fixed + 90_000n, 1],
      [fixed + 2n * 90_000n - 1n, 1],
      [fixed + 2n * 90_000n, 2],
      [fixed + 19n * 90_000n, 19],
      [fixed + 20n * 90_000n, 20],
      [fixed + 21n * 90_000n, 20],
    ] as const) {
      expect(forged(["A", "B", "C"], gas), String(gas)).to.equal(size);
    }
  });

  it("counts the words of long names in bytes", () => {
    const fixed = 5_850_000n + 90_000n;
    for (const [name, words] of [
      ["", 1n],
      ["x".repeat(32), 2n],
      ["x".repeat(33), 3n],
      ["é".repeat(17), 3n],
    ] as const) {
      expect(forged([name], fixed + words * 24_000n), name).to.equal(1);
      expect(() => forged([name], fixed + words * 24_000n - 1n), name).to.throw();
    }
  });

  it("says how much gas a single founder needs on a chain that allows less", () => {
    expect(() => forged(["A", "B", "C"], 6_000_000n)).to.throw(
      "Not even one founder fits in a transaction: the chain allows 6000000 gas, but up to 6084000 are needed. " +
        "Use shorter names (orgName, tokenName, tokenSymbol), or a chain that allows more.",
    );
  });
});

/** The batches in which founders are added, on a chain with this gas limit. */
async function added(all: readonly Founder[], transactionGasLimit: bigint) {
  const { deployer, sent } = fakeDeployer({ transactionGasLimit });
  await addFounders(deployer, "dao/addFounders", daoCreator, AVATAR, all);
  return sent;
}

describe("addFounders", () => {
  it("sends each batch in a step of its own, with everything that the founders get", async () => {
    expectRecorded(await added(founders(5), 290_000n));
    const sent = await added(founders(101), 16_777_216n);
    expect(sent.map(({ args }) => (args[1] as string[]).length)).to.deep.equal([100, 1]);
  });

  it("makes the batches as small as the gas requires, and sends none without founders", async () => {
    const sizes = async (count: number, gas: bigint) =>
      (await added(founders(count), gas)).map(({ args }) => (args[1] as string[]).length);
    expect(await sizes(2, 289_999n)).to.deep.equal([1, 1]);
    expect(await sizes(0, 290_000n)).to.deep.equal([]);
    const { message } = await rejection(added(founders(1), 194_999n));
    expect(message).to.include("the chain allows 194999 gas, but up to 195000 are needed");
  });
});

describe("mintForFounders", () => {
  it("mints what each founder gets, and sends nothing for what they do not get", async () => {
    const at = (name: string, byte: string) => {
      return { artifact: release.artifact(name), address: `0x${byte.repeat(20)}` };
    };
    const given = [
      [1n, 2n],
      [0n, 1n],
      [4n, 0n],
    ] as const;
    const { deployer, sent } = fakeDeployer({});
    const all = given.map(([tokens, reputation], index) => {
      return { ...founders(3)[index]!, tokens, reputation };
    });
    await mintForFounders(deployer, "dao", at("DAOToken", "b2"), at("Reputation", "c3"), all);
    expectRecorded(sent);
  });
});
