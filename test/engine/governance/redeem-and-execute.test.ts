import { expect } from "chai";
import { Interface, Result } from "ethers";

import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import type { ReadableContract } from "../../../src/engine/governance/ballot.js";
import { expectRecorded } from "../../recorded.js";
import {
  executeCall,
  isLeftToExecute,
  isMultiCall,
  machineRedeems,
  readOwedByMachine,
  readTarget,
  redeemCall,
  redeemersOf,
} from "../../../src/engine/governance/redeem-and-execute.js";

const ID = `0x${"1d".repeat(32)}`;
const DAO = "0x00000000000000000000000000000000000000da";
const TARGET = "0x0000000000000000000000000000000000007a49";

async function abiOf(release: string, contractName: string) {
  return (await openArcRelease(release)).artifact(contractName).abi;
}

/** A contract that answers a call, which is written as `name(arguments)`, with some values. */
async function contractOf(
  release: string,
  contractName: string,
  answers: Readonly<Record<string, Result>>,
): Promise<ReadableContract> {
  return {
    abi: { fragments: await abiOf(release, contractName) },
    async read(functionName, ...args) {
      const answer = answers[`${functionName}(${args.join()})`];
      return await Promise.resolve(answer ?? expect.fail(`${functionName}(${args.join()})`));
    },
  };
}

describe("what is still to do for a decided proposal", () => {
  it("redeems all or some parts of a reward, and executes", async () => {
    for (const release of ["0.0.1-rc.6", "0.0.1-rc.57"] as const) {
      const abi = await abiOf(release, "ContributionReward");
      const flags = (...parts: Parameters<typeof redeemCall>[3][]) =>
        redeemCall(abi, ID, DAO, ...parts).args;
      expect(flags(), release).to.deep.equal([ID, DAO, [true, true, true, true]]);
      expect(flags(["ether", "reputation"])[2], release).to.deep.equal([true, false, true, false]);
    }
    const calls = await abiOf("0.0.1-rc.57", "GenericSchemeMultiCall");
    const { functionName, args } = executeCall(calls, ID, DAO);
    expect(new Interface(calls).encodeFunctionData(functionName, args)).to.equal(
      `0xe751f271${"1d".repeat(32)}`,
    );
  });

  it("executes what is kept as passed, wherever the scheme stores it", async () => {
    const kept = (exist: boolean, passed: boolean) =>
      Result.fromItems([exist, passed], ["exist", "passed"]);
    for (const [release, scheme, getter] of [
      ["0.0.1-rc.6", "GenericScheme", `organizationsProposals(${DAO},${ID})`],
      ["0.0.1-rc.57", "GenericScheme", `organizationProposals(${ID})`],
      ["0.0.1-rc.57", "GenericSchemeMultiCall", `proposals(${ID})`],
    ] as const) {
      for (const [exist, passed] of [
        [true, true],
        [true, false],
        [false, true],
      ] as const) {
        const contract = await contractOf(release, scheme, { [getter]: kept(exist, passed) });
        expect(await isLeftToExecute(contract, ID, DAO), `${release} ${scheme}`).to.equal(
          exist && passed,
        );
      }
    }
    // Its executeProposal reverts with the call.
    const early = await contractOf("0.0.0-alpha.58", "GenericScheme", {});
    expect(await isLeftToExecute(early, ID, DAO)).to.equal(false);
  });

  it("reads the target of a scheme of one DAO or of all", async () => {
    for (const [release, getter] of [
      ["0.0.1-rc.6", `getContractToCall(${DAO})`],
      ["0.0.1-rc.57", "contractToCall()"],
    ] as const) {
      const answers = { [getter]: Result.fromItems([TARGET]) };
      const scheme = await contractOf(release, "GenericScheme", answers);
      expect(await readTarget(scheme, DAO), release).to.equal(TARGET);
      expect(isMultiCall(scheme.abi.fragments), release).to.equal(false);
    }
    expect(isMultiCall(await abiOf("0.0.1-rc.57", "GenericSchemeMultiCall"))).to.equal(true);
  });

  it("redeems a bounty of what was executed, in releases with a bounty", async () => {
    const latest = await abiOf("0.0.1-rc.57", "GenesisProtocol");
    expect(machineRedeems(latest, "executed")).to.deep.equal(["redeem", "redeemDaoBounty"]);
    expect(machineRedeems(latest, "expiredInQueue")).to.deep.equal(["redeem"]);
    const early = (await abiOf("0.0.1-rc.57", "GenesisProtocol")).filter(
      ({ name }) => name !== "redeemDaoBounty",
    );
    expect(machineRedeems(early, "executed")).to.deep.equal(["redeem"]);
    expect(redeemersOf("a", ["b", "a"], "dao")).to.deep.equal(["a", "b", "dao"]);
  });

  it("adds up what is owed, in three amounts or in five", async () => {
    const owed = async (amounts: readonly bigint[], bounty: readonly bigint[]) =>
      await readOwedByMachine(
        await contractOf("0.0.1-rc.57", "GenesisProtocol", {
          [`redeem(${ID},${DAO})`]: Result.fromItems([amounts]),
          [`redeemDaoBounty(${ID},${DAO})`]: Result.fromItems([...bounty]),
        }),
        { id: ID, account: DAO, state: bounty.length > 0 ? "executed" : "expiredInQueue" },
      );
    expectRecorded([
      await owed([1n, 10n, 100n], [7n, 8n]),
      await owed([1n, 10n, 100n, 1000n, 10000n], []),
    ]);
  });
});
