import type { ProposalDescription } from "../../../src/engine/inspect/description.js";
import type { PageFacts } from "../../../src/output/report/facts.js";
import {
  account,
  HOSTILE,
  sampleInspection,
  type SampleSize,
} from "../../engine/inspect/sample-inspection.js";
import { sampleSimulation } from "./sample-simulation.js";

/** Returns facts of the sample DAO, in which everything that strangers can write is hostile. */
export function sampleFacts({
  simulated = 1,
  ...size
}: SampleSize & { readonly simulated?: number } = {}) {
  const inspection = sampleInspection(size);
  return {
    inspection,
    network: { name: "mainnet", explorer: "https://explorer.example" },
    standAlone: [{ name: HOSTILE, address: account(30) }],
    simulations: (inspection.proposals as readonly ProposalDescription[])
      .filter(({ progress }) => "stage" in progress && progress.stage === "open")
      .slice(0, simulated)
      .map((each) => sampleSimulation(inspection, each, HOSTILE)),
    version: "1.2.3",
  } satisfies PageFacts;
}
