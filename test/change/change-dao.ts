import type { Eip1193Provider } from "../../src/chain/provider.js";
import type { Change } from "../../src/change/change.js";
import { planChange, type PlanOptions } from "../../src/change/plan-change.js";
import { mergeParameters } from "../../src/params/load-parameters.js";
import type { MigrationParameters } from "../../src/params/file/schema.js";
import type { DaoResult } from "../../src/result/result.js";
import { recordedOf } from "../../src/run/check-inputs.js";
import { openSession } from "../../src/simulate/session.js";
import { resolved, SMALL_DAO, withBase, type ChainWithBase } from "../migration/with-base.js";

const { VotingMachinesParams } = SMALL_DAO;

/** A DAO with the usual schemes, by which it can change itself. */
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

/** A DAO on a chain in this process, that stays until it is closed. */
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

/** Plans the change of a DAO to what a file says. */
export async function planned(
  { provider, dao, base, release, deployer }: ChangingDao,
  raw: MigrationParameters,
  options: PlanOptions & { readonly knowsResult?: boolean; readonly customAbis?: string } = {},
): Promise<Change> {
  const { knowsResult = false, customAbis, ...rest } = options;
  const { parameters, artifacts } = await resolved(raw, release.version, customAbis);
  const session = await openSession(provider, dao.Avatar, rest);
  const inputs = {
    parameters,
    artifacts,
    raw: mergeParameters(raw, "private").merged,
    bases: [{ ...base }],
    recorded: knowsResult ? recordedOf(dao, base) : undefined,
  };
  try {
    return await planChange(session, inputs, deployer.network, rest);
  } finally {
    await session.chain.close();
  }
}
