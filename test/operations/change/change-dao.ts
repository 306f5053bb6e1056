import { ZeroHash } from "ethers";

import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import type { Eip1193Provider } from "../../../src/foundation/chain/provider.js";
import { Target } from "../../../src/foundation/chain/target.js";
import type { HandledProposal } from "../../../src/operations/change/carry/propose-or-wait.js";
import type { DaoChange } from "../../../src/operations/change/change.js";
import { decideChange } from "../../../src/operations/change/decide/decide-change.js";
import type { ChangeInputs } from "../../../src/operations/change/inputs.js";
import { planChange, type PlanOptions } from "../../../src/operations/change/plan-change.js";
import { prepareChange } from "../../../src/operations/change/propose-change.js";
import { inspectDao } from "../../../src/engine/inspect/inspect-dao.js";
import { migrateBase } from "../../../src/engine/migration/base.js";
import { mergeParameters } from "../../../src/foundation/params/load-parameters.js";
import type { MigrationParameters } from "../../../src/foundation/params/file/migration-parameters.js";
import type { DaoResult, ResultSections } from "../../../src/foundation/result/result.js";
import { recordedOf } from "../../../src/operations/run/compared.js";
import { withPlacesOf } from "../../../src/operations/run/result-places.js";
import { ForkedChain } from "../../../src/operations/simulate/chain/forked-chain.js";
import { openSession, sessionOn } from "../../../src/operations/simulate/session.js";
import {
  resolved,
  SMALL_DAO,
  withBase,
  type ChainWithBase,
} from "../../engine/migration/with-base.js";

const { VotingMachinesParams } = SMALL_DAO;

/** Parameters of a DAO with the usual schemes, through which it can change itself. */
export const CHANGING_DAO = {
  ...SMALL_DAO,
  VotingMachinesParams: [
    ...VotingMachinesParams,
    { ...VotingMachinesParams[0], queuedVoteRequiredPercentage: 60 },
  ],
  schemes: { SchemeRegistrar: true, ContributionReward: true, UpgradeScheme: true },
  SchemeRegistrar: [{ voteRegisterParams: 0, voteRemoveParams: 0 }],
  ContributionReward: [{ voteParams: 0 }],
  UpgradeScheme: [{ voteParams: 0 }],
} as const satisfies MigrationParameters;

/** The same with a GenericScheme for a contract of its own, which takes a contract, parameters and proposals more. */
export const GENERIC_DAO = {
  ...CHANGING_DAO,
  schemes: { ...CHANGING_DAO.schemes, GenericScheme: true },
  SchemeRegistrar: [{ voteRegisterParams: 1, voteRemoveParams: 0 }],
  GenericScheme: [{ targetContract: { StandAloneContract: 0 }, voteParams: 0 }],
  StandAloneContracts: [{ name: "ActionMock", fromArc: true }],
} as const satisfies MigrationParameters;

/** A DAO on a chain in this process, which stays until `close`. */
export interface ChangingDao extends ChainWithBase {
  readonly dao: DaoResult;
  readonly provider: Eip1193Provider;
  readonly close: () => void;
}

export async function openDao(
  raw: MigrationParameters = CHANGING_DAO,
  version = "rc.57",
): Promise<ChangingDao> {
  return await new Promise((resolve, reject) => {
    withBase(version, async (chain) => {
      const { dao } = await chain.make(raw);
      await new Promise<void>((close) => {
        resolve({ ...chain, dao, provider: chain.connection.provider, close });
      });
    }).catch(reject);
  });
}

/** A DAO for the tests of a suite, each of which starts from the same chain. */
export function sharedDao(open: () => Promise<ChangingDao>): ChangingDao {
  const made = {} as ChangingDao;
  const request = async (method: string, ...params: unknown[]) =>
    await made.provider.request({ method, params });
  let snapshot: unknown;
  before(async () => {
    Object.assign(made, await open());
  });
  beforeEach(async () => {
    snapshot = await request("evm_snapshot");
  });
  afterEach(async () => {
    await request("evm_revert", snapshot);
  });
  after(() => {
    made.close();
  });
  return made;
}

/** Opens a DAO on a chain with a second base of another release, which is the one that a change finds. */
export async function openDaoBesideBase(
  raw: MigrationParameters,
  version: string,
  baseVersion: string,
): Promise<ChangingDao> {
  const dao = await openDao(raw, version);
  return { ...dao, base: await migrateBase(dao.deployer, await openArcRelease(baseVersion)) };
}

type Options = PlanOptions & {
  readonly knowsResult?: boolean;
  readonly customAbis?: string;
  /** What else is known, or known otherwise. */
  readonly inputs?: Partial<ChangeInputs>;
  readonly newController?: boolean;
};

/** Plans the change of a DAO to match a file. */
export async function planned(
  made: ChangingDao,
  raw: MigrationParameters,
  options: Options = {},
): Promise<DaoChange> {
  const { provider, dao, deployer } = made;
  await using session = await openSession(provider, dao.Avatar, options);
  return await planChange(session, await inputsOf(made, raw, options), deployer.network, options);
}

/** Changes a DAO on its chain to match a file, as its holders would. */
export async function changed(
  made: ChangingDao,
  raw: MigrationParameters,
  options: Options = {},
): Promise<DaoChange> {
  const chain = await ForkedChain.on(made.provider);
  const session = sessionOn(chain, await inspectDao(chain.provider, made.dao.Avatar), {});
  const inputs = await inputsOf(made, raw, options);
  return await planChange(session, inputs, made.deployer.network, { ...options, keep: true });
}

/** Makes the proposals of a change from an account that the chain has keys of, as `propose` does. */
export async function proposed(
  made: ChangingDao,
  raw: MigrationParameters,
  options: Options = {},
): Promise<{ readonly handled: readonly HandledProposal[]; readonly made: ResultSections }> {
  const { provider, dao, deployer } = made;
  const { account, network } = deployer;
  const inputs = { account, ...(await inputsOf(made, raw, options)) };
  const openFork = async () => await ForkedChain.on(provider);
  const inspection = await inspectDao(provider, dao.Avatar);
  const decided = await decideChange(provider, inspection, inputs, { network, openFork });
  const identity = { ...network, genesis: ZeroHash, inProcess: true };
  const change = prepareChange(decided, options, dao, new Target(provider, identity), account);
  const result = await change.run(deployer);
  return { handled: change.handled(), made: result };
}

async function inputsOf(
  { release, base, dao }: ChangingDao,
  raw: MigrationParameters,
  { knowsResult = false, customAbis, newController, inputs }: Options,
): Promise<ChangeInputs> {
  const { parameters, artifacts } = await resolved(raw, release.version, customAbis);
  return {
    ...{ parameters, artifacts, newController, base },
    raw: mergeParameters(raw, "private").merged,
    recorded: knowsResult ? withPlacesOf(parameters, dao, recordedOf(dao, base)) : undefined,
    ...inputs,
  };
}
