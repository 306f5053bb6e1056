import { readFile } from "node:fs/promises";

import { expect } from "chai";
import { ZeroHash } from "ethers";

import { inspectDao } from "../../../../src/engine/inspect/inspect-dao.js";
import { encodeCall, functionEntry } from "../../../../src/foundation/arc/abi.js";
import { exampleFile } from "../../../../src/foundation/params/example.js";
import { mergeParameters } from "../../../../src/foundation/params/load-parameters.js";
import type { MigrationParameters } from "../../../../src/foundation/params/file/migration-parameters.js";
import { readFacts } from "../../../../src/operations/check/check-dao.js";
import { runRules } from "../../../../src/operations/check/run-rules.js";
import { recordedOf } from "../../../../src/operations/run/compared.js";
import { resolved, withBase } from "../../../engine/migration/with-base.js";

const HOLDER = "0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1";

describe("wrongValues", () => {
  it("knows what a scheme had to give, although somebody has locked tokens in it", async () => {
    await withBase("rc.57", async (chain) => {
      const { release, connection, base } = chain;
      const { provider } = connection;
      const raw = JSON.parse(await readFile(exampleFile(), "utf8")) as MigrationParameters;
      const { dao } = await chain.make(raw);
      const name = "ContinuousLocking4Reputation";
      const locking = dao.Schemes.find((each) => each.name === name)!.address;
      const send = async (of: string, to: string, functionName: string, args: unknown[]) => {
        const data = encodeCall(functionEntry(release.artifact(of), functionName), args);
        const params = [{ from: HOLDER, to, data }];
        await provider.request({ method: "eth_sendTransaction", params });
      };
      const block = await provider.request({
        ...{ method: "eth_getBlockByNumber", params: ["latest", false] },
      });
      const now = Number((block as { timestamp: string }).timestamp);
      const batch = Math.floor((now - 1_767_225_600) / 2_592_000);
      await provider.request({ method: "hardhat_impersonateAccount", params: [HOLDER] });
      const balance = [HOLDER, "0xde0b6b3a7640000"];
      await provider.request({ method: "hardhat_setBalance", params: balance });
      await send("DAOToken", dao.NativeToken, "approve", [locking, 5n]);
      const agreement = ZeroHash.replace(/0$/, "1");
      await send(name, locking, "lock", [5n, 1n, BigInt(batch), agreement]);
      expect(await chain.read(name, locking, "lockCounter")).to.equal(1n);
      const { parameters, artifacts } = await resolved(raw, release.version);
      const inspection = await inspectDao(provider, dao.Avatar);
      const merged = mergeParameters(raw, "private").merged;
      const facts = { inspection, parameters, artifacts, raw: merged };
      const known = await readFacts(provider, { ...facts, recorded: recordedOf(dao, base) });
      const verdict = runRules(known);
      const rules = [...verdict.findings, ...verdict.inconclusive].map(({ rule }) => rule);
      expect(rules).not.to.include("scheme-parameters");
      expect(verdict.rules.map(({ id }) => id)).to.include("scheme-parameters");
    });
  });
});
