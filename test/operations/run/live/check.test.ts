import { existsSync } from "node:fs";

import { expect } from "chai";
import { getAddress, ZeroHash } from "ethers";

import { encodeCall, functionEntry } from "../../../../src/foundation/arc/abi.js";
import { openArcRelease } from "../../../../src/foundation/arc/open-release.js";
import type { Eip1193Provider } from "../../../../src/foundation/chain/provider.js";
import { RULES } from "../../../../src/operations/check/rules/rules.js";
import type { MigrationRun } from "../../../../src/operations/run/figures.js";
import { madeCheckDocument } from "../../../../src/output/describe/check.js";
import { toTerminal } from "../../../../src/output/document/to-terminal.js";
import { SMALL_DAO } from "../../../engine/migration/with-base.js";
import type { TestChain } from "../../../live/nodes.js";
import { usePrepared } from "../../../live/prepared.js";
import {
  before as doing,
  deployerOf,
  migrate,
  readResult,
  sendFrom,
} from "../../../live/support.js";

const STRANGER = getAddress(`0x${"ab".repeat(20)}`);
/** The deploying account stays a scheme, so it can change the DAO as soon as the migration is done. */
const OPEN_DAO = { ...SMALL_DAO, useDaoCreator: false, unregisterOwner: false };

type Request = Parameters<Eip1193Provider["request"]>[0];

interface During {
  /** Called once, between the migration's last step and the check's first request. */
  readonly onChecking?: () => Promise<void>;
  /** Called before each request of the check. */
  readonly onRequest?: (request: Request) => void;
}

describe("the check at the end of a migration", () => {
  /** Migrates a DAO on the base, and calls `onChecking` as soon as its check begins. */
  async function migrateDao(
    node: TestChain,
    output: string,
    { onChecking, onRequest }: During = {},
    options: Partial<Parameters<typeof migrate>[1]> = {},
  ): Promise<MigrationRun> {
    let begun: Promise<void> | undefined;
    const provider = doing(node.provider, async (request) => {
      await begun;
      if (begun !== undefined) onRequest?.(request);
    });
    return await migrate(node, {
      sections: ["dao"],
      params: OPEN_DAO,
      check: true,
      // The account has made this DAO before, if a test makes several.
      restart: true,
      provider,
      ...options,
      output,
      onEvent: ({ type }) => {
        if (type === "checking") begun = onChecking?.() ?? Promise.resolve();
      },
    });
  }

  const it = usePrepared((node, output) => migrate(node, { output, sections: ["base"] }));

  it("compares DAO and demo test with their parameters, from the migration's first block on", async (node, output) => {
    const first = Number(await node.provider.request({ method: "eth_blockNumber" })) + 1;
    const ranges: number[] = [];
    const onRequest = ({ method, params = [] }: Request) => {
      if (method !== "eth_getLogs") return;
      const [{ fromBlock }] = params as [{ fromBlock?: string }];
      // The last blocks are asked for by their hashes, too.
      if (fromBlock !== undefined) ranges.push(Number(fromBlock));
    };
    const options = { params: SMALL_DAO, sections: ["dao", "test"] as const };
    const { checks, made } = await migrateDao(node, output, { onRequest }, options);
    expect(checks.map(({ section, avatar }) => [section, avatar])).to.deep.equal([
      ["dao", made.dao?.Avatar],
      ["test", made.test?.Avatar],
    ]);
    for (const { report, section, notChecked } of checks) {
      expect(notChecked).to.equal(undefined);
      expect(report).to.deep.include({
        passed: true,
        findings: [],
        inconclusive: [],
        usedResult: true,
      });
      expect(report?.rules, section).to.have.length(RULES.length);
    }
    expect(ranges).to.not.be.empty;
    expect(Math.min(...ranges)).to.equal(first);
  });

  it("finds changes between the last step and the check, and the migration still counts as done", async (node, output) => {
    const controllerAbi = (await openArcRelease("rc.57")).artifact("Controller");
    const onChecking = async () => {
      const { dao } = await readResult(output);
      const args = [STRANGER, ZeroHash, "0x0000001f", dao!.Avatar];
      const data = encodeCall(functionEntry(controllerAbi, "registerScheme"), args);
      const deployer = deployerOf(node.mnemonic);
      await sendFrom(node.provider, deployer, { to: dao!.Controller, data });
    };
    const { checks, made } = await migrateDao(node, output, { onChecking });
    expect((await readResult(output)).dao).to.deep.equal(made.dao);
    expect(existsSync(`${output}.journal`)).to.equal(false);
    const [check] = checks;
    expect(check?.report?.passed).to.equal(false);
    expect(check?.report?.findings.filter(({ severity }) => severity === "error")).to.have.length(
      1,
    );
    const text = toTerminal(madeCheckDocument(check!));
    expect(text).to.match(
      new RegExp(
        `^! The DAO ${made.dao?.Avatar} was checked on the chain, at block \\d+\\. It was created, but `,
      ),
    );
    expect(text).to.include(`account-with-permissions: ${STRANGER}`);
    expect(text).to.match(/\n\ndao-migrate check checks it again\.$/);
  });

  it("reports that it could not check, whatever the node does, and hides no result", async (node, output) => {
    const interruption = new AbortController();
    const options = { force: true, signal: interruption.signal };
    for (const [onRequest, reason] of [
      [
        () => {
          throw new Error("upstream is down");
        },
        /upstream is down/,
      ],
      [() => interruption.abort(), /it was interrupted/],
    ] as const) {
      const { checks, made } = await migrateDao(node, output, { onRequest }, options);
      expect((await readResult(output)).dao).to.deep.equal(made.dao);
      const [check] = checks;
      expect(check).to.include({ section: "dao", avatar: made.dao?.Avatar });
      expect(check?.notChecked).to.match(reason);
      expect(toTerminal(madeCheckDocument(check!))).to.match(
        /^The DAO 0x\w+ was created but could not be checked: .*\. Run dao-migrate check\.$/,
      );
    }
  });

  it("reports what the node does not return as not checked, and not as passed", async (node, output) => {
    const onRequest = ({ method }: Request) => {
      if (method === "eth_getLogs") throw new Error("logs are not served here");
    };
    const { checks } = await migrateDao(node, output, { onRequest });
    const [check] = checks;
    expect(check?.report?.passed ?? false).to.equal(false);
    expect(toTerminal(madeCheckDocument(check!))).to.match(/NOT CHECKED|could not be checked/);
  });

  it("is skipped on request", async (node, output) => {
    const asked: string[] = [];
    const onRequest = ({ method }: Request) => asked.push(method);
    const { checks } = await migrateDao(node, output, { onRequest }, { check: false });
    expect(checks).to.deep.equal([]);
    expect(asked).to.deep.equal([]);
  });
});
