import { parseEther, toBeHex, zeroPadValue, ZeroAddress, type Interface } from "ethers";
import type { NetworkConnection } from "hardhat/types/network";

import { defineDaoFixture } from "../../fixtures/index.js";
import { withConnection } from "../fixtures/project.js";
import { Random, randomParameters } from "./random-parameters.js";

type Fixture = Awaited<ReturnType<ReturnType<typeof defineDaoFixture>>>;

/** A DAO with random parameters, and what happens to it. */
export interface RandomDao {
  readonly connection: NetworkConnection;
  readonly avatar: string;
  readonly fixture: Fixture;
  /** Lets random things happen; those that contracts refuse happen, too, and change nothing. */
  readonly live: (deeds: number) => Promise<void>;
  /** What happened, a line each. */
  readonly past: readonly string[];
}

export async function withRandomDao<Result>(
  version: string,
  seed: number,
  run: (dao: RandomDao) => Promise<Result>,
): Promise<Result> {
  return await withConnection(async (connection) => {
    const random = new Random(seed + Number(version.replace(/\D/g, "")) * 7919);
    const accounts = (await connection.provider.request({ method: "eth_accounts" })) as string[];
    const params = await randomParameters(version, seed, random, accounts);
    const fixture = await defineDaoFixture({ arcVersion: version, params, demo: false })(
      connection,
    );
    const past: string[] = [];
    const life = new Life(connection, fixture, random);
    return await run({
      connection,
      avatar: await fixture.dao.avatar.getAddress(),
      fixture,
      past,
      live: async (deeds) => {
        for (let count = 0; count < deeds; count++) past.push(await life.next());
      },
    });
  });
}

/** How many values a contract takes at once. */
function lengthOf({ interface: abi }: { readonly interface: Interface }, name: string): number {
  const input = abi.getFunction("setParameters")!.inputs.find((each) => each.name === name);
  return input?.arrayLength ?? 0;
}

/** Random things that happen to a DAO. */
class Life {
  readonly #connection: NetworkConnection;
  readonly #fixture: Fixture;
  readonly #random: Random;
  readonly #proposals: string[] = [];
  /** The proposals that are not known to be decided. */
  #open: readonly string[] = [];
  /** Accounts with keys that were proposed as schemes. */
  readonly #schemes: string[] = [];

  constructor(connection: NetworkConnection, fixture: Fixture, random: Random) {
    this.#connection = connection;
    this.#fixture = fixture;
    this.#random = random;
  }

  /** Lets one thing happen, and says what, and whether a contract refused it. */
  async next(): Promise<string> {
    const deeds = this.#deeds();
    const name = this.#random.of(Object.keys(deeds));
    try {
      await deeds[name]!();
      return name;
    } catch (error) {
      const { message } = error as Error;
      if (message.includes("is decided"))
        this.#open = this.#open.filter((id) => !message.includes(id));
      return `${name} is refused: ${message.slice(0, 400)}`;
    }
  }

  #deeds(): Readonly<Record<string, () => Promise<unknown>>> {
    const { governance } = this.#fixture;
    const random = this.#random;
    const deeds: Record<string, () => Promise<unknown>> = {
      propose: async () => await this.#propose(),
      "send ether": async () => await this.#pay(),
      "transfer tokens": async () => await this.#transfer(),
    };
    if (this.#schemes.length > 0) deeds["act as a scheme"] = async () => await this.#actAsScheme();
    if (this.#proposals.length === 0) return deeds;
    const from = this.#account();
    const proposal = random.of(this.#open.length > 0 ? this.#open : this.#proposals);
    const pass = async () => await governance.pass(proposal, { mustSucceed: false });
    return {
      ...deeds,
      vote: async () => await governance.vote(proposal, random.of(["yes", "no"]), { from }),
      "vote yes": async () => await governance.vote(proposal, "yes", { from }),
      stake: async () =>
        await governance.stake(proposal, random.of(["yes", "no"]), {
          from,
          amount: random.amount(50),
        }),
      boost: async () => await governance.boost(proposal),
      pass,
      "pass by votes": pass,
      "pass time": async () => await (random.chance(0.3) ? governance.passTime(proposal) : pass()),
      redeem: async () => await governance.redeem(random.of(this.#proposals)),
      "redeem for one": async () => await governance.redeem(random.of(this.#proposals), from),
    };
  }

  #account(): string {
    const { accounts } = this.#fixture;
    return String(this.#random.of(accounts.slice(0, 8)).address);
  }

  async #propose(): Promise<void> {
    const { governance } = this.#fixture;
    const random = this.#random;
    const anyone = random.chance(0.7) ? this.#account() : random.address();
    const from = this.#account();
    const made = await random.of([
      async () =>
        await governance.proposeReward({
          beneficiary: anyone,
          from,
          reputation: random.amount(300) * (random.chance(0.25) ? -1n : 1n),
          tokens: random.chance(0.5) ? random.amount(100) : 0n,
          ether: random.chance(0.5) ? random.amount(2) : 0n,
          periods: BigInt(1 + random.below(3)),
          periodLength: BigInt(random.below(1000)),
        }),
      async () => {
        const permissions = zeroPadValue(toBeHex(random.below(32)), 4);
        this.#schemes.push(anyone);
        return await governance.proposeScheme({ scheme: anyone, permissions, from });
      },
      async () => {
        const { schemes } = this.#fixture.dao;
        const [name] = [random.of(["contributionReward", "upgradeScheme", "schemeRegistrar"])];
        const known = random.chance(0.5) ? schemes[name as "upgradeScheme"] : undefined;
        const scheme = known ?? random.of([...this.#schemes, anyone]);
        return await governance.proposeSchemeRemoval({ scheme, from });
      },
      async () => {
        const { machine, hash } = await this.#otherRules();
        const { contributionReward, schemeRegistrar } = this.#fixture.dao.schemes;
        const [scheme, permissions] = random.of([
          [contributionReward, "0x00000001"],
          [schemeRegistrar, "0x0000001f"],
        ] as const);
        const values = { intVote: machine, hash };
        const paramsHash = await this.#setParameters(scheme, (name) =>
          name === "_intVote" ? values.intVote : values.hash,
        );
        return await governance.proposeScheme({ scheme: scheme, paramsHash, permissions, from });
      },
      async () => {
        const { tokenCapGC } = this.#fixture.base;
        const cap = [
          await this.#fixture.dao.nativeToken.getAddress(),
          random.amount(5000),
        ] as const;
        const paramsHash = await tokenCapGC.getParametersHash(...cap);
        await tokenCapGC.setParameters(...cap);
        return await governance.proposeGlobalConstraint({
          constraint: tokenCapGC,
          paramsHash,
          from,
        });
      },
    ])();
    this.#proposals.push(made.id);
    this.#open = [...this.#open, made.id];
  }

  /** Rules that no scheme has yet, in one of the voting machines. */
  async #otherRules(): Promise<{ readonly machine: string; readonly hash: string }> {
    const random = this.#random;
    const { genesisProtocol, absoluteVote } = this.#fixture.base;
    const isQueue = absoluteVote === undefined || random.chance(0.6);
    const machine = isQueue ? genesisProtocol : absoluteVote;
    const percent = BigInt(isQueue ? 50 + random.below(50) : 1 + random.below(100));
    const usual = [percent, 5000n, 1000n, 500n, 2000n, 300n, 0n, 1n, parseEther("1"), 10n, 0n];
    const count = isQueue ? lengthOf(machine, "_params") : 0;
    // Up to alpha.58, in another order.
    const old = [
      percent,
      5000n,
      1000n,
      2n,
      1n,
      0n,
      300n,
      0n,
      1n,
      1n,
      1n,
      10n,
      10n,
      parseEther("1"),
    ];
    const params = count === usual.length ? usual : old.slice(0, count);
    const hash = await this.#setParameters(machine, (name) =>
      name === "_params"
        ? params
        : name === "_precReq"
          ? percent
          : name === "_allowOwner"
            ? false
            : ZeroAddress,
    );
    return { machine: await machine.getAddress(), hash };
  }

  /** Stores parameters in a contract, and returns their hash. */
  async #setParameters(
    contract: { readonly interface: Interface; getAddress(): Promise<string> },
    valueOf: (name: string) => unknown,
  ): Promise<string> {
    const { inputs } = contract.interface.getFunction("setParameters")!;
    const data = contract.interface.encodeFunctionData(
      "setParameters",
      inputs.map(({ name }) => valueOf(name)),
    );
    const call = { from: this.#account(), to: await contract.getAddress(), data };
    const params = [call, "latest"];
    const hash: unknown = await this.#connection.provider.request({ method: "eth_call", params });
    await this.#send(call);
    return String(hash);
  }

  async #pay(): Promise<void> {
    const [from, to] = [this.#account(), await this.#fixture.dao.avatar.getAddress()];
    await this.#send({ from, to, value: toBeHex(this.#random.amount(3)) });
  }

  async #transfer(): Promise<void> {
    const random = this.#random;
    const { dao, base } = this.#fixture;
    const token = random.of([dao.nativeToken, base.daoToken]);
    const to = random.chance(0.4) ? await dao.avatar.getAddress() : this.#account();
    const args = [to, random.amount(20)];
    const data = token.interface.encodeFunctionData("transfer", args as [string, bigint]);
    await this.#send({ from: this.#account(), to: await token.getAddress(), data });
  }

  /** An account that may have permissions uses them for all that they may be good for. */
  async #actAsScheme(): Promise<void> {
    const random = this.#random;
    const { controller, avatar } = this.#fixture.dao;
    const at = await avatar.getAddress();
    const [from, to] = [random.of(this.#schemes), this.#account()];
    const [name, args] = random.of([
      ["mintReputation", [random.amount(100), to, at]],
      ["burnReputation", [random.amount(10), to, at]],
      ["mintTokens", [random.amount(100), to, at]],
      [
        "registerScheme",
        [to, zeroPadValue("0x", 32), zeroPadValue(toBeHex(random.below(32)), 4), at],
      ],
      ["unregisterScheme", [random.of([...this.#schemes, to]), at]],
      ["unregisterSelf", [at]],
    ] as const);
    const data = controller.interface.encodeFunctionData(name as "mintTokens", args as never);
    await this.#send({ from, to: await controller.getAddress(), data });
    if (name === "registerScheme") this.#schemes.push(to);
  }

  async #send(transaction: object): Promise<void> {
    await this.#connection.provider.request({
      method: "eth_sendTransaction",
      params: [transaction],
    });
  }
}
