import type { ChainIdentity } from "../../../foundation/chain/identity.js";
import { UsageError } from "../../../foundation/support/errors.js";
import type { Submission } from "../submission.js";
import { Etherscan, ETHERSCAN_URL } from "./etherscan.js";
import type { ExplorerOptions, SubmissionOutcome } from "./explorer-http.js";
import { Sourcify, SOURCIFY_URL } from "./sourcify.js";

const EXPLORERS = ["sourcify", "etherscan", "blockscout"] as const;
export type ExplorerName = (typeof EXPLORERS)[number];

export interface SubmitOptions extends Omit<ExplorerOptions, "url"> {
  readonly explorer: ExplorerName;
  /** URL of its API. Default: the public one. */
  readonly url?: string;
}

/**
 * The explorer with a name.
 * @throws UsageError for an unknown name
 */
export function explorerNamed(name: string): ExplorerName {
  const explorer = EXPLORERS.find((each) => each === name.toLowerCase());
  if (explorer !== undefined) return explorer;
  throw new UsageError(`--submit must be one of ${EXPLORERS.join(", ")}.`);
}

/**
 * Opens an explorer.
 * @throws UsageError if a key or a URL is missing
 */
export function openExplorer(
  { explorer, url, ...options }: SubmitOptions,
  chain: ChainIdentity,
): Sourcify | Etherscan {
  const withoutKey = { ...options, apiKey: undefined };
  if (explorer === "sourcify") return new Sourcify({ ...withoutKey, url: url ?? SOURCIFY_URL });
  if (explorer === "etherscan") {
    if (options.apiKey === undefined) {
      throw new UsageError(
        "Etherscan needs an API key: set ETHERSCAN_API_KEY in the environment. One key works for all of its chains.",
      );
    }
    return new Etherscan({ ...options, url: url ?? ETHERSCAN_URL, hasChainIds: true });
  }
  return new Etherscan({ ...withoutKey, url: url ?? blockscoutOf(chain), hasChainIds: false });
}

function blockscoutOf({ name, explorer }: ChainIdentity): string {
  if (explorer?.includes("blockscout") === true) return `${explorer}/api`;
  throw new UsageError(
    `No Blockscout is known for ${name}. Pass the address of its API: --submit-url https://<its host>/api.`,
  );
}

/**
 * Submits the sources of contracts to an explorer, one after the other. Contracts that it has already verified count as
 * done, so the next run continues one that was stopped.
 */
export async function submitAll(
  submissions: readonly Submission[],
  explorer: Sourcify | Etherscan,
  onNote: (message: string) => void,
): Promise<readonly SubmissionOutcome[]> {
  const outcomes: SubmissionOutcome[] = [];
  for (const [index, submission] of submissions.entries()) {
    const { name, address } = submission;
    const place = `${index + 1} of ${submissions.length}: ${name} at ${address}`;
    onNote(`Submitting ${place}`);
    const verdict = (await explorer.isVerified(submission))
      ? ({ status: "already verified" } as const)
      : await explorer.submit(submission);
    outcomes.push({ name, address, ...verdict });
    onNote(`${place}: ${verdict.status}`);
  }
  return outcomes;
}
