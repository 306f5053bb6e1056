import type { EdrNetworkUserConfig } from "hardhat/types/config";

import type { ArcRelease } from "../../../src/foundation/arc/artifact.js";
import { BuildFiles } from "../../../src/foundation/arc/build-files.js";
import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import type { DirectDeployer } from "../../../src/engine/execution/deployers/direct-deployer.js";
import type { ArtifactSet } from "../../../src/foundation/params/artifact-set.js";
import { migrateBase } from "../../../src/engine/migration/base.js";
import { migrateDao } from "../../../src/engine/migration/dao.js";
import type { Deployer } from "../../../src/engine/migration/deployer.js";
import type { Materials } from "../../../src/engine/migration/materials.js";
import {
  assembleOrganization,
  type Organization,
} from "../../../src/engine/migration/organization.js";
import {
  resolveParameters,
  type ResolvedParameters,
} from "../../../src/foundation/params/load-parameters.js";
import type { DaoParameters } from "../../../src/foundation/params/parameters.js";
import type { MigrationParameters } from "../../../src/foundation/params/file/migration-parameters.js";
import type { BaseResult, DaoResult } from "../../../src/foundation/result/result.js";
import { deployerOn, openChain, reader, withDeployer, type Chain } from "../../simulated-chain.js";
import { EMPTY_DAO, GENESIS_PROTOCOL } from "../../foundation/params/support.js";

export interface MadeDao {
  readonly dao: DaoResult;
  readonly parameters: DaoParameters;
  readonly artifacts: ArtifactSet;
}

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

/** One chain with a base for all tests of a suite. Each test finds it as it was in the beginning. */
export function sharedBase(version: string): () => ChainWithBase {
  let connection: Awaited<ReturnType<typeof openChain>>;
  let base: BaseResult;
  let chain: ChainWithBase;
  let snapshot: unknown;
  before(async () => {
    connection = await openChain();
    ({ base } = await addBase(version, await deployerOn(connection), connection));
  });
  beforeEach(async () => {
    snapshot = await connection.provider.request({ method: "evm_snapshot" });
    const release = await openArcRelease(version);
    chain = chainOf(release, base, await deployerOn(connection), connection);
  });
  afterEach(async () => {
    await connection.provider.request({ method: "evm_revert", params: [snapshot] });
  });
  after(async () => {
    await connection.close();
  });
  return () => chain;
}

/** Deploys the base of a release to any chain with accounts, such as another process's node. */
export async function addBase(
  version: string,
  deployer: DirectDeployer,
  connection: Chain,
): Promise<ChainWithBase> {
  const release = await openArcRelease(version);
  return chainOf(release, await migrateBase(deployer, release), deployer, connection);
}

/** A chain whose base is already deployed, for a new deployer. */
export function chainOf(
  release: ArcRelease,
  base: BaseResult,
  deployer: DirectDeployer,
  connection: Chain,
): ChainWithBase {
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

/** What a DAO with these parameters is made from. By default it has nothing. */
export function materialsOf(
  { deployer, release, base }: Pick<ChainWithBase, "release" | "base"> & { deployer: Deployer },
  parameters: Partial<DaoParameters> = {},
): Materials {
  return {
    deployer,
    step: "dao",
    artifacts: { release, releases: new Map([[release.version, release]]), custom: new Map() },
    base,
    parameters: { ...EMPTY_DAO, ...parameters },
  };
}

/** Assembles a DAO that the deploying account still controls. */
export async function assembled(
  chain: ChainWithBase,
  useUController = false,
): Promise<Organization> {
  return await assembleOrganization(materialsOf(chain, { orgName: "Held", useUController }));
}

/** The code at an address, bypassing the code under test. */
export async function codeAt({ connection }: ChainWithBase, address: string): Promise<unknown> {
  return await connection.provider.request({ method: "eth_getCode", params: [address, "latest"] });
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
