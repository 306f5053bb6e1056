import { expect } from "chai";

import { inspectDao } from "../../src/engine/inspect/inspect-dao.js";
import { identifyChain } from "../../src/foundation/chain/identity.js";
import type { MigrationParameters } from "../../src/foundation/params/file/migration-parameters.js";
import { ForkDeployer } from "../../src/operations/change/carry/fork-deployer.js";
import type { ChangeProposal } from "../../src/operations/change/change.js";
import { decideChange } from "../../src/operations/change/decide/decide-change.js";
import { planChange } from "../../src/operations/change/plan-change.js";
import { entryOf, prepareChange } from "../../src/operations/change/propose-change.js";
import { prepareDao } from "../../src/operations/run/prepare.js";
import { Target } from "../../src/foundation/chain/target.js";
import { ForkedChain } from "../../src/operations/simulate/chain/forked-chain.js";
import { findProposal } from "../../src/operations/simulate/find-proposal.js";
import { openSession } from "../../src/operations/simulate/session.js";
import { simulateOn } from "../../src/operations/simulate/simulate-proposal.js";
import { seedOf } from "../seed.js";
import { someOf } from "../some-of.js";
import { compiledOf } from "./compiled-arc.js";
import { textOf, type Found } from "./facts.js";
import { withRandomDao, type RandomDao } from "./random-dao.js";
import { Random, randomParameters } from "./random-parameters.js";
import { RawChain } from "./raw-chain.js";
import { readByForce } from "./read-by-force.js";
import { carryOut, changesBetween, wrongControl, type SimulationJson } from "./simulated.js";
import { powerIn, wrongIn } from "./wrong-in.js";

const SEED = seedOf(410_631);
const DAOS = Number(process.env["INDEPENDENT_DAOS"] ?? 1);
/** Proposals of each plan, and of each round, that are held against the chain; a reading takes a second. */
const PROPOSALS = Number(process.env["INDEPENDENT_PROPOSALS"] ?? 3);
const RELEASES = someOf(["rc.40", "rc.28", "rc.57", "rc.16"], 4);
/** What happens to a DAO before it is changed. */
const DEEDS = 6;

/** A DAO that is to become what another file describes. */
async function changing(
  { connection: { provider }, avatar }: RandomDao,
  params: MigrationParameters,
  version: string,
) {
  const network = await identifyChain(provider, true);
  const inputs = await prepareDao({ params, projectRoot: process.cwd() }, network.name, version);
  const force = true;
  return {
    plan: async () => {
      await using session = await openSession(provider, avatar);
      const change = await planChange(session, inputs, network, { force });
      return { ...change, from: session.chain.anybody };
    },
    /** Makes the proposals that can be made now, and returns their IDs. */
    propose: async () => {
      const [account = ""] = (await provider.request({ method: "eth_accounts" })) as string[];
      const inspection = await inspectDao(provider, avatar);
      const openFork = async () => await ForkedChain.on(provider);
      const terms = { network, openFork };
      const decided = await decideChange(provider, inspection, { ...inputs, account }, terms);
      const entry = entryOf(inspection);
      const change = prepareChange(
        decided,
        { force },
        entry,
        new Target(provider, network),
        account,
      );
      await change.run(new ForkDeployer(await openFork(), network, account));
      return change.handled().flatMap(({ outcome, id }) => (outcome === "proposed" ? id! : []));
    },
    simulate: async (id: string): Promise<SimulationJson> => {
      await using session = await openSession(provider, avatar);
      const proposal = findProposal(session.inspection, id);
      const simulation = await simulateOn(session, proposal, { alone: true });
      return JSON.parse(JSON.stringify(simulation)) as SimulationJson;
    },
  };
}

/** What a plan says of a proposal, and that is not so; who gains and loses stands in its warnings. */
function wrongInPlan(
  { requests, does, warnings }: ChangeProposal,
  before: Found,
  after: Found,
): readonly string[] {
  const changes = warnings.map(({ id, what }) => ({
    kind: /lost|undone|added|promises/.test(id) ? "loses" : "gains",
    who: what.match(/0x[0-9a-fA-F]{40}/g) ?? [],
  }));
  const verdict = warnings.length === 0 ? "unchanged" : "changed";
  const power = warnings.length > 0 ? [] : powerIn(changesBetween(before, after));
  const scheme = "scheme" in requests ? textOf(requests.scheme) : "";
  const isThere = after.facts.has(`scheme ${scheme} permissions`);
  const isDone = isThere === (requests.kind === "registerScheme");
  return [
    ...wrongControl({ powers: { verdict, changes } }, before, after),
    ...power.map((each) => `planned without a warning, but there changed ${each}`),
    ...(scheme !== "" && (does.verdict === "yes") !== isDone
      ? [
          `planned that it does what it says: ${does.verdict}, but ${scheme} is${isThere ? "" : " not"} there`,
        ]
      : []),
  ];
}

describe(`changes of ${DAOS} random DAOs (INDEPENDENT_DAOS) from seed ${SEED}`, function () {
  this.timeout(600_000);

  for (const version of RELEASES) {
    it(`give and take what plan and propose say, on ${version}`, async () => {
      const compiled = await compiledOf(version);
      for (let seed = SEED; seed < SEED + DAOS; seed++) {
        await withRandomDao(version, seed, async (dao) => {
          const { provider } = dao.connection;
          const ask = async (method: string, ...params: unknown[]): Promise<unknown> =>
            await provider.request({ method, params });
          const read = async () =>
            await readByForce(await RawChain.read(provider), dao.avatar, compiled, {
              proposals: false,
            });
          const expectRight = (wrong: readonly string[], of: string): void => {
            expect(wrong, `seed ${seed}, ${of}: ${wrong.join("\n")}`).to.deep.equal([]);
          };
          await dao.live(DEEDS);
          const accounts = (await ask("eth_accounts")) as string[];
          const params = await randomParameters(version, seed + 1, new Random(seed + 1), accounts);
          const { plan, propose, simulate } = await changing(dao, params, version);

          const snapshot = await ask("evm_snapshot");
          const { transactions, proposals, from } = await plan();
          expect(proposals).to.not.deep.equal([]);
          await carryOut(
            provider,
            transactions.map(({ kind, address, data }) => ({
              ...{ from, to: kind === "call" ? address : undefined, data },
            })),
          );
          const step = Math.ceil(proposals.length / PROPOSALS);
          for (const [index, each] of proposals.entries()) {
            const before = index % step === 0 ? await read() : undefined;
            await carryOut(provider, each.stages);
            if (before !== undefined)
              expectRight(wrongInPlan(each, before, await read()), `plan of ${each.key}`);
          }
          await ask("evm_revert", snapshot);

          let left = PROPOSALS;
          for (let ids = await propose(); ids.length > 0 && left > 0; ids = await propose()) {
            let before = await read();
            for (const id of ids.slice(0, left)) {
              const simulation = await simulate(id);
              await carryOut(provider, simulation.passed.stages);
              const after = await read();
              expectRight(wrongIn(simulation, before, after), `proposal ${id}`);
              before = after;
            }
            left -= ids.length;
          }
        });
      }
    });
  }
});
