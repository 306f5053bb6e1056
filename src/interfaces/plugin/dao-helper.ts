import type { NetworkConnection } from "hardhat/types/network";

import type { BaseFixtureOptions, DaoFixtureOptions } from "../../../fixtures/fixture-migration.js";
import type { FixtureLoader } from "../../../fixtures/fixture-loader.js";
import type { NamedContracts, NoContracts } from "../../../fixtures/contract-types.js";
import type { BaseFixture, DaoFixture } from "../../../fixtures/types.js";

/** `connection.dao`: a migrated DAO on a network connection. Loads everything on first use. */
export class DaoHelper {
  readonly #connection: NetworkConnection;
  #loader: Promise<FixtureLoader<NetworkConnection>> | undefined;

  constructor(connection: NetworkConnection) {
    this.#connection = connection;
  }

  /**
   * Migrates base, DAO and demo test the first time; later calls restore the chain to the state after that. With other
   * options, the migration starts from the same initial state of the chain.
   * @example
   * const { dao, governance } = await connection.dao.load({ params: "grants.json" });
   */
  async load<
    CustomSchemes extends NamedContracts<CustomSchemes> = NoContracts,
    StandAloneContracts extends NamedContracts<StandAloneContracts> = NoContracts,
  >(options?: DaoFixtureOptions): Promise<DaoFixture<CustomSchemes, StandAloneContracts>>;
  /**
   * Runs a fixture the first time; later calls restore the chain to the state after that. Accepts fixtures of this
   * package, including those for viem, and your own functions. All start from the same initial state of the chain.
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
    const { defineDaoFixture } = await import("../../../fixtures/ethers-fixtures.js");
    return await loader.load(defineDaoFixture(wanted));
  }

  /** Like `load`, with only the universal contracts. */
  async loadBase(options: BaseFixtureOptions = {}): Promise<BaseFixture> {
    const { defineBaseFixture } = await import("../../../fixtures/ethers-fixtures.js");
    return await (await this.#open()).load(defineBaseFixture(options));
  }

  async #open(): Promise<FixtureLoader<NetworkConnection>> {
    this.#loader ??= import("../../../fixtures/fixture-loader.js").then(
      (loaded) => new loaded.FixtureLoader<NetworkConnection>(this.#connection),
    );
    return await this.#loader;
  }
}
