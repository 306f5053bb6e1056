import { ZeroHash } from "ethers";

import type { DaoResult } from "../../src/result/result.js";
import { SMALL_DAO, withBase, type ChainWithBase } from "../migration/with-base.js";
import { proposalOf, RawCalls } from "./raw-calls.js";

/** A DAO whose deployer has all permissions, so that tests can add schemes. */
class Dao extends RawCalls {
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

  async register(scheme: string, permissions: string, paramsHash = ZeroHash): Promise<void> {
    const args = [scheme, paramsHash, permissions, this.dao.Avatar];
    await this.send("Controller", this.dao.Controller, "registerScheme", args);
  }

  /** Returns the hash of the vote parameters of the DAO's schemes. */
  async voteParams(): Promise<string> {
    const scheme = this.scheme("ContributionReward");
    const { Avatar, Controller } = this.dao;
    const { read } = this.chain;
    const hash = await read("Controller", Controller, "getSchemeParameters", scheme, Avatar);
    return String(((await read("ContributionReward", scheme, "parameters", hash)) as unknown[])[0]);
  }

  async vote(id: string, machine = this.chain.base.GenesisProtocol): Promise<void> {
    await this.send("GenesisProtocol", machine, "vote", [id, 1n, 0n, this.accounts[0]]);
  }

  async found(id: string, abis?: Readonly<Record<string, unknown>>) {
    const inspection = await this.inspect(this.dao.Avatar, abis === undefined ? {} : { abis });
    return proposalOf(inspection, id);
  }
}

/** Runs a test with such a DAO of rc.57 on a chain. */
export async function onDao(run: (dao: Dao) => Promise<void>): Promise<void> {
  await withBase("rc.57", async (chain) => {
    const account = chain.deployer.testAccounts[0]!;
    const { dao } = await chain.make({
      ...SMALL_DAO,
      useDaoCreator: false,
      unregisterOwner: false,
      founders: [{ address: account, tokens: 10, reputation: 1000 }],
      schemes: { SchemeRegistrar: true, ContributionReward: true, GlobalConstraintRegistrar: true },
    });
    await run(new Dao(chain, dao));
  });
}
