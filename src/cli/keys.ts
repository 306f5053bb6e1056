import type { KeyOptions } from "../terminal/account.js";

/** Environment variables that choose the deploying account. */
const VARIABLES = {
  privateKey: "DAO_MIGRATE_PRIVATE_KEY",
  mnemonic: "DAO_MIGRATE_MNEMONIC",
  keystore: "DAO_MIGRATE_KEYSTORE",
  passwordFile: "DAO_MIGRATE_PASSWORD_FILE",
} as const;

/** The variables that are set. */
export type KeyVariables = { readonly [Name in keyof typeof VARIABLES]?: string | undefined };

/**
 * Takes the key variables out of the environment, so that no child process gets them. An empty variable counts as
 * absent.
 */
export function takeKeyVariables(environment: NodeJS.ProcessEnv): KeyVariables {
  const taken: Record<string, string> = {};
  for (const [name, variable] of Object.entries(VARIABLES)) {
    const value = environment[variable];
    if (value !== undefined && value !== "") taken[name] = value;
    delete environment[variable];
  }
  return taken;
}

/** The keys in flags, otherwise those in the environment. The two are never mixed. */
export function keyOptions(flags: KeyOptions, environment: KeyVariables): KeyOptions {
  const { privateKey, mnemonic, keystore } = flags;
  const byFlag = [privateKey, mnemonic, keystore].some((value) => value !== undefined);
  const passwordFile = flags.passwordFile ?? environment.passwordFile;
  return byFlag
    ? { privateKey, mnemonic, keystore, passwordFile }
    : { ...environment, passwordFile };
}
