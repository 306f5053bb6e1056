import { AsyncLocalStorage } from "node:async_hooks";

/** The helpers of hardhat-network-helpers, if a project has it. */
export interface WithNetworkHelpers {
  readonly networkHelpers?: Helpers;
}

interface Helpers {
  loadFixture: (fixture: never) => Promise<unknown>;
  clearSnapshots(): void;
}

/** The connection on which a fixture is running. */
const running = new AsyncLocalStorage<object>();

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
  const { networkHelpers } = connection as WithNetworkHelpers;
  if (networkHelpers !== undefined) return watch(connection, networkHelpers);
  // They come later if the project lists their plugin after this one.
  Object.defineProperty(connection, "networkHelpers", {
    configurable: true,
    enumerable: true,
    set(value: Helpers) {
      Object.defineProperty(connection, "networkHelpers", { value, writable: true });
      watch(connection, value);
    },
  });
}

function watch(connection: object, helpers: Helpers): void {
  const { loadFixture } = helpers;
  helpers.loadFixture = async (fixture) =>
    await asFixture(connection, async () => await loadFixture.call(helpers, fixture));
}
