import type { ResolvedConfigurationVariable, SensitiveString } from "hardhat/types/config";

import type { Silence } from "../check/report/report.js";
import { ARC_VERSIONS } from "../arc/versions.js";
import type { NetworkSettings } from "../chain/networks.js";
import { DEFAULTS } from "../run/defaults.js";

/** The key `dao` of hardhat.config. Paths are relative to the project's root. */
export interface DaoUserConfig {
  /** Release of Arc, such as `0.0.1-rc.57` or `rc.57`. Default: the latest. */
  arcVersion?: string;
  /** Migration parameters of the DAO. Default: `migration-params.json`, or else the packaged example. */
  params?: string;
  /** Where results are written. Default: `migration.json`. */
  output?: string;
  /** Folder of build files of contracts that are not Arc's. Default: `custom-abis`. */
  customAbis?: string;
  /** Send also where a live chain cannot be rehearsed, at a cost unknown. Default: false. */
  allowUnrehearsed?: boolean;
  /**
   * Whether the stack of a revert shows file and line of Arc's contracts that fixtures migrated. They
   * are compiled for it when the first revert needs it, seconds for each contract, once on a machine.
   * Default: false.
   */
  stackTraces?: boolean;
  /** Findings of `dao:check` that somebody looked at and takes as they are, each with its reason. */
  check?: { silenced?: Silence[] };
  /**
   * Networks by chain id: the section in parameters and result (`name`), the token that is staked on
   * proposals (`stakingToken`, an address or `deploy`), who will own DAORegistry and DAOTracker
   * (`registryOwner`), and a block explorer.
   */
  networks?: Record<number, NetworkSettings>;
  /** Avatars of DAOs that live, by the name of the network that forks their chain: for `existingDao`. */
  avatars?: Record<string, string>;
  /** Address and keys of the voice service, for `dao:narrate`; else the environment has them. */
  voice?: {
    baseUrl?: string;
    wsBaseUrl?: string;
    clientKey?: SensitiveString;
    apiKey?: SensitiveString;
  };
}

export interface DaoConfig {
  readonly arcVersion?: string;
  readonly params?: string;
  readonly output: string;
  readonly customAbis: string;
  readonly allowUnrehearsed: boolean;
  readonly stackTraces: boolean;
  readonly check: { readonly silenced: readonly Silence[] };
  readonly networks: Readonly<Record<number, NetworkSettings>>;
  readonly avatars: Readonly<Record<string, string>>;
  /** Keys are requested when they are needed. */
  readonly voice?: {
    readonly baseUrl?: string | undefined;
    readonly wsBaseUrl?: string | undefined;
    readonly clientKey?: () => Promise<string>;
    readonly apiKey?: () => Promise<string>;
  };
}

type Resolve = (variable: SensitiveString) => ResolvedConfigurationVariable;

export function resolveDaoConfig(
  {
    arcVersion,
    params,
    output = DEFAULTS.output,
    customAbis = DEFAULTS.customAbis,
    allowUnrehearsed = false,
    stackTraces = false,
    check = {},
    networks = {},
    avatars = {},
    voice,
  }: DaoUserConfig = {},
  resolve: Resolve,
): DaoConfig {
  return {
    ...(arcVersion !== undefined && { arcVersion }),
    ...(params !== undefined && { params }),
    output,
    customAbis,
    allowUnrehearsed,
    stackTraces,
    check: { silenced: check.silenced ?? [] },
    networks,
    avatars,
    ...(voice !== undefined && { voice: resolveVoice(voice, resolve) }),
  };
}

function resolveVoice(
  { clientKey, apiKey, ...addresses }: NonNullable<DaoUserConfig["voice"]>,
  resolve: Resolve,
): NonNullable<DaoConfig["voice"]> {
  const keyOf = (key: SensitiveString) => async () => await resolve(key).get();
  return {
    ...addresses,
    ...(clientKey !== undefined && { clientKey: keyOf(clientKey) }),
    ...(apiKey !== undefined && { apiKey: keyOf(apiKey) }),
  };
}

/** Keys that are right with any value of their type. */
const PLAIN_KEYS: Readonly<Record<string, string>> = {
  params: "string",
  output: "string",
  customAbis: "string",
  allowUnrehearsed: "boolean",
  stackTraces: "boolean",
};

/**
 * Whether a user's `dao` key is right at first sight, as most are: this runs with every command of
 * Hardhat, and loading the schema takes longer than everything else of the plugin.
 */
export function isPlainDaoConfig(userConfig: unknown): boolean {
  if (userConfig === undefined) return true;
  if (typeof userConfig !== "object" || userConfig === null || Array.isArray(userConfig)) {
    return false;
  }
  const { arcVersion, ...others } = userConfig as Readonly<Record<string, unknown>>;
  const plain = Object.entries(others).every(
    ([key, value]) =>
      Object.hasOwn(PLAIN_KEYS, key) && [PLAIN_KEYS[key], "undefined"].includes(typeof value),
  );
  if (!plain || arcVersion === undefined) return plain;
  if (typeof arcVersion !== "string") return false;
  return ARC_VERSIONS.some((known) => known === arcVersion || known.endsWith(`-${arcVersion}`));
}
