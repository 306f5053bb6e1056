import { readFile } from "node:fs/promises";

import { expect } from "chai";
import { getAddress, parseEther } from "ethers";

import { readFacts } from "../../../src/operations/check/check-dao.js";
import { readCreations } from "../../../src/operations/check/facts/creations.js";
import { runRules, type Verdict } from "../../../src/operations/check/run-rules.js";
import { inspectDao } from "../../../src/engine/inspect/inspect-dao.js";
import { recordedOf } from "../../../src/operations/run/compared.js";
import type { Eip1193Provider } from "../../../src/foundation/chain/provider.js";
import { exampleFile } from "../../../src/foundation/params/example.js";
import { mergeParameters } from "../../../src/foundation/params/load-parameters.js";
import type { MigrationParameters } from "../../../src/foundation/params/file/migration-parameters.js";
import type { DaoResult } from "../../../src/foundation/result/result.js";
import { rejected } from "../../rejection.js";
import { plant } from "../../engine/inspect/storage/planted.js";
import { Dao } from "../../engine/inspect/raw-dao.js";
import {
  resolved,
  SMALL_DAO,
  withBase,
  type ChainWithBase,
} from "../../engine/migration/with-base.js";
import { someOf } from "../../some-of.js";

/** Releases with own and universal controllers, and generic schemes of both kinds. */
const RELEASES = someOf(["rc.57", "rc.40", "rc.16"], 2);
const [SET] = SMALL_DAO.VotingMachinesParams;
const OTHER_SET = { ...SET, queuedVotePeriodLimit: 7200, minimumDaoBounty: 250 };
const SECOND = "0xFFcf8FDEE72ac11b5c542428B35EEF5769C409f0";

const FILE = {
  ...SMALL_DAO,
  useDaoCreator: false,
  unregisterOwner: true,
  founders: [...SMALL_DAO.founders, { address: SECOND, tokens: 5, reputation: "0.5" }],
  VotingMachinesParams: [SET, OTHER_SET],
  schemes: {
    SchemeRegistrar: true,
    ContributionReward: true,
    GenericScheme: true,
    UpgradeScheme: true,
  },
  SchemeRegistrar: [{ voteRegisterParams: 1, voteRemoveParams: 0 }],
  GenericScheme: [{ voteParams: 1, targetContract: { StandAloneContract: 0 } }],
  StandAloneContracts: [{ name: "ActionMock", fromArc: true }],
} satisfies MigrationParameters;

/** Checks a DAO against a file, with or without the result of its migration. */
async function check(
  { connection, release, base }: ChainWithBase,
  dao: DaoResult,
  raw: MigrationParameters,
  withResult = true,
): Promise<Verdict> {
  const { parameters, artifacts } = await resolved(raw, release.version);
  const inspection = await inspectDao(connection.provider, dao.Avatar);
  const recorded = recordedOf(dao, base);
  const facts = await readFacts(connection.provider, {
    inspection,
    parameters,
    artifacts,
    raw: mergeParameters(raw, "private").merged,
    recorded: withResult ? recorded : undefined,
  });
  const creations = await readCreations(connection.provider, facts, artifacts, {});
  return runRules({ ...facts, creations });
}

function said({ findings }: Verdict): string[] {
  return findings.map(({ rule, where }) => `${rule} ${where}`);
}

/** Calls of the owner that give reputation away. */
const GIVING = [
  { functionName: "addBeneficiary", params: [SECOND] },
  { functionName: "enable", params: [] },
];
const LISTING = [{ functionName: "addBeneficiary", params: [SECOND, 5] }];
const LEAVING = { functionName: "transferOwnership", params: ["AvatarAddress"] };
/** A file with these calls of an allocation, and of a list. */
function allocating(calls: typeof GIVING, list: typeof LISTING): MigrationParameters {
  return {
    ...SMALL_DAO,
    StandAloneContracts: [
      { name: "RepAllocation", fromArc: true, runFunctions: [...list, LEAVING] },
    ],
    CustomSchemes: [
      {
        ...{ name: "FixedReputationAllocation", fromArc: true, permissions: "0x00000001" },
        ...{ params: [1000, 1], runFunctions: [...calls, LEAVING] },
      },
    ],
  };
}

describe("checkDao", () => {
  it("does not pass a DAO whose contracts were called otherwise than by the file", async () => {
    await withBase("rc.57", async (chain) => {
      const { dao } = await chain.make(allocating(GIVING, LISTING));
      const saysOf = async (raw: MigrationParameters) => {
        const verdict = await check(chain, dao, raw);
        return [verdict.passed, ...verdict.findings.map(({ rule, message }) => [rule, message])];
      };
      expect(await saysOf(allocating(GIVING, LISTING))).to.deep.equal([false]);
      const allocation = `FixedReputationAllocation ${dao.Schemes[0]!.address}`;
      const added = `${allocation} lists 1 beneficiaries; the file adds 0.`;
      const enabled = `Somebody called enable of ${allocation}; the file does not.`;
      const listed = `RepAllocation ${dao.StandAloneContracts[0]!.address} lists 1 beneficiaries; the file adds 0.`;
      expect(await saysOf(allocating([], []))).to.deep.equal([
        ...[false, ["scheme-parameters", added], ["scheme-parameters", enabled]],
        ["stand-alone", listed],
      ]);
      expect(await saysOf(allocating([GIVING[0]!], LISTING))).to.deep.equal([
        ...[false, ["scheme-parameters", enabled]],
      ]);
      // Without any call, everything is as the file says.
      const plain = allocating([], []);
      const { dao: unused } = await chain.make(plain);
      const verdict = await check(chain, unused, plain);
      expect(verdict.findings).to.deep.equal([]);
      expect(verdict.inconclusive).to.deep.equal([]);
      expect(verdict.passed).to.equal(true);
    });
  });

  for (const version of RELEASES) {
    it(`passes DAOs of ${version} that match their file, with a result file and without`, async () => {
      await withBase(version, async (chain) => {
        for (const useDaoCreator of [true, false]) {
          const raw = { ...FILE, useDaoCreator };
          const { dao } = await chain.make(raw);
          const verdict = await check(chain, dao, raw);
          expect(verdict.findings).to.deep.equal([]);
          expect(verdict.inconclusive).to.deep.equal([]);
          expect(verdict.passed).to.equal(true);
          const alone = await check(chain, dao, raw, false);
          expect(said(alone)).to.deep.equal([]);
          // Only the result has the addresses of target and staking token.
          expect(alone.inconclusive.map(({ where }) => where)).to.deep.equal([
            "GenericScheme[0].targetContract",
            chain.base.GenesisProtocol,
            "StandAloneContracts[0]",
          ]);
        }
      });
    });

    it(`finds exactly what differs between a DAO of ${version} and another file`, async () => {
      await withBase(version, async (chain) => {
        const { dao } = await chain.make(FILE);
        const [first] = FILE.founders;
        const cases: readonly (readonly [Partial<MigrationParameters>, readonly string[]])[] = [
          [{ founders: [first!] }, [`founders ${SECOND}`]],
          [
            { founders: [first!, { address: SECOND, tokens: 5, reputation: 1 }] },
            ["founders founders[1]"],
          ],
          [
            { VotingMachinesParams: [SET, { ...OTHER_SET, queuedVotePeriodLimit: 7201 }] },
            ["vote-parameters VotingMachinesParams[1].queuedVotePeriodLimit"],
          ],
          [
            { VotingMachinesParams: [SET, { ...OTHER_SET, minimumDaoBounty: "250.5" }] },
            ["vote-parameters VotingMachinesParams[1].minimumDaoBounty"],
          ],
          [{ orgName: "Another" }, ["names orgName", "names tokenName", "names tokenSymbol"]],
          [
            { GenericScheme: [{ voteParams: 1, targetContract: SECOND }] },
            ["scheme-parameters GenericScheme[0].targetContract"],
          ],
          [
            { schemes: { ...FILE.schemes, UpgradeScheme: false } },
            [`scheme-not-in-file ${dao.Schemes.at(-1)!.address}`],
          ],
        ];
        for (const [change, findings] of cases) {
          const verdict = await check(chain, dao, { ...FILE, ...change });
          expect(said(verdict), JSON.stringify(change)).to.deep.equal(findings);
          expect(verdict.passed).to.equal(false);
        }
      });
    });

    it(`finds a forgotten deployer of ${version} and what it did`, async () => {
      await withBase(version, async (chain) => {
        const { account } = chain.deployer;
        const { provider } = chain.connection;
        const { dao } = await chain.make({ ...FILE, unregisterOwner: false });
        const leftover = `account-with-permissions ${account}`;
        const kept = await check(chain, dao, FILE);
        expect(said(kept)).to.deep.equal([leftover]);
        expect(kept.findings[0]?.found).to.equal("0x0000001f");
        const asked = await check(chain, dao, { ...FILE, unregisterOwner: false });
        expect(said(asked)).to.deep.equal([`deployer-keeps-permissions ${account}`]);
        expect(asked.passed).to.equal(true);

        const reward = dao.Schemes.find(({ name }) => name === "ContributionReward")!;
        const raw = new Dao(chain, dao);
        await raw.register(reward.address, "0x00000008", reward.paramsHash);
        const permissions = await check(chain, dao, FILE);
        expect(said(permissions)).to.deep.equal([
          leftover,
          "scheme-permissions schemes.ContributionReward",
        ]);
        expect(permissions.findings[1]?.found).to.equal("0x00000009");

        await raw.control("unregisterScheme", reward.address);
        const gone = await check(chain, dao, FILE);
        expect(said(gone)).to.deep.equal(["scheme-missing schemes.ContributionReward", leftover]);

        const { deployedBytecode } = chain.release.artifact("ContributionReward");
        const { contractAddress } = await plant(provider, account, deployedBytecode);
        await raw.register(contractAddress, "0x00000001", reward.paramsHash);
        const planted = await check(chain, dao, FILE);
        expect(said(planted)).to.include(`creation ${getAddress(contractAddress)}`);
        await raw.control("unregisterScheme", contractAddress);

        await raw.register(SECOND, "0x00000001", reward.paramsHash);
        await raw.control("mintTokens", parseEther("7"), SECOND);
        const minted = await check(chain, dao, FILE);
        expect(said(minted)).to.have.members([
          "founders founders[1]",
          "supply token",
          "scheme-missing schemes.ContributionReward",
          leftover,
          `account-with-permissions ${SECOND}`,
        ]);
      });
    });
  }

  it("passes the packaged example, with its custom schemes, and finds what differs in them", async () => {
    await withBase("rc.57", async (chain) => {
      const raw = JSON.parse(await readFile(exampleFile(), "utf8")) as MigrationParameters;
      const { dao } = await chain.make(raw);
      const verdict = await check(chain, dao, raw);
      expect(said(verdict)).to.deep.equal([]);
      expect(verdict.inconclusive).to.deep.equal([]);
      const other = structuredClone(raw) as unknown as {
        CustomSchemes: Record<string, [{ params: unknown[]; permissions: string }]>;
      };
      other.CustomSchemes.ContinuousLocking4Reputation![0].params[4] = 13;
      other.CustomSchemes.GenericScheme![0].permissions = "0x00000000";
      expect(said(await check(chain, dao, other as unknown as MigrationParameters))).to.deep.equal([
        "scheme-permissions CustomSchemes.GenericScheme[0].permissions",
        "scheme-parameters CustomSchemes.ContinuousLocking4Reputation[0].params[4]",
      ]);
    });
  });

  it("refuses a provider that is on another chain by the end", async () => {
    await withBase("rc.57", async (chain) => {
      const { dao } = await chain.make(FILE);
      const { provider } = chain.connection;
      const { parameters, artifacts } = await resolved(FILE, chain.release.version);
      const inspection = await inspectDao(provider, dao.Avatar);
      let isElsewhere = false;
      const switching: Eip1193Provider = {
        request: async (call) => {
          if (call.method === "eth_chainId" && isElsewhere) return "0x1";
          isElsewhere ||= call.method === "eth_getCode";
          return await provider.request(call);
        },
      };
      const raw = mergeParameters(FILE, "private").merged;
      const read = async () =>
        await readFacts(switching, { inspection, parameters, artifacts, raw });
      await rejected(read(), "The node was on chain ID 31337, and is on 1 now");
    });
  });

  it("is inconclusive if events of the DAO's creation were not searched", async () => {
    await withBase("rc.57", async (chain) => {
      const { dao } = await chain.make({ ...FILE, useDaoCreator: true });
      const { provider } = chain.connection;
      const { parameters, artifacts } = await resolved(FILE, chain.release.version);
      const raw = mergeParameters(FILE, "private").merged;
      const block = Number(await provider.request({ method: "eth_blockNumber" }));
      const facts = async (fromBlock: number) => {
        const inspection = await inspectDao(provider, dao.Avatar, { fromBlock });
        return await readFacts(provider, { inspection, parameters, artifacts, raw });
      };
      const late = runRules(await facts(block));
      expect(late.inconclusive.map(({ rule }) => rule)).to.include.members([
        "founders",
        "scheme-not-in-file",
        "account-with-permissions",
      ]);
      const codes = [...Array(block + 1).keys()].map(async (number) => {
        const params = [dao.Avatar, `0x${number.toString(16)}`];
        return (await provider.request({ method: "eth_getCode", params })) as string;
      });
      const first = (await Promise.all(codes)).findIndex((code) => code !== "0x");
      expect((await facts(first)).inspection.missingEvents).to.equal(undefined);
      expect((await facts(first + 1)).inspection.missingEvents).to.match(/the DAO may be older/);
    });
  });
});
