import type { DirectDeployerOptions } from "./direct-deployer.js";

/** A connection of Hardhat's, as far as it matters here. */
export interface Connection {
  readonly networkConfig: {
    readonly type: string;
    /** Of simulated networks. */
    readonly throwOnTransactionFailures?: boolean;
  };
}

/** What a deployer has to know of the network of a connection. */
export function directOptions({
  networkConfig: { type, throwOnTransactionFailures },
}: Connection): Pick<DirectDeployerOptions, "inProcess" | "throwsOnFailure"> {
  const inProcess = type === "edr-simulated";
  return { inProcess, throwsOnFailure: inProcess && throwOnTransactionFailures === true };
}
