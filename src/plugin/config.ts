import { z } from "zod/v4";

import { silencesSchema } from "../check/report/silences.js";
import type { Silence } from "../check/report/report.js";
import { resolveArcVersion } from "../arc/versions.js";
import type { NetworkSettings } from "../chain/networks.js";
import { DEFAULTS } from "../run/defaults.js";
import { nearest } from "../support/nearest.js";

const schema = z.strictObject({
  arcVersion: z.string().superRefine(isArcVersion).optional(),
  params: z.string().optional(),
  output: z.string().optional(),
  customAbis: z.string().optional(),
  allowUnrehearsed: z.boolean().optional(),
  stackTraces: z.boolean().optional(),
  check: z.strictObject({ silenced: silencesSchema.optional() }).optional(),
  networks: z
    .record(
      z.string().regex(/^[1-9]\d{0,14}$/, "A chain ID is wanted, such as 42161."),
      z.strictObject({
        name: z
          .string()
          .regex(
            /^(?!(private|default)$)[\w-]{1,40}$/,
            "A word other than private and default is wanted.",
          )
          .optional(),
        stakingToken: z.string().optional(),
        registryOwner: z.string().optional(),
        explorer: z.url().optional(),
      }),
    )
    .optional(),
});

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
   * proposals (`stakingToken`, an address or `deploy`), who is to own DAORegistry and DAOTracker
   * (`registryOwner`), and a block explorer.
   */
  networks?: Record<number, NetworkSettings>;
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
}

export function resolveDaoConfig({
  arcVersion,
  params,
  output = DEFAULTS.output,
  customAbis = DEFAULTS.customAbis,
  allowUnrehearsed = false,
  stackTraces = false,
  check = {},
  networks = {},
}: DaoUserConfig = {}): DaoConfig {
  return {
    ...(arcVersion !== undefined && { arcVersion }),
    ...(params !== undefined && { params }),
    output,
    customAbis,
    allowUnrehearsed,
    stackTraces,
    check: { silenced: check.silenced ?? [] },
    networks,
  };
}

/** What is wrong with a user's `dao` key: path within the configuration and message. */
export function validateDaoConfig(
  userConfig: unknown,
): { path: (string | number)[]; message: string }[] {
  if (userConfig === undefined) return [];
  const { error } = schema.safeParse(userConfig);
  return (error?.issues ?? []).flatMap((issue) => {
    const path = ["dao", ...issue.path.map(String)];
    if (issue.code !== "unrecognized_keys") return [{ path, message: issue.message }];
    return issue.keys.map((key) => ({ path: [...path, key], message: unknownKey(key) }));
  });
}

function unknownKey(key: string): string {
  const known = Object.keys(schema.shape);
  const [meant] = nearest(key, known, 1);
  return `There is no such key. ${meant === undefined ? `The keys are ${known.join(", ")}.` : `Did you mean ${meant}?`}`;
}

function isArcVersion(text: string, context: z.RefinementCtx<string>): void {
  try {
    resolveArcVersion(text);
  } catch (error) {
    context.addIssue({ code: "custom", message: (error as Error).message });
  }
}
