import { getCreateAddress } from "ethers";

import { DirectDeployer } from "../../src/engine/execution/deployers/direct-deployer.js";
import type { ArcRelease } from "../../src/foundation/arc/artifact.js";
import { TEST_MNEMONIC, walletsOf } from "../../src/foundation/chain/test-accounts.js";
import type { BaseResult, DaoResult } from "../../src/foundation/result/result.js";
import { prepareMigration } from "../../src/operations/run/prepare.js";
import { runMigration } from "../../src/operations/run/run-migration.js";
import { accountsOf, openChain } from "../simulated-chain.js";
import { parametersOf } from "./people.js";
import { DEMO_MNEMONIC, WALLETS } from "./remember.js";
import { running } from "./time.js";

/** What contracts are executed with. Fees, gas limits and balances are the model's own affair. */
export interface Operation {
  readonly from: string;
  /** Absent if a contract is created. */
  readonly to?: string;
  readonly data: string;
  /** Only the nonce counts: a transfer, or a transaction that ran out of gas. */
  readonly isEmpty?: boolean;
}

export interface WorldLog {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
}

function logOf({ address, topics, data }: WorldLog): WorldLog {
  return { address, topics, data };
}

/** What an operation did. */
export interface Effect {
  readonly ok: boolean;
  readonly gasUsed: bigint;
  readonly logs: readonly WorldLog[];
  readonly contractAddress?: string;
}

const EMPTY: Effect = { ok: true, gasUsed: 21_000n, logs: [] };
/** Each account's role in every life. */
export const DEPLOYER = WALLETS[1]!;
export const STRANGER = WALLETS[2]!;
export const FOUNDER = WALLETS[3]!;

/** The state after a sequence of operations. A sequence has one state, which is executed once for all lives. */
export class WorldState {
  readonly parent: WorldState | undefined;
  readonly operation: Operation | undefined;
  readonly effect: Effect;
  readonly depth: number;
  readonly children = new Map<string, WorldState>();
  readonly answers = new Map<string, unknown>();
  readonly #nonces: ReadonlyMap<string, number>;

  constructor(parent?: WorldState, operation?: Operation, effect: Effect = EMPTY) {
    this.parent = parent;
    this.operation = operation;
    this.effect = effect;
    this.depth = parent === undefined ? 0 : parent.depth + 1;
    const nonces = new Map(parent?.nonces);
    if (operation !== undefined)
      nonces.set(operation.from, this.nonceOf(operation.from, parent) + 1);
    this.#nonces = nonces;
  }

  get nonces(): ReadonlyMap<string, number> {
    return this.#nonces;
  }

  nonceOf(account: string, state: WorldState | undefined = this): number {
    return state?.nonces.get(account) ?? 0;
  }
}

interface Place {
  readonly state: WorldState;
  snapshot: string;
  readonly block: string;
}

type Chain = Awaited<ReturnType<typeof openChain>>;

/**
 * Executes contracts, on one chain in this process that holds a base. Answers are a function of the operations so far,
 * so that each state, and each question about it, costs only once.
 */
export class World {
  /** After a base and a DAO. */
  readonly root: WorldState;
  /** Stands for the transactions that made them. */
  readonly origin: string;
  readonly base: BaseResult;
  /** A DAO that is there already. */
  readonly dao: DaoResult;
  readonly release: ArcRelease;
  readonly #chain: Chain;
  /** The state that the chain is in, with a snapshot and the block of each on the way there. */
  #path: Place[] = [];
  #turn: Promise<unknown> = Promise.resolve();
  executed = 0;
  asked = 0;

  static async open(): Promise<World> {
    const chain = await openChain({
      accounts: [...accountsOf(TEST_MNEMONIC), ...accountsOf(DEMO_MNEMONIC)],
      throwOnTransactionFailures: false,
      allowBlocksWithSameTimestamp: true,
    });
    const projectRoot = process.cwd();
    const prepared = await prepareMigration({ sections: ["base"], projectRoot }, "private", {});
    const deployer = await DirectDeployer.create({ provider: chain.provider, inProcess: true });
    const { base } = await runMigration(deployer, prepared, {});
    const ofDao = {
      sections: ["dao"],
      projectRoot,
      params: parametersOf(true, "Lived in"),
    } as const;
    const { dao } = await runMigration(
      deployer,
      await prepareMigration(ofDao, "private", { base }),
      { base },
    );
    if (base === undefined || dao === undefined) throw new Error("There is no DAO.");
    const registry = prepared.release.artifact("DAORegistry");
    await deployer.send(
      "hand over",
      { artifact: registry, address: base.DAORegistry },
      "transferOwnership",
      [DEPLOYER.address],
    );
    const token = { artifact: prepared.release.artifact("DAOToken"), address: base.DAOToken };
    for (const { address } of walletsOf(DEMO_MNEMONIC))
      await deployer.send("stakes", token, "mint", [address, 10n ** 21n]);
    const logs = (await chain.provider.request({
      method: "eth_getLogs",
      params: [{ fromBlock: "0x0" }],
    })) as readonly WorldLog[];
    const root = new WorldState(undefined, undefined, { ...EMPTY, logs: logs.map(logOf) });
    const call = { to: base.ControllerCreator, data: "0x", value: 0n };
    const terms = { type: 0, gasPrice: 1n, chainId: 1, nonce: 0, gasLimit: 1n } as const;
    const origin = await WALLETS[0]!.signTransaction({ ...terms, ...call });
    const world = new World(chain, { base, dao, release: prepared.release, root, origin });
    await world.#arrive(world.root);
    return world;
  }

  private constructor(
    chain: Chain,
    given: Pick<World, "base" | "dao" | "release" | "root" | "origin">,
  ) {
    this.#chain = chain;
    this.base = given.base;
    this.dao = given.dao;
    this.release = given.release;
    this.root = given.root;
    this.origin = given.origin;
  }

  async close(): Promise<void> {
    await this.#chain.close();
  }

  /** The state after one more operation. */
  async after(state: WorldState, operation: Operation): Promise<WorldState> {
    const { from, to, data, isEmpty = false } = operation;
    const key = isEmpty ? `${from} -` : `${from} ${to ?? ""} ${data}`;
    const known = state.children.get(key);
    if (known !== undefined) return known;
    return await this.#inTurn(async () => {
      await this.#goTo(state);
      const effect = await this.#execute(operation);
      const next = new WorldState(state, operation, effect);
      state.children.set(key, next);
      await this.#arrive(next);
      return next;
    });
  }

  /** What a node with this state answers. */
  async ask(state: WorldState, method: string, params: readonly unknown[]): Promise<unknown> {
    const key = `${method} ${JSON.stringify(params)}`;
    if (!state.answers.has(key)) {
      const answer = await this.#inTurn(async () => {
        this.asked++;
        const block = await this.#blockOf(state);
        return await this.#request(method, [...params, block]).then(
          (value) => ({ value }),
          (error: unknown) => ({ error: error as Error }),
        );
      });
      state.answers.set(key, answer);
    }
    const { value, error } = state.answers.get(key) as { value?: unknown; error?: Error };
    if (error !== undefined) throw error;
    return value;
  }

  async #inTurn<Result>(act: () => Promise<Result>): Promise<Result> {
    const turn = this.#turn.then(act);
    this.#turn = turn.catch(() => {});
    return await turn;
  }

  async #blockOf(state: WorldState): Promise<string> {
    if (!this.#path.some((place) => place.state === state)) await this.#goTo(state);
    return this.#path.find((place) => place.state === state)!.block;
  }

  async #goTo(state: WorldState): Promise<void> {
    const wanted: WorldState[] = [];
    for (let each: WorldState | undefined = state; each !== undefined; each = each.parent)
      wanted.unshift(each);
    let common = 0;
    while (this.#path[common]?.state === wanted[common] && common < wanted.length) common++;
    const last = this.#path[common - 1]!;
    if (this.#path.length > common) {
      await this.#request("evm_revert", [last.snapshot]);
      last.snapshot = await this.#snapshot();
      this.#path = this.#path.slice(0, common);
    }
    for (const next of wanted.slice(common)) {
      await this.#execute(next.operation!);
      await this.#arrive(next);
    }
  }

  async #arrive(state: WorldState): Promise<void> {
    const block = (await this.#request("eth_blockNumber", [])) as string;
    this.#path.push({ state, snapshot: await this.#snapshot(), block });
  }

  async #snapshot(): Promise<string> {
    return (await this.#request("evm_snapshot", [])) as string;
  }

  async #execute({ from, to, data, isEmpty = false }: Operation): Promise<Effect> {
    this.executed++;
    const nonce = Number(await this.#request("eth_getTransactionCount", [from, "latest"]));
    if (isEmpty) {
      await this.#request("hardhat_setNonce", [from, `0x${(nonce + 1).toString(16)}`]);
      return EMPTY;
    }
    const transaction = {
      from,
      ...(to !== undefined && { to }),
      data,
      gas: "0xf42400",
      gasPrice: "0x2540be400",
    };
    const hash = await this.#request("eth_sendTransaction", [transaction]);
    const receipt = (await this.#request("eth_getTransactionReceipt", [hash])) as {
      readonly status: string;
      readonly gasUsed: string;
      readonly logs: readonly WorldLog[];
    };
    return {
      ok: receipt.status === "0x1",
      gasUsed: BigInt(receipt.gasUsed),
      logs: receipt.logs.map(logOf),
      ...(to === undefined && { contractAddress: getCreateAddress({ from, nonce }).toLowerCase() }),
    };
  }

  async #request(method: string, params: unknown[]): Promise<unknown> {
    // Hardhat keeps the machine's time and files.
    return await running.exit(
      async (): Promise<unknown> => await this.#chain.provider.request({ method, params }),
    );
  }
}
