/** What fixtures on a connection take where their own options say nothing. */
export interface ConnectionDefaults {
  /** Paths are relative to it. */
  readonly projectRoot: string;
  readonly arcVersion?: string | undefined;
  readonly params?: string | undefined;
  readonly customAbis?: string | undefined;
}

const defaults = new WeakMap<object, ConnectionDefaults>();

/** Notes what is known of a connection; fixtures are given the connection and nothing else. */
export function setConnectionDefaults(connection: object, values: ConnectionDefaults): void {
  defaults.set(connection, values);
}

/** Undefined where the project does not use the plugin. */
export function connectionDefaults(connection: object): ConnectionDefaults | undefined {
  return defaults.get(connection);
}
