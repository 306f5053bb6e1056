import type { BuildFolders } from "../../foundation/arc/build-files.js";

/** The default options of fixtures on a connection. */
export interface ConnectionDefaults {
  /** Relative paths start here. */
  readonly projectRoot: string;
  readonly arcVersion?: string;
  readonly params?: string;
  readonly customAbis?: string;
  /** Avatars of existing DAOs, by the name of the network that forks their chain. */
  readonly avatars?: Readonly<Record<string, string>>;
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

/** What Hardhat says about a project's own contracts. All paths are absolute. */
export type HardhatProject = Omit<BuildFolders, "customAbis">;

/** By root, because the root is all that fixtures, chains and commands have in common. */
const projects = new Map<string, HardhatProject>();

/** Says where a Hardhat project's artifacts are; otherwise they are looked for in the folder `artifacts`. */
export function setHardhatProject(root: string, project: HardhatProject): void {
  projects.set(root, { ...projects.get(root), ...project });
}

export function hardhatProject(root: string): HardhatProject | undefined {
  return projects.get(root);
}
