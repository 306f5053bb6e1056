import type { DirectDeployerOptions } from "./direct-deployer.js";

export interface Connection {
  readonly networkConfig: {
    readonly type: string;
    readonly throwOnTransactionFailures?: boolean;
  };
}

export function isInProcess<Config extends { readonly type: string }>(
  networkConfig: Config,
): networkConfig is Config & { readonly type: "edr-simulated" } {
  return networkConfig.type === "edr-simulated";
}

export function directOptions({
  networkConfig,
}: Connection): Pick<DirectDeployerOptions, "inProcess" | "throwsOnFailure"> {
  const inProcess = isInProcess(networkConfig);
  const throwsOnFailure = inProcess && networkConfig.throwOnTransactionFailures === true;
  return { inProcess, throwsOnFailure };
}
