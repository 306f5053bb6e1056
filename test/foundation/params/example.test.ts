import { readFile } from "node:fs/promises";

import { expect } from "chai";

import { encodeCall, functionEntry } from "../../../src/foundation/arc/abi.js";
import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import { DaoMigration } from "../../../src/index.js";
import { cautionsOf } from "../../../src/foundation/params/cautions.js";
import {
  exampleFile,
  exampleParameters,
  isExample,
  writtenExample,
} from "../../../src/foundation/params/example.js";
import { prepareMigration } from "../../../src/operations/run/prepare.js";
import { runMigration } from "../../../src/operations/run/run-migration.js";
import { withDeployer } from "../../simulated-chain.js";
import { ADDRESS, OTHER_ADDRESS, resolve } from "./support.js";
import { closing } from "../../closing.js";

describe("the packaged example", () => {
  it("is a DAO without warnings, today and in five years", async () => {
    const release = await openArcRelease("rc.57");
    const { parameters, warnings } = await resolve(await exampleParameters(release));
    expect(warnings).to.deep.equal([]);
    const now = BigInt(Math.floor(Date.now() / 1000));
    expect(cautionsOf(parameters, now)).to.deep.equal([]);
    expect(cautionsOf(parameters, now + 5n * 365n * 86_400n)).to.deep.equal([]);
  });

  it("has a locking scheme in which a founder can lock tokens now", async () => {
    const release = await openArcRelease("rc.57");
    await using chain = closing(await DaoMigration.TestChain.provider({ projectRoot: "/" }));
    const { dao } = await chain.result();
    const scheme = dao?.Schemes.find(({ alias }) => alias === "LockingScheme")?.address;
    const [from] = (await chain.request({ method: "eth_accounts" })) as string[];
    const send = async (contract: string, to: string, name: string, args: unknown[]) => {
      const data = encodeCall(functionEntry(release.artifact(contract), name), args);
      const hash = await chain.request({
        method: "eth_sendTransaction",
        params: [{ from, to, data, gas: "0x100000" }],
      });
      return (await chain.request({
        method: "eth_getTransactionReceipt",
        params: [hash],
      })) as { status: string; logs: unknown[] };
    };
    await send("DAOToken", dao?.NativeToken ?? "", "approve", [scheme, 1]);
    const block = (await chain.request({
      method: "eth_getBlockByNumber",
      params: ["latest", false],
    })) as { timestamp: string };
    const batch = Math.floor((Number(block.timestamp) - 1_767_225_600) / 2_592_000);
    const agreement = `0x${"1".padStart(64, "0")}`;
    const locked = await send("ContinuousLocking4Reputation", scheme ?? "", "lock", [
      ...[1, 1, batch, agreement],
    ]);
    expect(locked.status).to.equal("0x1");
    expect(locked.logs).to.have.length.above(0);
  });
});

const packaged = async () =>
  JSON.parse(await readFile(exampleFile(), "utf8")) as Record<string, unknown> & {
    founders: object[];
  };

describe("the packaged example's parameters", () => {
  it("are the file's own for a release with all of its contracts", async () => {
    expect(await exampleParameters(await openArcRelease("rc.57"))).to.deep.equal(await packaged());
  });

  it("have only the built-in schemes for a release without its contracts, or with others", async () => {
    const example = await packaged();
    // rc.46 has all contracts, but one takes other parameters.
    for (const version of ["rc.46", "rc.41"]) {
      expect(await exampleParameters(await openArcRelease(version)), version).to.deep.equal({
        ...example,
        StandAloneContracts: [{ name: "ActionMock", fromArc: true }],
        GenericScheme: [{ targetContract: { StandAloneContract: 0 } }],
        CustomSchemes: {},
      });
    }
  });

  it("give the founders' shares to the accounts, as many as there are", async () => {
    const release = await openArcRelease("rc.57");
    const { founders } = await packaged();
    expect(await exampleParameters(release, [OTHER_ADDRESS, ADDRESS])).to.deep.equal({
      ...(await packaged()),
      founders: [
        { ...founders[0], address: OTHER_ADDRESS },
        { ...founders[1], address: ADDRESS },
      ],
    });
  });

  it("are recognized as the package's, whether it wrote them or they are a copy", async () => {
    const release = await openArcRelease("rc.57");
    const written = (await writtenExample(release, [ADDRESS])) as { $comment: string };
    expect(written.$comment).to.equal(
      "The example DAO, written by dao-test-chain. Remove this line to make the parameters your own.",
    );
    expect(written).to.deep.equal({
      $comment: written.$comment,
      ...(await exampleParameters(release, [ADDRESS])),
    });
    expect(await isExample(JSON.stringify(written))).to.equal(true);
    expect(await isExample(JSON.stringify(await packaged()))).to.equal(true);
    const { $comment: _mark, ...own } = written;
    for (const text of [JSON.stringify(own), "null", "{}", "7", "{", ""]) {
      expect(await isExample(text), text.slice(0, 9)).to.equal(false);
    }
  });
});

describe("the parameters in docs/parameters.md", () => {
  it("run as written, without a warning", async () => {
    const page = await readFile(new URL("../../../docs/parameters.md", import.meta.url), "utf8");
    const [, text = ""] = /A small DAO:\s+```json\n(.*?)```/s.exec(page) ?? [];
    const warnings: unknown[] = [];
    const inputs = {
      sections: ["base", "dao"] as const,
      params: JSON.parse(text) as object,
      projectRoot: "/",
      onEvent: (event: { type: string }) => {
        if (/warning/i.test(event.type)) warnings.push(event);
      },
    };
    const prepared = await prepareMigration(inputs, "private", {});
    expect(warnings).to.deep.equal([]);
    await withDeployer(async (deployer) => {
      const { dao } = await runMigration(deployer, prepared, {});
      expect(dao?.name).to.equal("Harbour Commons");
      expect(dao?.Schemes).to.have.length(2);
    });
  });
});
