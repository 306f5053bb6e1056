import type { Flag } from "./flag.js";
import { flags } from "./flags.js";

const VARIABLES: readonly (readonly [name: string, variable: string])[] = Object.entries(
  flags as Readonly<Record<string, Flag>>,
).flatMap(([name, { env }]) => (env === undefined ? [] : [[name, env] as const]));
/** Variables with this prefix are the command line's. */
const OWN = "DAO_MIGRATE_";

/**
 * Takes what variables stand for out of the environment, so that no child process gets a key. An empty variable counts
 * as absent.
 * @returns the values, by the option's name
 */
export function takeEnvironment(environment: NodeJS.ProcessEnv): Readonly<Record<string, string>> {
  const taken = valuesIn(environment, () => true);
  for (const [, variable] of VARIABLES) delete environment[variable];
  return taken;
}

/** What variables stand for that are not the command line's own. */
export function commonEnvironment(
  environment: NodeJS.ProcessEnv,
): Readonly<Record<string, string>> {
  return valuesIn(environment, (variable) => !variable.startsWith(OWN));
}

function valuesIn(
  environment: NodeJS.ProcessEnv,
  isWanted: (variable: string) => boolean,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    VARIABLES.flatMap(([name, variable]) => {
      const value = environment[variable];
      return value !== undefined && value !== "" && isWanted(variable) ? [[name, value]] : [];
    }),
  );
}
