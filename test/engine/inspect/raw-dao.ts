import { ZeroAddress, ZeroHash } from "ethers";

import type { MigrationParameters } from "../../../src/foundation/params/file/migration-parameters.js";
import type { DaoResult } from "../../../src/foundation/result/result.js";
import { SMALL_DAO, withBase, type ChainWithBase } from "../migration/with-base.js";
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

/**
 * Runs a test with a DAO whose deployer has all permissions, so that tests can add schemes, and is the only founder.
 * @param file what its parameters say instead
 */
export async function onDao(
  run: (dao: Dao) => Promise<void>,
  { version = "rc.57", ...file }: MigrationParameters & { readonly version?: string } = {},
): Promise<void> {
  await withBase(version, async (chain) => {
    const account = chain.deployer.testAccounts[0]!;
    const { dao } = await chain.make({
      ...SMALL_DAO,
      useDaoCreator: false,
      unregisterOwner: false,
      founders: [{ address: account, tokens: 10, reputation: 1000 }],
      schemes: { SchemeRegistrar: true, ContributionReward: true, GlobalConstraintRegistrar: true },
      ...file,
    });
    await run(new Dao(chain, dao));
  });
}
