import type { BaseFixtureOptions, DaoFixtureOptions } from "../../fixtures/definition.js";
import type { FixtureLoader } from "../../fixtures/loader.js";
import type { NoContracts } from "../../fixtures/contract-types.js";
import type { BaseFixture, DaoFixture } from "../../fixtures/types.js";
import type { FixtureConnection } from "../../fixtures/connection.js";

/** A migrated DAO on a network connection: `connection.dao`. Nothing is loaded before it is used. */
export class DaoHelper {
  readonly #connection: FixtureConnection;
  #loader: Promise<FixtureLoader> | undefined;

  constructor(connection: FixtureConnection) {
    this.#connection = connection;
  }

  /**
   * Migrates base, DAO and demo test the first time, and restores the chain as it was then every
   * other time. Other options start from the same state of the chain as the first.
   */
  async load<CustomSchemes = NoContracts, StandAloneContracts = NoContracts>(
    options: DaoFixtureOptions = {},
  ): Promise<DaoFixture<CustomSchemes, StandAloneContracts>> {
    const { defineDaoFixture } = await import("../../fixtures/define.js");
    return await (
      await this.#open()
    ).load(defineDaoFixture<CustomSchemes, StandAloneContracts>(options));
  }

  /** As `load`, with the universal contracts alone. */
  async loadBase(options: BaseFixtureOptions = {}): Promise<BaseFixture> {
    const { defineBaseFixture } = await import("../../fixtures/define.js");
    return await (await this.#open()).load(defineBaseFixture(options));
  }

  async #open(): Promise<FixtureLoader> {
    this.#loader ??= import("../../fixtures/loader.js").then(
      ({ FixtureLoader }) => new FixtureLoader(this.#connection),
    );
    return await this.#loader;
  }
}
