import { join, resolve } from "node:path";

import { expect } from "chai";
import { parseEther, toBeHex, ZeroHash } from "ethers";

import { readArtifactFile } from "../../../src/foundation/arc/artifact-file.js";
import { exportInspection } from "../../../src/operations/export/export-dao.js";
import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import type { Inspection } from "../../../src/engine/inspect/description.js";
import { inspectDao } from "../../../src/engine/inspect/inspect-dao.js";
import { NotAnArcDaoError } from "../../../src/engine/inspect/organization/not-an-arc-dao-error.js";
import type { MigrationParameters } from "../../../src/foundation/params/file/migration-parameters.js";
import type { DaoResult } from "../../../src/foundation/result/result.js";
import { Dao } from "../../engine/inspect/raw-dao.js";
import { rejected, rejection } from "../../rejection.js";
import { SMALL_DAO, withBase, type ChainWithBase } from "../../engine/migration/with-base.js";
import { checked, essence, expectRoundTrip, exported, migrated } from "./round-trip.js";

const SECOND = "0xFFcf8FDEE72ac11b5c542428B35EEF5769C409f0";
const [SET] = SMALL_DAO.VotingMachinesParams;

const FILE = {
  ...SMALL_DAO,
  useDaoCreator: false,
  founders: [...SMALL_DAO.founders, { address: SECOND, tokens: 5, reputation: "0.5" }],
  VotingMachinesParams: [SET, { AbsoluteVote: { votePerc: 60, voteOnBehalf: SECOND } }],
  schemes: { SchemeRegistrar: true, ContributionReward: true, GlobalConstraintRegistrar: true },
  SchemeRegistrar: [{ voteRegisterParams: 1, voteRemoveParams: 1 }],
  ContributionReward: [{ voteParams: 0 }],
  GlobalConstraintRegistrar: [{ voteParams: 1 }],
} satisfies MigrationParameters;

async function doctored(
  { connection }: ChainWithBase,
  dao: DaoResult,
  change: (inspection: Inspection) => Partial<Inspection>,
): Promise<ReturnType<typeof exportInspection>> {
  const inspection = await inspectDao(connection.provider, dao.Avatar);
  return await exportInspection(
    { ...inspection, ...change(inspection) },
    {
      network: "private",
      now: false,
      openRelease: async (version) => await openArcRelease(version),
    },
  );
}

describe("exportDao", () => {
  for (const version of ["rc.57", "rc.16"]) {
    it(`exports a DAO of ${version} however it was created, with the account that keeps permissions`, async () => {
      await withBase(version, async (chain) => {
        const changes: readonly Partial<MigrationParameters>[] = [
          { unregisterOwner: false, useUController: true },
          { unregisterOwner: true, noTrack: true },
          { useDaoCreator: true },
        ];
        for (const change of changes) {
          const raw = { ...FILE, ...change };
          const { dao } = await chain.make(raw);
          const report = await expectRoundTrip(chain, raw, dao);
          const { useUController = false, noTrack = false, useDaoCreator = false } = change;
          const { release } = chain;
          const named = await openArcRelease(report.arcVersion);
          const isTracked = !noTrack && release.has("DAOTracker");
          const isLeftOut = !useDaoCreator && !isTracked && named.has("DAOTracker");
          expect(report.parameters).to.deep.include({
            useDaoCreator,
            unregisterOwner: change.unregisterOwner ?? true,
            useUController: useUController && release.has("UController"),
            ...(isLeftOut && { noTrack: true }),
          });
          expect(report.parameters.noTrack).to.equal(isLeftOut ? true : undefined);
          expect(report.parameters.founders).to.deep.equal(FILE.founders);
        }
      });
    });
  }

  it("exports today's holders with now, after transfers, mints and burns, and a scheme that a vote added", async () => {
    await withBase("rc.57", async (chain) => {
      const { deployer, connection, base } = chain;
      const raw = {
        ...FILE,
        unregisterOwner: false,
        founders: [{ address: deployer.account, tokens: 1000, reputation: 1000 }],
      };
      const { dao } = await chain.make(raw);
      const { Controller, Avatar } = dao;
      const by = new Dao(chain, dao);
      const third = "0x22d491Bde2303f2f43325b2108D26f1eAbA1e32b";
      await by.send("DAOToken", dao.NativeToken, "transfer", [SECOND, parseEther("10.5")]);
      await by.control("mintTokens", 7n, third);
      await by.control("mintReputation", parseEther("3"), third);
      await by.control("burnReputation", parseEther("1"), deployer.account);
      // Registers a scheme as the DAO's SchemeRegistrar would after a vote.
      const registrar = by.scheme("SchemeRegistrar");
      const reward = dao.Schemes.find(({ name }) => name === "ContributionReward")!;
      await by.request("hardhat_impersonateAccount", [registrar]);
      await by.request("hardhat_setBalance", [registrar, toBeHex(10n ** 18n)]);
      const args = [base.UpgradeScheme, reward.paramsHash, "0x00000008", Avatar];
      const data = by.encode("Controller", "registerScheme", args);
      await by.request("eth_sendTransaction", [{ from: registrar, to: Controller, data }]);

      const founded = await exported(chain, Avatar);
      // What its creator minted and burned after it had schemes was not voted on either.
      expect(founded.parameters.founders).to.deep.equal([
        { address: deployer.account, tokens: 1000, reputation: 999 },
        { address: third, tokens: "0.000000000000000007", reputation: 3 },
      ]);
      // It is registered with another scheme's parameters hash, under which it stores nothing.
      expect(founded.missing).to.have.length(1);
      expect(founded.missing[0]!.why).to.match(/it has no parameters under its parameters hash/);
      await by.control("unregisterScheme", base.UpgradeScheme);

      const now = await exported(chain, Avatar, { now: true });
      expect([now.founders, now.missing]).to.deep.equal(["now", []]);
      expect(now.parameters.founders).to.deep.equal([
        { address: deployer.account, tokens: "989.5", reputation: 999 },
        { address: third, tokens: "0.000000000000000007", reputation: 3 },
        { address: SECOND, tokens: "10.5", reputation: 0 },
      ]);
      const second = await migrated(chain, now.parameters);
      const [before, after] = await Promise.all(
        [Avatar, second.dao.Avatar].map(async (at) => await inspectDao(connection.provider, at)),
      );
      expect(essence({ ...after!, founders: [] })).to.deep.equal(
        essence({ ...before!, founders: [] }),
      );
      const verdict = await checked(chain, second.dao.Avatar, now.parameters, second);
      expect(verdict.passed, JSON.stringify(verdict.findings)).to.equal(true);
    });
  });

  it("lists what no file can express, and leaves it out", async () => {
    await withBase("rc.57", async (chain) => {
      const { release, deployer } = chain;
      const { dao } = await chain.make({ ...FILE, unregisterOwner: false });
      const { Avatar } = dao;
      const by = new Dao(chain, dao);
      const build = await readArtifactFile(join("custom-abis", "GrantScheme.json"));
      const strange = await deployer.deploy("strange", build);
      const constraint = await deployer.deploy("constraint", release.artifact("TokenCapGC"));
      await by.register(strange.address, "0x00000010");
      await by.register(SECOND, "0x00000004");
      await by.control("addGlobalConstraint", constraint.address, ZeroHash);
      await by.control("mintTokens", 5n, Avatar);

      const report = await exported(chain, Avatar, {
        now: true,
        projectRoot: resolve("contracts"),
      });
      expect(report.complete).to.equal(false);
      const said = report.missing.map(({ what }) => what);
      expect(said).to.have.length(4);
      expect(said[0]).to.include(`The avatar holds 0.000000000000000005 tokens`);
      expect(said[1]).to.include(`The scheme ${strange.address} (unknown code)`);
      expect(said[2]).to.include(`TokenCapGC, ${constraint.address}, may block`);
      expect(said[3]).to.include(`An account without code, ${SECOND}, holds 0x00000005`);
      for (const { why, whatToDo } of report.missing) expect([why, whatToDo]).to.not.include("");
      expect(report.parameters.$comment).to.include("differs from it");
      expect(JSON.stringify(report.parameters)).to.not.include(strange.address);

      // The rest migrates, and a check of the first DAO finds only what was left out.
      const second = await migrated(chain, report.parameters);
      const verdict = await checked(chain, second.dao.Avatar, report.parameters, second);
      expect(verdict.passed, JSON.stringify(verdict.findings)).to.equal(true);
      const { findings } = await checked(chain, Avatar, report.parameters);
      const rules = findings.filter(({ severity }) => severity !== "note").map(({ rule }) => rule);
      expect(rules).to.have.members([
        "global-constraint",
        "founders",
        "scheme-not-in-file",
        "account-with-permissions",
      ]);
    });
  });

  it("refuses to export what would become a different DAO", async () => {
    await withBase("rc.57", async (chain) => {
      const { provider } = chain.connection;
      const { dao } = await chain.make({ ...FILE, useDaoCreator: true });
      const block = Number(await provider.request({ method: "eth_blockNumber" }));
      const refused = async (avatar: string, options = {}) =>
        await rejection(exported(chain, avatar, options));
      expect(await refused(SECOND)).to.be.instanceOf(NotAnArcDaoError);
      expect((await refused(dao.NativeToken)).message).to.match(/is Arc's DAOToken; expected/);
      expect((await refused(chain.base.DaoCreator)).message).to.match(/expected an avatar/);
      expect((await refused(dao.Avatar, { fromBlock: block })).message).to.match(
        /events before block \d+ were not read.*Omit --from-block/,
      );
      expect((await refused(dao.Avatar, { customAbis: "no-such-folder" })).message).to.match(
        /The folder .*no-such-folder/,
      );

      const notRead = { notRead: "pruned" };
      const cases: readonly (readonly [(inspection: Inspection) => Partial<Inspection>, RegExp])[] =
        [
          [() => ({ name: notRead }), /its name could not be read: pruned/],
          [({ token }) => ({ token: { ...token, name: notRead } }), /name of its token/],
          [({ token }) => ({ token: { ...token, symbol: notRead } }), /symbol of its token/],
          [
            ({ token }) => ({ token: { ...token, symbol: " " } }),
            /a parameters file does not allow/,
          ],
          [() => ({ founders: notRead }), /Who founded the DAO could not be read/],
          [
            ({ reputation }) => ({ reputation: { ...reputation, holders: notRead } }),
            /All that the DAO gave could not be read/,
          ],
          [() => ({ releases: [] }), /no release has the code of all four.*Avatar 0x/],
          [() => ({ releases: ["0.0.0-alpha.52"] }), /releases before 0\.0\.0-alpha\.53/],
          // Any file that would create a different DAO is refused, not only the known cases.
          [
            ({ releases }) => ({ releases: releases.map(() => "0.0.1-rc.16") }),
            /would be different\.\n.*avatar/,
          ],
        ];
      for (const [change, message] of cases) {
        await rejected(doctored(chain, dao, change), message);
      }
    });
  });

  it("is not complete if something was not read", async () => {
    await withBase("rc.57", async (chain) => {
      const { dao } = await chain.make({ ...FILE, useDaoCreator: true });
      const unread = await doctored(chain, dao, ({ schemes }) => ({
        schemes: schemes.map((scheme) =>
          scheme.contract.name === "ContributionReward"
            ? { ...scheme, parameters: { notRead: "the node was busy" } }
            : scheme,
        ),
      }));
      expect(unread.complete).to.equal(false);
      expect(unread.missing.map(({ what }) => what)).to.have.length(1);
      expect(unread.missing[0]!.what).to.match(
        /The scheme ContributionReward 0x\w+ .* is not in the file/,
      );
    });
  });
});
