/** The default options of fixtures on a connection. */
export interface ConnectionDefaults {
  /** Relative paths start here. */
  readonly projectRoot: string;
  readonly arcVersion?: string;
  readonly params?: string;
  readonly customAbis?: string;
  /** Avatars of existing DAOs, by the name of the network that forks their chain. */
  readonly avatars?: Readonly<Record<string, string>>;
  /** Whether reverts in Arc contracts show file and line. */
  readonly stackTraces?: boolean;
  /** Whether Hardhat needs contract names: for a gas report, or for traces of calls. */
  readonly namesContracts?: boolean;
}

const defaults = new WeakMap<object, ConnectionDefaults>();

/** Stores the defaults by connection, because the connection is all that a fixture receives. */
export function setConnectionDefaults(connection: object, values: ConnectionDefaults): void {
  defaults.set(connection, values);
}

/** Undefined if the project does not use the plugin. */
export function connectionDefaults(connection: object): ConnectionDefaults | undefined {
  return defaults.get(connection);
}
