import { spawn } from "node:child_process";
import { once as onceOf } from "node:events";
import { copyFile, rm } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";
import type { Interface } from "ethers";

import { knownAbi } from "../../src/foundation/arc/known-abis.js";
import { openArcRelease } from "../../src/foundation/arc/open-release.js";
import { voteCall } from "../../src/engine/governance/vote-and-stake.js";
import { inspectDao } from "../../src/engine/inspect/inspect-dao.js";
import { isNotRead } from "../../src/engine/inspect/reading/attempt.js";
import { exampleParameters } from "../../src/foundation/params/example.js";
import type { MigrationRun } from "../../src/operations/run/figures.js";
import type { Section } from "../../src/operations/run/prepare.js";
import { walletsOf } from "../../src/foundation/chain/test-accounts.js";
import { CHANGING_DAO, GENERIC_DAO } from "../operations/change/change-dao.js";
import { endWithUs } from "../end-with-us.js";
import { randomNumbers } from "../random-numbers.js";
import { seedOf } from "../seed.js";
import { ended, startAnvil, type TestNode } from "./nodes.js";
import { sendMined } from "./send-mined.js";
import { between, DEEDS, type Deed } from "./stranger.js";
import {
  onNode,
  deployerOf,
  migrate,
  readResult,
  withOutput,
  type LiveOptions,
} from "./support.js";
import { withBlocksOnDemand } from "./used-blocks.js";

/** Interferences in each case. */
const TRIES = Number(process.env.LIVE_TEST_STRANGERS ?? 1);
const SEED = seedOf(20_261_125);
const RELEASES = ["rc.57", "rc.44", "rc.12", "alpha.58"];
const QUICK = { polling: 20, check: true } as const;

interface Case {
  readonly name: string;
  /** What is there before anybody interferes. */
  readonly prepare?: (node: TestNode, output: string, arcVersion: string) => Promise<void>;
  readonly options: (node: TestNode, arcVersion: string) => Promise<Partial<LiveOptions>>;
  /** Brings the DAO to its end after the run; its check must have passed. */
  readonly finish: (
    node: TestNode,
    output: string,
    run: MigrationRun,
    again: () => Promise<MigrationRun>,
  ) => Promise<void>;
}

const migrated = (sections: readonly Section[], useDaoCreator: boolean): Case["options"] => {
  return async (_node, arcVersion) => {
    const example = await exampleParameters(await openArcRelease(arcVersion));
    return { sections, arcVersion, params: { ...example, useDaoCreator } };
  };
};

const expectPassed: Case["finish"] = async (_node, _output, { checks }) => {
  const wrong = checks.flatMap(({ report, notChecked }) => [
    ...(report?.findings.filter(({ severity }) => severity !== "note") ?? []),
    ...(notChecked === undefined ? [] : [notChecked]),
  ]);
  expect(wrong).to.deep.equal([]);
  expect(checks.length).to.be.above(0);
  await Promise.resolve();
};

const oneFounder = (node: TestNode, raw: object) => ({
  ...raw,
  founders: [{ address: deployerOf(node.mnemonic).address, tokens: 1000, reputation: 1000 }],
});

const CASES: readonly Case[] = [
  {
    name: "base and DAO with DaoCreator",
    options: migrated(["base", "dao"], true),
    finish: expectPassed,
  },
  {
    name: "base and DAO without DaoCreator",
    options: migrated(["base", "dao"], false),
    finish: expectPassed,
  },
  { name: "base and demo test", options: migrated(["base", "test"], true), finish: expectPassed },
  {
    name: "proposals for new schemes",
    async prepare(node, output, arcVersion) {
      const params = oneFounder(node, CHANGING_DAO);
      await migrate(node, { output, arcVersion, params, sections: ["base", "dao"], ...QUICK });
    },
    options: async (node, arcVersion) => {
      const release = await openArcRelease(arcVersion);
      const isAlone = release.has("GenericScheme");
      const change = {
        ...GENERIC_DAO,
        schemes: { ...GENERIC_DAO.schemes, GenericScheme: isAlone },
      };
      return { sections: [], arcVersion, params: oneFounder(node, change), change: {} };
    },
    async finish(node, output, first, again) {
      const { dao } = await readResult(output);
      const from = deployerOf(node.mnemonic).address;
      let { handled = [] } = first;
      for (let round = 0; handled.length > 0; round++) {
        expect(round).to.be.below(4);
        const { proposals, votingMachines } = await inspectDao(node.provider, dao!.Avatar);
        if (isNotRead(proposals)) throw new Error(proposals.notRead);
        for (const { id, votingMachine } of proposals.filter(
          ({ progress }) => !isNotRead(progress) && progress.stage === "open",
        )) {
          const abi = genesisAbi(
            votingMachines
              .find(({ contract }) => contract.address === votingMachine)!
              .contract.releases!.at(-1)!,
          );
          const vote = voteCall(abi.fragments, { id, voter: from, side: "for" });
          const data = abi.encodeFunctionData(vote.functionName, vote.args);
          await sendMined(node.provider, { from, to: votingMachine, data, gas: "0x7a1200" });
        }
        ({ handled = [] } = await again());
      }
    },
  },
];

describe(`strangers and wallets between the steps from seed ${SEED}`, function () {
  this.timeout(0);
  const next = randomNumbers(SEED);

  for (const [row, arcVersion] of RELEASES.entries()) {
    for (const [column, { name, prepare, options, finish }] of CASES.entries()) {
      // Every second pair, unless more tries are wanted.
      if (process.env.LIVE_TEST_STRANGERS === undefined && (row + column) % 2 === 1) continue;
      it(`leave ${name} of ${arcVersion} as asked`, async () => {
        await onNode(startAnvil(["--accounts", "11"]), async (node, output) => {
          await prepare?.(node, output, arcVersion);
          const inputs = { ...QUICK, ...(await options(node, arcVersion)) };
          const start = await saved(node, output);
          const undisturbed = await migrate(node, { output, ...inputs });
          const steps = undisturbed.figures.transactions;
          const oneOf = <Value>(values: readonly Value[]): Value =>
            values[Math.floor(next() * values.length)]!;
          const places = Array.from({ length: steps }, (_, place) => place + 1);
          for (let count = 0; count < TRIES; count++) {
            const [at, deed] = [oneOf(places), oneOf(DEEDS)];
            await start();
            const disturbed = { output, ...inputs, provider: between(node, once(at, deed)) };
            const again = async () => await migrate(node, { output, ...inputs });
            try {
              // Whoever interfered may have stopped the run; then the same command goes on.
              const run = await migrate(node, disturbed).catch(again);
              await finish(node, output, run, again);
            } catch (error) {
              const what = `${deed} at step ${at} of ${steps}`;
              throw new Error(`${what}: ${(error as Error).message}`, { cause: error });
            }
          }
        });
      });
    }
  }
});

describe("a front-runner in a process of its own", () => {
  it("takes schemes whose deployment and initialization are in different blocks, and gains nothing", async () => {
    // A block has room for some contracts, so deployments and initializations are torn apart. However slow the machine
    // is, the front-runner has seen what is mined.
    let looked = async () => {};
    const run = async (node: TestNode, _: unknown, direct: TestNode): Promise<void> =>
      await withOutput(async (output) => {
        await migrate(node, { output, ...QUICK, sections: ["base"] });
        const script = join(import.meta.dirname, "front-runner.mjs");
        const { privateKey } = walletsOf(node.mnemonic, 11)[10]!;
        const frontRunner = endWithUs(spawn(process.execPath, [script, direct.url, privateKey]));
        try {
          await onceOf(frontRunner.stdout, "data");
          looked = async () => {
            for (let looks = 0; looks < 3; looks++) await onceOf(frontRunner.stdout, "data");
          };
          const notes: string[] = [];
          const inputs = { output, ...QUICK, sections: ["dao"] } as const;
          const made = await migrate(node, { ...inputs, onNote: (note) => notes.push(note) });
          expect(notes.join("\n")).to.include("is left behind, and deployed again");
          await expectPassed(node, output, made, async () => await Promise.resolve(made));
        } finally {
          await ended(frontRunner);
        }
      });
    await withBlocksOnDemand(run, {
      args: ["--accounts", "11", "--gas-limit", "15000000"],
      beforeBlock: async () => await looked(),
    });
  });
});

function once(at: number, deed: Deed) {
  return (_transaction: unknown, count: number) => (count === at ? deed : undefined);
}

function genesisAbi(release: string): Interface {
  return knownAbi("GenesisProtocol", release)!;
}

/** Remembers the chain and the result file; returns a function that goes back to them. */
async function saved(node: TestNode, output: string): Promise<() => Promise<void>> {
  const copy = `${output}.saved`;
  const isThere = await copyFile(output, copy).then(
    () => true,
    () => false,
  );
  const snapshot = async () => await node.provider.request({ method: "evm_snapshot" });
  let id = await snapshot();
  return async () => {
    await node.provider.request({ method: "evm_revert", params: [id] });
    id = await snapshot();
    await rm(`${output}.journal`, { force: true });
    await (isThere ? copyFile(copy, output) : rm(output, { force: true }));
  };
}
