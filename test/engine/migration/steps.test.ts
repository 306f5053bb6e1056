import { Result } from "ethers";

import type { Contract, Deployer } from "../../../src/engine/migration/deployer.js";
import { migrateBase } from "../../../src/engine/migration/base.js";
import { migrateDao } from "../../../src/engine/migration/dao.js";
import { migrateDemoTest } from "../../../src/engine/migration/demo-test.js";
import { prepareContracts } from "../../../src/engine/migration/prepare-contracts.js";
import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import type { MigrationParameters } from "../../../src/foundation/params/file/migration-parameters.js";
import type { BaseResult } from "../../../src/foundation/result/result.js";
import { ALL_SCHEMES, GENESIS_PROTOCOL } from "../../foundation/params/support.js";
import { expectGoldenCases } from "../../golden.js";
import { withDeployer } from "../../simulated-chain.js";
import { resolved, SMALL_DAO, withBase } from "./with-base.js";

const TARGET = `0x${"81".repeat(20)}`;
const MACHINE = `0x${"80".repeat(20)}`;
const CALLS = {
  name: "GenericScheme",
  fromArc: true,
  params: ["GenesisProtocolAddress", { voteParams: 0 }, TARGET],
  permissions: "0x0000001F",
};
const COMPETITION = {
  name: "Competition",
  fromArc: true,
  fromFactory: true,
  params: ["GenesisProtocolAddress", 1, Array<number>(11).fill(0), `0x${"00".repeat(20)}`],
  permissions: "0x00000000",
};
const OTHER_VOTES = { ...GENESIS_PROTOCOL, boostedVotePeriodLimit: 700 };
const BUILT_IN = {
  VotingMachinesParams: [GENESIS_PROTOCOL, OTHER_VOTES],
  schemes: ALL_SCHEMES,
  SchemeRegistrar: { voteRegisterParams: 0, voteRemoveParams: 1 },
  ContributionReward: { voteParams: 1 },
  GenericScheme: [
    { targetContract: { StandAloneContract: 0 }, votingMachine: MACHINE },
    { targetContract: TARGET },
  ],
  GlobalConstraintRegistrar: {},
  UpgradeScheme: { voteParams: 1 },
  StandAloneContracts: [{ name: "Wallet", alias: "Safe", fromArc: true }],
};
const CONTRACTS = (base: BaseResult): MigrationParameters => ({
  StandAloneContracts: [
    { name: "ContributionRewardExt", fromArc: true },
    { name: "Competition", fromArc: true, params: [{ StandAloneContract: 0 }] },
    {
      ...{ name: "DAOToken", fromArc: true, constructor: true, params: ["Gem", "GEM", 5] },
      runFunctions: [
        { functionName: "transferOwnership", params: ["AvatarAddress"] },
        { functionName: "approve", params: [{ StandAloneContract: 2 }, 1] },
      ],
    },
    { name: "Reputation", fromArc: true, constructor: true },
    { name: "GenericScheme", fromArc: true },
  ],
  CustomSchemes: [
    { ...CALLS, alias: "Calls" },
    { ...CALLS, address: { StandAloneContract: 4 } },
    {
      ...{ name: "VoteInOrganizationScheme", fromArc: true, isUniversal: true },
      ...{ address: base.VoteInOrganizationScheme, permissions: "0x00000010" },
      params: [{ voteParams: 0 }, "GenesisProtocolAddress"],
    },
    {
      ...{ name: "ReputationAdmin", fromArc: true, params: [0, 1, 2], permissions: "0x00000000" },
      runFunctions: [{ functionName: "transferOwnership", params: ["AvatarAddress"] }],
    },
    { name: "Wallet", fromArc: true, permissions: "0x00000000" },
    COMPETITION,
    { ...COMPETITION, schemeName: "Competition", arcVersion: "rc.56" },
  ],
});

/** Writes down the steps of a deployer: what is called, by whom, and what other steps wait for. */
class Steps {
  readonly deployer: Deployer;
  readonly #lines: (() => string)[] = [];
  readonly #names = new Map<string, string>();
  #made = 0;

  constructor(deployer: Deployer, canMoveClock = deployer.canMoveClock) {
    for (const [index, account] of deployer.testAccounts.entries())
      this.#names.set(account, `account ${index}`);
    this.#names.set(deployer.account, "deployer");
    this.deployer = new Proxy(deployer, {
      get: (target, key) => {
        if (key === "canMoveClock") return canMoveClock;
        const value: unknown = Reflect.get(target, key, target);
        if (typeof value !== "function") return value;
        return async (...args: readonly unknown[]) => {
          this.#note(key as keyof Deployer, args);
          const result = (await Reflect.apply(value, target, args)) as unknown;
          if (key === "deploy") {
            const { artifact, address } = result as Contract;
            this.#made += 1;
            this.#names.set(address, `${artifact.contractName} ${this.#made}`);
          }
          return result;
        };
      },
    });
  }

  /** The steps, and what was made, with names in place of addresses. */
  text(result: object, names: object = {}): string {
    for (const [name, address] of Object.entries({ ...names, ...result }))
      if (String(address).startsWith("0x")) this.#names.set(String(address), name);
    const made = Object.entries(result).flatMap(([name, value]: [string, unknown]) =>
      Array.isArray(value)
        ? value.map((each, index) => `  ${name}[${index}]: ${this.#shown(each)}`)
        : [`  ${name}: ${this.#shown(value)}`],
    );
    return [...this.#lines.map((line) => line()), "made:", ...made].join("\n");
  }

  #note(key: keyof Deployer, args: readonly unknown[]): void {
    const [step, contract, selector, values = [], options = {}] = args as Parameters<
      Deployer["send"]
    >;
    if (key === "send" || key === "sendForLogs") {
      const name = typeof selector === "string" ? selector : selector.name;
      const { from, ...others } = options;
      this.#lines.push(() => {
        const more = Object.entries({ ...(from && { from }), ...others });
        const told = more.map(([what, value]) => `, ${what} ${this.#shown(value)}`).join("");
        return `${step}: ${this.#shown(contract.address)}.${name}(${this.#listed(values)})${told}`;
      });
    } else if (key === "deploy") {
      const { contractName } = args[1] as Contract["artifact"];
      const given = (args[2] ?? []) as readonly unknown[];
      this.#lines.push(() => `${step}: deploy ${contractName}(${this.#listed(given)})`);
    } else if (key === "increaseTime" || key === "fundTestAccounts") {
      this.#lines.push(() => `${step}: ${key} ${this.#shown(args[1])}`);
    }
  }

  #listed(values: readonly unknown[]): string {
    return values.map((value) => this.#shown(value)).join(", ");
  }

  #shown(value: unknown): string {
    if (Array.isArray(value) && !(value instanceof Result) && value.length > 12)
      return `[${value.length} of ${this.#shown(value[0])}]`;
    if (Array.isArray(value)) return `[${this.#listed(value)}]`;
    if (typeof value === "object" && value !== null)
      return Object.entries(value)
        .map(([name, each]) => `${name} ${this.#shown(each)}`)
        .join(", ");
    const text = String(value);
    return this.#names.get(text) ?? text.replace(/^(0x.{8}).{56}$/, "$1…");
  }
}

/** The steps of a DAO on a base. */
async function dao(
  version: string,
  file: (base: BaseResult) => MigrationParameters,
  times = 1,
): Promise<string> {
  return await withBase(version, async ({ deployer, base }) => {
    const { artifacts, parameters } = await resolved({ ...SMALL_DAO, ...file(base) }, version);
    const texts = [];
    for (let time = 0; time < times; time++) {
      const steps = new Steps(deployer);
      const made = await migrateDao(steps.deployer, artifacts, base, parameters);
      texts.push(steps.text(made, base));
    }
    return texts.join("\nonce more:\n");
  });
}

async function base(chainId?: number): Promise<string> {
  return await withDeployer(
    async (deployer) => {
      const steps = new Steps(deployer);
      return steps.text(await migrateBase(steps.deployer, await openArcRelease("rc.57")));
    },
    chainId === undefined ? {} : { chainId },
  );
}

async function demo(canMoveClock: boolean): Promise<string> {
  return await withBase("rc.57", async ({ deployer, release, base }) => {
    const steps = new Steps(deployer, canMoveClock);
    return steps.text(await migrateDemoTest(steps.deployer, release, base), base);
  });
}

/** The steps where a change finds one of each kind of contract. */
async function kept(): Promise<string> {
  return await withBase("rc.57", async ({ deployer, base }) => {
    const file = { ...SMALL_DAO, ...BUILT_IN, ...CONTRACTS(base) };
    const GenericScheme = { targetContract: TARGET };
    const { artifacts, parameters } = await resolved({ ...file, GenericScheme }, "rc.57");
    const steps = new Steps(deployer);
    const there = (name: string) => ({
      ...{ name, address: TARGET, arcVersion: "0.0.1-rc.43" },
      ...{ permissions: "0x00000010", paramsHash: `0x${"ab".repeat(32)}` },
    });
    const avatar = `0x${"10".repeat(20)}`;
    const made = await prepareContracts(
      { deployer: steps.deployer, step: "change", artifacts, base, parameters },
      { avatar, token: base.DAOToken, reputation: TARGET },
      {
        schemes: new Map([2, 5, 7, 8, 9, 10, 11].map((place) => [place, there("Kept")])),
        standAlone: new Map([0, 2, 3, 4].map((place) => [place, there("There")])),
      },
    );
    return steps.text(made, { ...base, Avatar: avatar });
  });
}

describe("the steps of a migration, by which a journal is resumed", () => {
  it("are these", async () => {
    const founders = Array.from({ length: 21 }, (_, index) => ({
      address: `0x${String(index + 10).repeat(20)}`,
      tokens: index + 1,
    }));
    const alone = { useDaoCreator: false, unregisterOwner: true };
    expectGoldenCases(import.meta.dirname, "steps.txt", {
      "the base": await base(),
      "the base on mainnet": await base(1),
      "built-in schemes through DaoCreator, and again": await dao("rc.57", () => BUILT_IN, 2),
      "stand-alone contracts and custom schemes": await dao("rc.57", CONTRACTS),
      "21 founders": await dao("rc.57", () => ({ founders })),
      "built-in schemes, contract by contract": await dao("rc.57", () => ({
        ...BUILT_IN,
        ...alone,
      })),
      "under the universal controller": await dao("rc.33", () => ({
        ...{ ...BUILT_IN, ...alone },
        useUController: true,
      })),
      "through DaoCreator, under the universal controller": await dao("rc.33", () => ({
        useUController: true,
      })),
      "untracked, and the deploying account stays": await dao("rc.57", () => ({
        ...{ useDaoCreator: false, unregisterOwner: false, noTrack: true },
      })),
      "a change that finds contracts": await kept(),
      "the demo test": await demo(true),
      "the demo test where the clock cannot be moved": await demo(false),
    });
  });
});
