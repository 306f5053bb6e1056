const VARIABLE = "ETHERSCAN_API_KEY";

/**
 * Takes Etherscan's key out of the environment, so that no child process gets it. An empty variable counts as absent.
 */
export function takeApiKey(environment: NodeJS.ProcessEnv): string | undefined {
  const key = environment[VARIABLE];
  delete environment[VARIABLE];
  return key === "" ? undefined : key;
}
