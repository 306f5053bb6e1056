import { expect } from "chai";
import { parseEther } from "ethers";

import { mintMissing, provideStakes } from "../../../src/engine/migration/demo-stakes.js";
import { at } from "../../../src/engine/migration/materials.js";
import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import type { Contract, Deployer } from "../../../src/engine/migration/deployer.js";
import { rejection } from "../../rejection.js";

type DemoOrganization = Parameters<typeof provideStakes>[0];

const ACCOUNT = "0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1";
const OTHER = "0xFFcf8FDEE72ac11b5c542428B35EEF5769C409f0";

/** A deployer that knows a token's owner and the balances of the two test accounts, and the calls that it sends. */
function deployerOf(owner: string, balances: readonly bigint[]) {
  const calls: unknown[][] = [];
  const accounts = [ACCOUNT, OTHER];
  const deployer: Pick<Deployer, "account" | "testAccounts" | "read" | "send"> = {
    account: ACCOUNT,
    testAccounts: accounts,
    read: async (_contract: Contract, selector, args = []) =>
      await Promise.resolve([
        selector === "owner" ? owner : balances[accounts.indexOf(args[0] as string)],
      ]),
    send: async (step, _contract, selector, args = []) => {
      calls.push([step, selector, ...args]);
      await Promise.resolve();
    },
  };
  return { calls, deployer: deployer as Deployer };
}

const AMOUNTS = new Map([0, 1].map((index) => [index, parseEther("1000")]));

async function sent(owner: string, balances: readonly bigint[]) {
  const { calls, deployer } = deployerOf(owner, balances);
  const token = at(await openArcRelease(), "DAOToken", OTHER);
  const lacking = await mintMissing(deployer, "mint", token, AMOUNTS);
  return { calls, lacking };
}

describe("mintMissing", () => {
  it("mints what an account lacks, and nothing for one that has enough", async () => {
    expect(await sent(ACCOUNT, [parseEther("1000"), parseEther("400")])).to.deep.equal({
      calls: [["mint/1", "mint", OTHER, parseEther("600")]],
      lacking: undefined,
    });
    const { calls } = await sent(ACCOUNT, [parseEther("1000"), parseEther("1001")]);
    expect(calls).to.deep.equal([]);
  });

  it("sends nothing if another account owns the token, since it would revert", async () => {
    const lacking = { owner: ACCOUNT, balance: 7n, amount: parseEther("1000") };
    expect(await sent(OTHER, [7n, 0n])).to.deep.equal({ calls: [], lacking });
  });
});

describe("provideStakes", () => {
  it("stops before a demo test whose stakes somebody else has to send", async () => {
    const { deployer } = deployerOf(OTHER, [7n, 0n]);
    const organization = { deployer, step: "test", stakingToken: OTHER } as DemoOrganization;
    const release = await openArcRelease();
    const error = await rejection(provideStakes(organization, release, AMOUNTS));
    expect(error.message).to.include(
      `stakes 1000.0 of the token ${OTHER} from ${ACCOUNT}, which has 0.000000000000000007.`,
    );
  });
});
