import { readFile, writeFile } from "node:fs/promises";

import { expect } from "chai";

import { openArcRelease } from "../../../../src/foundation/arc/open-release.js";
import { CHANGING_DAO } from "../../../operations/change/change-dao.js";
import { planDao } from "../../../../src/interfaces/commands/planning.js";
import { SMALL_DAO } from "../../../engine/migration/with-base.js";
import { rejected, rejection } from "../../../rejection.js";
import { walletsOf } from "../../../../src/foundation/chain/test-accounts.js";
import { usePrepared } from "../../../live/prepared.js";
import { startPublicHere } from "../../../live/public-chain.js";
import {
  onNode,
  deployerOf,
  migrate,
  nonceOf,
  readResult,
  ROOT,
  type LiveOptions,
} from "../../../live/support.js";

const STRANGER = "0x3333333333333333333333333333333333333333";

describe("a live migration", () => {
  const itOnBase = usePrepared((node, output) => migrate(node, { output, sections: ["base"] }));

  itOnBase(
    "on a planted base is refused before the question, and sends nothing",
    async (node, output) => {
      const result = await readResult(output);
      const { base } = result;
      const planted = { ...result, base: { ...base, UpgradeScheme: base?.ContributionReward } };
      const keyed = { ...base, GEN: base?.DAOToken, DaoCreator: STRANGER };
      const account = deployerOf(node.mnemonic).address;
      const before = await nonceOf(node.provider, account);
      for (const [file, part] of [
        [planted, "its code is not that of Arc 0.0.1-rc.57"],
        [{ private: { base: { "0.0.1-rc.57": keyed } } }, `DaoCreator ${STRANGER}`],
      ] as const) {
        const text = JSON.stringify(file);
        await writeFile(output, text);
        for (const section of ["dao", "test"] as const) {
          const confirm = async () => await Promise.reject(new Error("It asked."));
          const error = await rejection(migrate(node, { output, sections: [section], confirm }));
          expect(error.name).to.equal("MigrationError");
          expect(error.message).to.include("cannot be used on private").and.include(part);
        }
        expect(await readFile(output, "utf8")).to.equal(text);
      }
      expect(await nonceOf(node.provider, account)).to.equal(before);
    },
  );

  it("uses no base of another account on a public chain, unless the user trusts it", async () => {
    await onNode(startPublicHere(11155111), async (node, output) => {
      const [first, second] = walletsOf(node.mnemonic);
      const deploying = { output, signer: first, stakingToken: "deploy" };
      await migrate(node, { ...deploying, sections: ["base"] });
      const { base } = await readResult(output);
      const account = second?.address ?? "";
      const before = await nonceOf(node.provider, account);
      const foreign = { output, signer: second, stakingToken: base?.DAOToken, params: SMALL_DAO };
      const asked: (readonly string[])[] = [];
      const confirmForeignBase = async (names: readonly string[]) => asked.push(names) < 0;
      for (const sections of [["base"], ["base", "dao"], ["dao"]] as const) {
        for (const more of [{}, { confirmForeignBase }]) {
          const error = await rejection(migrate(node, { ...foreign, ...more, sections }));
          expect(error.message).to.include("Another account deployed");
          expect(error.message).to.include("--trust-base");
        }
      }
      expect(asked).to.have.length(3);
      expect(asked[0]).to.include.members(["ContributionReward", "AbsoluteVote"]);
      expect(asked[2]).to.include.members(["DaoCreator", "ContributionReward"]);
      expect(await nonceOf(node.provider, account)).to.equal(before);
      await migrate(node, { ...foreign, sections: ["dao"], trustBase: true });
      expect((await readResult(output)).dao?.Avatar).to.be.a("string");
      // Its own base needs no confirmation.
      const params = { ...SMALL_DAO, orgName: "Another DAO" };
      await migrate(node, { ...deploying, sections: ["base", "dao"], params });
    });
  });

  it("of a change asks about contracts of another account that the DAO does not use yet", async () => {
    await onNode(startPublicHere(11155111), async (node, output) => {
      const [first, second] = walletsOf(node.mnemonic);
      const founders = [{ address: second!.address, tokens: 1000, reputation: 1000 }];
      const dao = { ...CHANGING_DAO, founders };
      const own = { output, signer: first, stakingToken: "deploy", params: dao };
      await migrate(node, { ...own, sections: ["base", "dao"] });
      const constraints = {
        ...dao,
        schemes: { ...dao.schemes, GlobalConstraintRegistrar: true },
        GlobalConstraintRegistrar: [{ voteParams: 0 }],
      };
      const asked: (readonly string[])[] = [];
      const propose = async (params: object, more: Partial<LiveOptions> = {}) =>
        (
          await migrate(node, {
            output,
            signer: second,
            sections: [],
            change: {},
            params,
            ...more,
          })
        ).handled!.map(({ key, outcome }) => `${outcome} ${key}`);
      // The DAO decides by these already.
      expect(await propose({ ...dao, UpgradeScheme: [{ voteParams: 1 }] })).to.deep.equal([
        "proposed register/UpgradeScheme[0]",
      ]);
      await rejected(
        propose(constraints, { confirmForeignBase: async (names) => asked.push(names) < 0 }),
        "Another account deployed GlobalConstraintRegistrar",
        "--trust-base",
        "another result file",
      );
      expect(asked).to.deep.equal([["GlobalConstraintRegistrar"]]);
      const { provider } = node;
      const { warnings } = await planDao({
        ...{ provider, projectRoot: ROOT, output, params: constraints },
      });
      // The open proposal for an UpgradeScheme is none of this file's.
      const ids = warnings.map(({ id }) => id);
      expect(ids).to.deep.equal(["stray-proposal", "contracts-of-the-result-file"]);
      for (const more of [{ trustBase: true }, { signer: first }]) {
        const [outcome] = await propose(constraints, more);
        expect(outcome).to.match(/^(proposed|open) register\/GlobalConstraintRegistrar/);
      }
    });
  });

  itOnBase(
    "reports what is wrong if the DAO on the chain differs from the rehearsal",
    async (node, output) => {
      const avatar = (await openArcRelease()).artifact("Avatar").deployedBytecode;
      let isDone = false;
      // A node that returns other code for the avatar once all steps are mined.
      const provider = {
        async request(call: { readonly method: string; readonly params?: unknown[] }) {
          const answer = await node.provider.request(call);
          const isAvatar = call.method === "eth_getCode" && answer === avatar;
          return isDone && isAvatar ? avatar.replace("600080fd", "600180fd") : answer;
        },
      };
      const run = migrate(node, {
        output,
        provider,
        sections: ["dao"],
        params: SMALL_DAO,
        onEvent: (event) => {
          if (event.type === "mined") isDone = event.count === event.total;
        },
      });
      const error = await rejection(run);
      expect(error.name).to.equal("UnsafeDaoError");
      expect(error.message).to.include("Do not use it");
      const { dao, base } = await readResult(output);
      expect(base).to.not.equal(undefined);
      expect(dao?.unsafe).to.deep.equal([
        `The avatar ${dao?.Avatar} does not have the code of Arc's Avatar.`,
      ]);
    },
  );
});
