import type { DirectDeployerOptions } from "./direct-deployer.js";

/** The parts of a Hardhat connection that are used here. */
export interface Connection {
  readonly networkConfig: {
    readonly type: string;
    /** Only for simulated networks. */
    readonly throwOnTransactionFailures?: boolean;
  };
}

/** What a deployer needs to know about a connection's network. */
export function directOptions({
  networkConfig: { type, throwOnTransactionFailures },
}: Connection): Pick<DirectDeployerOptions, "inProcess" | "throwsOnFailure"> {
  const inProcess = type === "edr-simulated";
  return { inProcess, throwsOnFailure: inProcess && throwOnTransactionFailures === true };
}
