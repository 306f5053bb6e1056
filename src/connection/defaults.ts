/** Defaults for the options of fixtures on a connection. */
export interface ConnectionDefaults {
  /** Paths are relative to it. */
  readonly projectRoot: string;
  readonly arcVersion?: string | undefined;
  readonly params?: string | undefined;
  readonly customAbis?: string | undefined;
  /** Avatars of DAOs that live, by the name of the network that forks their chain. */
  readonly avatars?: Readonly<Record<string, string>> | undefined;
  /** Whether reverts in contracts of Arc show file and line. */
  readonly stackTraces?: boolean | undefined;
  /** Whether Hardhat makes something of the names of contracts: a gas report, or traces of calls. */
  readonly namesContracts?: boolean | undefined;
}

const defaults = new WeakMap<object, ConnectionDefaults>();

/** Stores the defaults of a connection, because fixtures only receive the connection. */
export function setConnectionDefaults(connection: object, values: ConnectionDefaults): void {
  defaults.set(connection, values);
}

/** Undefined if the project does not use the plugin. */
export function connectionDefaults(connection: object): ConnectionDefaults | undefined {
  return defaults.get(connection);
}
