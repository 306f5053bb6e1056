import type { CheckReport } from "../../../src/operations/check/report/report.js";

export function sampleReport(changes: Partial<CheckReport> = {}): CheckReport {
  return {
    schemaVersion: 1,
    passed: false,
    network: "private",
    chainId: 31337,
    block: { number: 1, hash: "0x" },
    avatar: "0xa",
    arcVersion: "0.0.1-rc.57",
    usedResult: false,
    rules: [],
    findings: [],
    inconclusive: [],
    silenced: [],
    uselessSilences: [],
    ...changes,
  };
}
