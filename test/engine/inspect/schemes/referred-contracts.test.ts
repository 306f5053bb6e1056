import { readFile } from "node:fs/promises";

import { expect } from "chai";

import { plain } from "../../../plain.js";
import { encodeCall, functionEntry } from "../../../../src/foundation/arc/abi.js";
import type { Inspection } from "../../../../src/engine/inspect/description.js";
import { inspectDao } from "../../../../src/engine/inspect/inspect-dao.js";
import { exampleFile } from "../../../../src/foundation/params/example.js";
import type { MigrationParameters } from "../../../../src/foundation/params/file/migration-parameters.js";
import { withBase } from "../../migration/with-base.js";
import { expectGolden } from "../../../golden.js";
import { withoutMoments } from "../raw-calls.js";

const SECOND = "0xFFcf8FDEE72ac11b5c542428B35EEF5769C409f0";

function referred({ schemes }: Inspection, name: string) {
  const all = schemes.flatMap(({ parameters }) =>
    parameters === undefined || "notRead" in parameters ? [] : (parameters.refersTo ?? []),
  );
  const found = all.find(({ contract }) => contract.name === name);
  if (found === undefined) throw new Error(`No scheme refers to ${name}.`);
  return found;
}

describe("readReferredContracts", () => {
  it("reads their owners and values, including what the DAO has changed since", async () => {
    await withBase("rc.57", async (chain) => {
      const { connection, release, deployer } = chain;
      const raw = JSON.parse(await readFile(exampleFile(), "utf8")) as {
        StandAloneContracts: { name: string; params?: unknown[] }[];
      };
      // The account that sends below may change the constraints.
      raw.StandAloneContracts[5]!.params![0] = deployer.account;
      const { dao } = await chain.make(raw as unknown as MigrationParameters);
      const at = (name: string) =>
        dao.StandAloneContracts.find((contract) => contract.name === name)!.address;
      const before = await inspectDao(connection.provider, dao.Avatar);

      const send = async (name: string, args: readonly unknown[]): Promise<void> => {
        const entry = functionEntry(release.artifact("DxDaoSchemeConstraints"), name);
        const to = at("DxDaoSchemeConstraints");
        const params = [{ from: deployer.account, to, data: encodeCall(entry, args) }];
        await connection.provider.request({ method: "eth_sendTransaction", params });
      };
      await send("updateContractsWhitelist", [
        [at("ActionMock"), SECOND],
        [false, true],
      ]);
      await send("updatePeriodLimitsTokens", [
        [dao.NativeToken, SECOND],
        [0, 7],
      ]);
      const after = await inspectDao(connection.provider, dao.Avatar);
      const told = {
        wallet: referred(before, "Wallet"),
        competition: referred(before, "Competition"),
        constraints: referred(before, "DxDaoSchemeConstraints"),
        changed: referred(after, "DxDaoSchemeConstraints"),
      };
      expectGolden(import.meta.dirname, "referred.txt", withoutMoments(told));
    });
  });

  it("includes the agreement and the owner of a scheme", async () => {
    await withBase("rc.57", async ({ connection, make }) => {
      const raw = JSON.parse(await readFile(exampleFile(), "utf8")) as MigrationParameters;
      const ReputationAdmin = [
        {
          fromArc: true,
          params: [0, 2_000_000_000, 5],
          permissions: "0x00000000",
          runFunctions: [{ functionName: "transferOwnership", params: [SECOND] }],
        },
      ];
      const { dao } = await make({
        ...raw,
        CustomSchemes: { ...(raw.CustomSchemes as object), ReputationAdmin },
      });
      const { schemes } = await inspectDao(connection.provider, dao.Avatar);
      const parametersOf = (name: string) =>
        schemes.find(({ contract }) => contract.name === name)?.parameters;
      expect(parametersOf("ContinuousLocking4Reputation"))
        .to.have.nested.property("values.agreementHash")
        .that.equals(`0x${"00".repeat(31)}01`);
      expect(parametersOf("ReputationAdmin")).to.deep.include({ owner: SECOND });
      expect(plain(parametersOf("ContributionReward"))).to.not.have.property("owner");
    });
  });
});
