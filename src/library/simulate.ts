import { resolve } from "node:path";

import type { Eip1193Provider } from "../chain/provider.js";
import { DEFAULTS } from "../run/defaults.js";
import { simulateInputs } from "../run/simulate-inputs.js";
import { parseDraft, type DraftInput } from "../simulate/drafts/draft.js";
import type { SimulateOptions } from "../simulate/simulate-proposal.js";
import type { Simulation } from "../simulate/simulation.js";
import { refuseUnknownOptions } from "./known-options.js";
import { openProvider } from "./open-provider.js";

/** Options of `DaoMigration.simulateProposal`. */
export interface SimulateProposalOptions extends SimulateOptions {
  /** A node's URL (http, https, ws or wss), or an EIP-1193 provider. Default: http://localhost:8545. */
  readonly provider?: string | Eip1193Provider;
  /** Address of the DAO's avatar. Default: the DAO of the result file. */
  readonly avatar?: string;
  /** Which DAO of the result file. Default: dao, or else test. */
  readonly section?: "dao" | "test";
  /** The result file. Default: migration.json. */
  readonly output?: string;
  /** Fail on any other chain. */
  readonly chainId?: number;
  /** ID of the proposal, or its beginning. Default: all pending ones. */
  readonly proposal?: string;
  /** Or a proposal that does not exist yet. Amounts are in whole units, as decimal text. */
  readonly draft?: DraftInput;
}

const KNOWN: Readonly<Record<keyof SimulateProposalOptions, true>> = {
  abis: true,
  alone: true,
  avatar: true,
  block: true,
  cacheDir: true,
  chainId: true,
  descriptionText: true,
  draft: true,
  expect: true,
  fromBlock: true,
  onProgress: true,
  output: true,
  proposal: true,
  provider: true,
  section: true,
  signal: true,
};

/** See DaoMigration.simulateProposals. */
export async function simulateProposals(
  options: SimulateProposalOptions,
): Promise<readonly Simulation[]> {
  refuseUnknownOptions(options, KNOWN);
  const { provider = DEFAULTS.provider, output = DEFAULTS.output } = options;
  const { simulations } = await simulateInputs({
    ...options,
    draft: options.draft && parseDraft(options.draft, "draft"),
    provider: openProvider(provider),
    output: resolve(output),
  });
  return simulations;
}
