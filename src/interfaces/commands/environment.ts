import type { Flag } from "./flag.js";
import { flags } from "./flags.js";

/**
 * Takes what variables stand for out of the environment, so that no child process gets a key. An empty variable counts
 * as absent.
 * @returns the values, by the option's name
 */
export function takeEnvironment(environment: NodeJS.ProcessEnv): Readonly<Record<string, string>> {
  const taken: Record<string, string> = {};
  for (const [name, { env }] of Object.entries(flags as Readonly<Record<string, Flag>>)) {
    if (env === undefined) continue;
    if (environment[env]) taken[name] = environment[env];
    delete environment[env];
  }
  return taken;
}
