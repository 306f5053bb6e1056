import { AsyncLocalStorage } from "node:async_hooks";

/** The helpers of hardhat-network-helpers, if a project has it. */
export interface WithNetworkHelpers {
  readonly networkHelpers?: {
    loadFixture: (fixture: never) => Promise<unknown>;
    clearSnapshots(): void;
  };
}

/** The connection on which a fixture is running. */
const running = new AsyncLocalStorage<object>();
const watched = new WeakSet<object>();

/** Whether this is called, however indirectly, by a fixture that is being loaded on a connection. */
export function isInFixture(connection: object): boolean {
  return running.getStore() === connection;
}

/** Loads a fixture on a connection, which then is known as running. */
export function asFixture<Result>(
  connection: object,
  load: () => Promise<Result>,
): Promise<Result> {
  return running.run(connection, load);
}

/** Makes those that `networkHelpers.loadFixture` loads known, too. */
export function watchLoadFixture(connection: object): void {
  const { networkHelpers: helpers } = connection as WithNetworkHelpers;
  if (helpers === undefined || watched.has(helpers)) return;
  watched.add(helpers);
  const { loadFixture } = helpers;
  helpers.loadFixture = async (fixture) =>
    await asFixture(connection, async () => await loadFixture.call(helpers, fixture));
}
