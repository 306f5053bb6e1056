import type { NetworkConnection } from "hardhat/types/network";

import type { BaseFixtureOptions, DaoFixtureOptions } from "../../fixtures/definition.js";
import type { FixtureLoader } from "../../fixtures/loader.js";
import type { NoContracts } from "../../fixtures/contract-types.js";
import type { BaseFixture, DaoFixture } from "../../fixtures/types.js";

/** A migrated DAO on a network connection: `connection.dao`. Nothing is loaded before it is used. */
export class DaoHelper {
  readonly #connection: NetworkConnection;
  #loader: Promise<FixtureLoader<NetworkConnection>> | undefined;

  constructor(connection: NetworkConnection) {
    this.#connection = connection;
  }

  /**
   * Migrates base, DAO and demo test the first time, and restores the chain as it was then every
   * other time. Other options start from the same state of the chain as the first.
   * @example
   * const { dao, governance } = await connection.dao.load({ params: "grants.json" });
   */
  async load<CustomSchemes = NoContracts, StandAloneContracts = NoContracts>(
    options?: DaoFixtureOptions,
  ): Promise<DaoFixture<CustomSchemes, StandAloneContracts>>;
  /**
   * Makes a fixture the first time, and restores the chain as it was then every other time: one of this
   * package, also those for viem, or a function of your own. All start from the same state of the chain.
   * @throws MigrationError inside another fixture, and for a function without a name
   * @example
   * const { dao } = await connection.dao.load(fundedDao);
   */
  async load<Contents>(
    fixture: (connection: NetworkConnection) => Promise<Contents>,
  ): Promise<Contents>;
  async load(
    wanted: DaoFixtureOptions | ((connection: NetworkConnection) => Promise<unknown>) = {},
  ): Promise<unknown> {
    const loader = await this.#open();
    if (typeof wanted === "function") return await loader.load(wanted);
    const { defineDaoFixture } = await import("../../fixtures/define.js");
    return await loader.load(defineDaoFixture(wanted));
  }

  /** As `load`, with the universal contracts alone. */
  async loadBase(options: BaseFixtureOptions = {}): Promise<BaseFixture> {
    const { defineBaseFixture } = await import("../../fixtures/define.js");
    return await (await this.#open()).load(defineBaseFixture(options));
  }

  async #open(): Promise<FixtureLoader<NetworkConnection>> {
    this.#loader ??= import("../../fixtures/loader.js").then(
      (loaded) => new loaded.FixtureLoader<NetworkConnection>(this.#connection),
    );
    return await this.#loader;
  }
}
