import { ZeroAddress, ZeroHash } from "ethers";

import type { MigrationParameters } from "../../../src/foundation/params/file/migration-parameters.js";
import { migrateDemoTest } from "../../../src/engine/migration/demo-test.js";
import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import type {
  BaseResult,
  DaoResult,
  DemoTestResult,
} from "../../../src/foundation/result/result.js";
import { deployerOn, openChain } from "../../simulated-chain.js";
import { addBase, chainOf, SMALL_DAO, type ChainWithBase } from "../migration/with-base.js";
import { proposalOf, RawCalls } from "./raw-calls.js";
import { itWith } from "../../it-with.js";

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

  /** Deploys a contract for the DAO, initializes it, and registers it. */
  async setUp(
    contract: string,
    args: readonly unknown[],
    { permissions = "0x00000001", from = 0 } = {},
  ): Promise<string> {
    const scheme = await this.deploy(contract, [], { from });
    await this.send(contract, scheme, "initialize", [this.dao.Avatar, ...args], { from });
    await this.register(scheme, permissions);
    return scheme;
  }

  /** A scheme that may call whatever its constraints allow. */
  async multiCall(
    machine = this.chain.base.GenesisProtocol,
    constraints = ZeroAddress,
  ): Promise<string> {
    const args = [machine, await this.voteParams(), constraints];
    return await this.setUp("GenericSchemeMultiCall", args, { permissions: "0x00000010" });
  }

  /** Stores parameters in a contract that serves many DAOs; returns their hash. */
  async stored(contract: string, address: string, args: readonly unknown[]): Promise<string> {
    await this.send(contract, address, "setParameters", args);
    return String(await this.chain.read(contract, address, "getParametersHash", ...args));
  }

  /** Gives an account staking tokens, and stakes them. */
  async stake(id: string, amount: bigint, { side = 1n, from = 0 } = {}): Promise<void> {
    const { DAOToken: gen, GenesisProtocol: machine } = this.chain.base;
    await this.send("DAOToken", gen, "mint", [this.accounts[from], amount]);
    await this.send("DAOToken", gen, "approve", [machine, amount], { from });
    await this.send("GenesisProtocol", machine, "stake", [id, side, amount], { from });
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

  async vote(id: string): Promise<number> {
    const { GenesisProtocol } = this.chain.base;
    const args = [id, 1n, 0n, this.accounts[0]];
    return await this.send("GenesisProtocol", GenesisProtocol, "vote", args);
  }

  async found(id: string, abis?: Readonly<Record<string, unknown>>) {
    return proposalOf(await this.inspect(this.dao.Avatar, { abis }), id);
  }
}

/** The deploying account on simulated chains. */
const FIRST_ACCOUNT = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";

/** A chain with a base and what was made on it, kept for the next test that wants the same. */
interface Kept {
  readonly key: string;
  readonly connection: Awaited<ReturnType<typeof openChain>>;
  readonly base: BaseResult;
  readonly made: unknown;
}

let kept: Kept | undefined;

/** Runs a test on a chain that the next test finds as it was. */
async function onKept<Made>(
  version: string,
  what: unknown,
  make: (chain: ChainWithBase) => Promise<Made>,
  run: (chain: ChainWithBase, made: Made) => Promise<void>,
): Promise<void> {
  const key = JSON.stringify([version, what]);
  if (kept?.key !== key) {
    await kept?.connection.close();
    kept = undefined;
    const connection = await openChain();
    const chain = await addBase(version, await deployerOn(connection), connection);
    kept = { key, connection, base: chain.base, made: await make(chain) };
  }
  const { connection, base, made } = kept;
  const { provider } = connection;
  const snapshot: unknown = await provider.request({ method: "evm_snapshot" });
  try {
    const release = await openArcRelease(version);
    await run(chainOf(release, base, await deployerOn(connection), connection), made as Made);
  } finally {
    await provider.request({ method: "evm_revert", params: [snapshot] });
  }
}

/** Runs a test on a chain with the base of a release. */
export async function onBase(
  version: string,
  run: (chain: ChainWithBase) => Promise<void>,
): Promise<void> {
  await onKept(version, "base", async () => await Promise.resolve(), run);
}

export async function onDemo(
  version: string,
  run: (chain: ChainWithBase, test: DemoTestResult) => Promise<void>,
): Promise<void> {
  const make = async ({ deployer, release, base }: ChainWithBase) =>
    await migrateDemoTest(deployer, release, base);
  await onKept(version, "demo", make, run);
}

/**
 * Runs a test with a DAO whose deployer has all permissions, so that tests can add schemes, and is the only founder.
 * @param file what its parameters say instead
 */
export async function onDao(
  run: (dao: Dao) => Promise<void>,
  { version = "rc.57", ...changes }: MigrationParameters & { readonly version?: string } = {},
): Promise<void> {
  const file = {
    ...SMALL_DAO,
    useDaoCreator: false,
    unregisterOwner: false,
    founders: [{ address: FIRST_ACCOUNT, tokens: 10, reputation: 1000 }],
    schemes: { SchemeRegistrar: true, ContributionReward: true, GlobalConstraintRegistrar: true },
    ...changes,
  };
  const make = async (chain: ChainWithBase) => (await chain.make(file)).dao;
  await onKept(version, file, make, async (chain, dao) => await run(new Dao(chain, dao)));
}

/** `it` for tests that each get a DAO of {@link onDao}. */
export const itOnDao = itWith<[raw: Dao]>((run) => onDao(run));
