import type { ResolvedConfigurationVariable, SensitiveString } from "hardhat/types/config";

import type { Silence } from "../../operations/check/report/report.js";
import { ARC_VERSIONS } from "../../foundation/arc/versions.js";
import type { NetworkSettings } from "../../foundation/chain/networks.js";
import type { VoiceService } from "../commands/command.js";
import { DEFAULTS } from "../../foundation/support/defaults.js";

/** The key `dao` of hardhat.config. Paths are relative to the project's root. */
export interface DaoUserConfig {
  /** Arc release, such as `0.0.1-rc.57` or `rc.57`. Default: the latest. */
  arcVersion?: string;
  /** Migration parameters of the DAO. Default: `migration-params.json`, or else the packaged example. */
  params?: string;
  /** The result file. Default: `migration.json`. */
  output?: string;
  /** Folder of build files of contracts that are not Arc's. Default: `custom-abis`. */
  customAbis?: string;
  /** Send even if a live chain cannot be rehearsed, at an unknown cost. Default: false. */
  allowUnrehearsed?: boolean;
  /** Findings of `dao:check` that have been reviewed and accepted, each with its reason. */
  check?: { silenced?: Silence[] };
  /**
   * Networks by chain ID: the section in parameters and result (`name`), the staking token (`stakingToken`, an address
   * or `deploy`), the future owner of DAORegistry and DAOTracker (`registryOwner`), and a block explorer.
   */
  networks?: Record<number, NetworkSettings>;
  /** Avatars of existing DAOs for `existingDao`, by the name of the network that forks their chain. */
  avatars?: Record<string, string>;
  /** URL and keys of the voice service, for `dao:narrate`. Default: from the environment. */
  voice?: {
    baseUrl?: string;
    wsBaseUrl?: string;
    clientKey?: SensitiveString;
    apiKey?: SensitiveString;
  };
}

/** The same with defaults. */
export interface DaoConfig extends Readonly<
  Required<Omit<DaoUserConfig, "arcVersion" | "params" | "check" | "voice">>
> {
  readonly arcVersion?: string;
  readonly params?: string;
  readonly check: { readonly silenced: readonly Silence[] };
  readonly voice?: VoiceService;
}

type Resolve = (variable: SensitiveString) => ResolvedConfigurationVariable;

export function resolveDaoConfig(
  {
    arcVersion,
    params,
    output = DEFAULTS.output,
    customAbis = DEFAULTS.customAbis,
    allowUnrehearsed = false,
    check = {},
    networks = {},
    avatars = {},
    voice,
  }: DaoUserConfig = {},
  resolve: Resolve,
): DaoConfig {
  return {
    ...{ arcVersion, params, output, customAbis, allowUnrehearsed },
    ...{ networks, avatars },
    check: { silenced: check.silenced ?? [] },
    voice: voice && resolveVoice(voice, resolve),
  };
}

function resolveVoice(
  { clientKey, apiKey, ...addresses }: NonNullable<DaoUserConfig["voice"]>,
  resolve: Resolve,
): VoiceService {
  const keyOf = (key: SensitiveString | undefined) =>
    key === undefined ? undefined : async () => await resolve(key).get();
  return { ...addresses, clientKey: keyOf(clientKey), apiKey: keyOf(apiKey) };
}

/** Keys for which any value of their type is valid, but no empty text. */
const PLAIN_KEYS: Readonly<Record<string, string>> = {
  params: "string",
  output: "string",
  customAbis: "string",
  allowUnrehearsed: "boolean",
};

/**
 * Whether a user's `dao` key is obviously valid, as most are. This runs with every Hardhat command, and loading the
 * schema takes longer than the rest of the plugin.
 */
export function isPlainDaoConfig(userConfig: unknown): boolean {
  if (userConfig === undefined) return true;
  if (typeof userConfig !== "object" || userConfig === null || Array.isArray(userConfig)) {
    return false;
  }
  const { arcVersion, ...others } = userConfig as Readonly<Record<string, unknown>>;
  const plain = Object.entries(others).every(
    ([key, value]) =>
      value !== "" &&
      Object.hasOwn(PLAIN_KEYS, key) &&
      [PLAIN_KEYS[key], "undefined"].includes(typeof value),
  );
  if (!plain || arcVersion === undefined) return plain;
  if (typeof arcVersion !== "string") return false;
  return ARC_VERSIONS.some((known) => known === arcVersion || known.endsWith(`-${arcVersion}`));
}
