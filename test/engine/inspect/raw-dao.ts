import { ZeroAddress, ZeroHash } from "ethers";

import type { MigrationParameters } from "../../../src/foundation/params/file/migration-parameters.js";
import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import type { BaseResult, DaoResult } from "../../../src/foundation/result/result.js";
import { deployerOn, openChain } from "../../simulated-chain.js";
import { addBase, chainOf, SMALL_DAO, type ChainWithBase } from "../migration/with-base.js";
import { proposalOf, RawCalls } from "./raw-calls.js";

interface Asking {
  readonly reputation?: bigint;
  readonly token?: string;
  readonly description?: string;
  /** Another scheme of this kind. */
  readonly scheme?: string;
}

/** A DAO on a chain, and what accounts send to it. */
export class Dao extends RawCalls {
  readonly chain: ChainWithBase;
  readonly dao: DaoResult;

  constructor(chain: ChainWithBase, dao: DaoResult) {
    super(chain);
    this.chain = chain;
    this.dao = dao;
  }

  scheme(wanted: string): string {
    return this.dao.Schemes.find(({ name }) => name === wanted)!.address;
  }

  /** Has the controller do something for the DAO, which a registered account may. */
  async control(name: string, ...args: readonly unknown[]): Promise<number> {
    const { Avatar, Controller } = this.dao;
    return await this.send("Controller", Controller, name, [...args, Avatar]);
  }

  async register(scheme: string, permissions: string, paramsHash: unknown = ZeroHash) {
    await this.control("registerScheme", scheme, paramsHash, permissions);
  }

  /** Returns the hash of the vote parameters of the DAO's schemes. */
  async voteParams(): Promise<string> {
    const scheme = this.scheme("ContributionReward");
    const { Avatar, Controller } = this.dao;
    const { read } = this.chain;
    const hash = await read("Controller", Controller, "getSchemeParameters", scheme, Avatar);
    return String(((await read("ContributionReward", scheme, "parameters", hash)) as unknown[])[0]);
  }

  /** Proposes a reward for the last account but one; by default, a single token. */
  async ask(
    rewards: readonly bigint[] = [1n, 0n, 0n, 0n, 1n],
    { reputation = 0n, token = ZeroAddress, description = "", scheme }: Asking = {},
  ): Promise<string> {
    const at = scheme ?? this.scheme("ContributionReward");
    const asked = [this.dao.Avatar, description, reputation, rewards, token, this.accounts[9]];
    return await this.propose("ContributionReward", at, "proposeContributionReward", asked);
  }

  /** Redeems some parts of a reward by index: reputation, tokens, ether, another token. */
  async redeem(id: string, ...kinds: number[]): Promise<void> {
    const what = [0, 1, 2, 3].map((kind) => kinds.includes(kind));
    const args = [id, this.dao.Avatar, what];
    await this.send("ContributionReward", this.scheme("ContributionReward"), "redeem", args);
  }

  async vote(id: string, machine = this.chain.base.GenesisProtocol): Promise<number> {
    return await this.send("GenesisProtocol", machine, "vote", [id, 1n, 0n, this.accounts[0]]);
  }

  async found(id: string, abis?: Readonly<Record<string, unknown>>) {
    return proposalOf(await this.inspect(this.dao.Avatar, { abis }), id);
  }
}

/** The deploying account on simulated chains. */
const FIRST_ACCOUNT = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";

/** A chain with a base and perhaps a DAO, kept for the next test that wants the same. */
interface Kept {
  readonly key: string;
  readonly connection: Awaited<ReturnType<typeof openChain>>;
  readonly base: BaseResult;
  readonly dao?: DaoResult;
}

let kept: Kept | undefined;

async function keep(version: string, file?: MigrationParameters): Promise<Kept> {
  const key = JSON.stringify([version, file]);
  if (kept?.key === key) return kept;
  await kept?.connection.close();
  const connection = await openChain();
  const chain = await addBase(version, await deployerOn(connection), connection);
  const dao = file && (await chain.make(file)).dao;
  kept = { key, connection, base: chain.base, dao };
  return kept;
}

/** Runs a test on a chain that the next test finds as it was. */
async function onKept(
  version: string,
  run: (chain: ChainWithBase, dao?: DaoResult) => Promise<void>,
  file?: MigrationParameters,
): Promise<void> {
  const { connection, base, dao } = await keep(version, file);
  const { provider } = connection;
  const snapshot = await provider.request({ method: "evm_snapshot" });
  try {
    const release = await openArcRelease(version);
    await run(chainOf(release, base, await deployerOn(connection), connection), dao);
  } finally {
    await provider.request({ method: "evm_revert", params: [snapshot] });
  }
}

/** Runs a test on a chain with the base of a release. */
export async function onBase(
  version: string,
  run: (chain: ChainWithBase) => Promise<void>,
): Promise<void> {
  await onKept(version, run);
}

/**
 * Runs a test with a DAO whose deployer has all permissions, so that tests can add schemes, and is the only founder.
 * @param file what its parameters say instead
 */
export async function onDao(
  run: (dao: Dao) => Promise<void>,
  { version = "rc.57", ...file }: MigrationParameters & { readonly version?: string } = {},
): Promise<void> {
  await onKept(version, async (chain, dao) => await run(new Dao(chain, dao!)), {
    ...SMALL_DAO,
    useDaoCreator: false,
    unregisterOwner: false,
    founders: [{ address: FIRST_ACCOUNT, tokens: 10, reputation: 1000 }],
    schemes: { SchemeRegistrar: true, ContributionReward: true, GlobalConstraintRegistrar: true },
    ...file,
  });
}
