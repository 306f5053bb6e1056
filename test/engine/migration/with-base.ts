import type { EdrNetworkUserConfig } from "hardhat/types/config";

import type { ArcRelease } from "../../../src/foundation/arc/artifact.js";
import { BuildFiles } from "../../../src/foundation/arc/build-files.js";
import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import type { DirectDeployer } from "../../../src/engine/execution/deployers/direct-deployer.js";
import type { ArtifactSet } from "../../../src/foundation/params/artifact-set.js";
import { migrateBase } from "../../../src/engine/migration/base.js";
import { migrateDao } from "../../../src/engine/migration/dao.js";
import {
  resolveParameters,
  type ResolvedParameters,
} from "../../../src/foundation/params/load-parameters.js";
import type { DaoParameters } from "../../../src/foundation/params/parameters.js";
import type { MigrationParameters } from "../../../src/foundation/params/file/migration-parameters.js";
import type { BaseResult, DaoResult } from "../../../src/foundation/result/result.js";
import { reader, withDeployer, type Chain } from "../../simulated-chain.js";
import { GENESIS_PROTOCOL } from "../../foundation/params/support.js";

export interface MadeDao {
  readonly dao: DaoResult;
  readonly parameters: DaoParameters;
  readonly artifacts: ArtifactSet;
}

/** A chain with the base of a release. */
export interface ChainWithBase {
  readonly deployer: DirectDeployer;
  readonly connection: Chain;
  readonly release: ArcRelease;
  readonly base: BaseResult;
  /** Reads from the release's contracts, without the code under test. */
  readonly read: ReturnType<typeof reader>;
  /** Creates the DAO of raw parameters on the chain. */
  readonly make: (raw: MigrationParameters, customAbis?: string) => Promise<MadeDao>;
}

export async function resolved(
  raw: unknown,
  arcVersion: string,
  customAbis = "custom-abis",
): Promise<ResolvedParameters> {
  return await resolveParameters(raw, {
    network: "private",
    arcVersion,
    openRelease: async (version) => await openArcRelease(version),
    builds: new BuildFiles({ customAbis }),
  });
}

export async function withBase<Result>(
  version: string,
  run: (chain: ChainWithBase) => Promise<Result>,
  config: Partial<Omit<EdrNetworkUserConfig, "type">> = {},
): Promise<Result> {
  return await withDeployer(
    async (deployer, connection) => await run(await addBase(version, deployer, connection)),
    config,
  );
}

/** Deploys the base of a release to any chain with accounts, such as another process's node. */
export async function addBase(
  version: string,
  deployer: DirectDeployer,
  connection: Chain,
): Promise<ChainWithBase> {
  const release = await openArcRelease(version);
  const base = await migrateBase(deployer, release);
  return {
    deployer,
    connection,
    release,
    base,
    read: reader(connection, release),
    make: async (raw, customAbis) => {
      const { parameters, artifacts } = await resolved(raw, release.version, customAbis);
      const dao = await migrateDao(deployer, artifacts, base, parameters);
      return { dao, parameters, artifacts };
    },
  };
}

/** The parameters of a DAO with one founder and one set of vote parameters. */
export const SMALL_DAO = {
  orgName: "A small DAO",
  useDaoCreator: true,
  founders: [
    { address: "0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1", tokens: 1000, reputation: 1000 },
  ],
  VotingMachinesParams: [GENESIS_PROTOCOL],
} as const satisfies MigrationParameters;
