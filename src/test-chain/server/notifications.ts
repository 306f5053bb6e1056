import type { ServedProvider } from "../options.js";

/** An event of a subscription. */
export interface Notification {
  readonly subscription: string;
  readonly result: unknown;
}

type Listener = (notification: Notification) => void;

/** Passes a chain's events to any number of listeners. Node would warn about more than ten on the chain itself. */
export class Notifications {
  readonly #provider: ServedProvider;
  readonly #listeners = new Set<Listener>();
  readonly #tell = (notification: Notification): void => {
    for (const listener of this.#listeners) listener(notification);
  };

  constructor(provider: ServedProvider) {
    this.#provider = provider;
    provider.on("notification", this.#tell);
  }

  add(listener: Listener): void {
    this.#listeners.add(listener);
  }

  remove(listener: Listener): void {
    this.#listeners.delete(listener);
  }

  end(): void {
    this.#provider.off("notification", this.#tell);
  }
}
