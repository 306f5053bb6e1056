import { z } from "zod";

const schema = z.strictObject({
  arcVersion: z.string().optional(),
  params: z.string().optional(),
  output: z.string().optional(),
  customAbis: z.string().optional(),
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
}

export interface DaoConfig {
  readonly arcVersion?: string;
  readonly params?: string;
  readonly output: string;
  readonly customAbis: string;
}

export function resolveDaoConfig(userConfig: DaoUserConfig = {}): DaoConfig {
  return { output: "migration.json", customAbis: "custom-abis", ...userConfig };
}

/** What is wrong with a user's `dao` key: path within the configuration and message. */
export function validateDaoConfig(
  userConfig: unknown,
): { path: (string | number)[]; message: string }[] {
  if (userConfig === undefined) return [];
  const { error } = schema.safeParse(userConfig);
  return (error?.issues ?? []).map(({ path, message }) => ({
    path: ["dao", ...path.map((key) => (typeof key === "symbol" ? String(key) : key))],
    message,
  }));
}
