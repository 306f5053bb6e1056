/** Whether a network of Hardhat's is simulated in this process. */
export function isInProcess<Config extends { readonly type: string }>(
  networkConfig: Config,
): networkConfig is Config & { readonly type: "edr-simulated" } {
  return networkConfig.type === "edr-simulated";
}
