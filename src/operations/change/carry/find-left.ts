import { partsOf, readFacts } from "../../check/check-dao.js";
import type { CheckFinding } from "../../check/report/report.js";
import { runRules } from "../../check/run-rules.js";
import type { ForkedChain } from "../../simulate/chain/forked-chain.js";
import type { DaoChange, RemainingDifference } from "../change.js";
import type { DecidedChange } from "../decide/decide-change.js";
import { withHoles } from "../decide/needs.js";
import { isKnown, type MadeContracts } from "./make-contracts.js";
import type { FailedProposal, PassedProposals } from "./pass-proposals.js";

const FIXED =
  "The file names the scheme's address, and a scheme cannot change what it was set up with. Leave the address out to " +
  "deploy a new one.";

/** Why votes cannot change something, by the rule of a check. */
const NO_VOTE: Readonly<Record<string, string>> = {
  names: "Names and symbol of these contracts can never change.",
  "contract-code": "Avatar, token and reputation cannot be replaced.",
  storage: "What a contract's creation hid in it stays there.",
  "contract-owner": "Only the owner can hand it to the controller.",
  "scheme-parameters": FIXED,
  "voting-machine": FIXED,
  "vote-parameters": FIXED,
  "token-cap": "A token's cap can never change.",
  "stand-alone":
    "A contract beside the DAO stays as it is. Add another one to StandAloneContracts, and let the schemes refer to it.",
  founders:
    "This happened when the DAO was created and cannot be undone. Use a reward to give a founder more; nobody can take " +
    "tokens away from an account that has them.",
  "result-contracts": "The result file describes another state of the DAO.",
};

/** Where a check reports a controller that differs from the file's. */
const OF_CONTROLLER: readonly string[] = ["controller", "useUController"];

/** What a check of the final DAO against the file finds. */
export async function findLeft(
  chain: ForkedChain,
  { inputs, controller }: DecidedChange,
  made: MadeContracts,
  { failed, proposals, inspections }: PassedProposals,
): Promise<Pick<DaoChange, "left" | "notCompared">> {
  const inspection = inspections.at(-1)!;
  const { genesisProtocol, absoluteVote } = inputs.recorded ?? {};
  const recorded = {
    ...partsOf(inspection),
    schemes: made.schemes,
    StandAloneContracts: withHoles([...made.standAlone.entries()].filter(([, it]) => isKnown(it))),
    ...{ genesisProtocol, absoluteVote },
  };
  // On the fork, this account deployed what was missing.
  const alsoDeployed = chain.anybody;
  const facts = await readFacts(chain.provider, { ...inputs, inspection, recorded, alsoDeployed });
  const { findings, inconclusive } = runRules(facts);
  const left = findings.flatMap((finding) => {
    const { rule, where, message, severity } = finding;
    if (severity === "note") return [];
    const kept = OF_CONTROLLER.includes(where) && controller.keeps ? controller.why : undefined;
    const why = kept ?? whyLeft(finding, failed) ?? whyDone(finding, proposals);
    return { rule, where, message, why };
  });
  return {
    left: [...left, ...failed.flatMap(callLeft)],
    // Calls were tried on the fork.
    notCompared: inconclusive
      .filter(({ rule }) => rule !== "run-functions")
      .map(({ where, reason }) => ({ where, reason })),
  };
}

/** Reports calls that failed, because no rule of a check covers calls. */
function callLeft({
  proposal: { key, why, draft },
  reason,
}: FailedProposal): readonly RemainingDifference[] {
  if (draft.kind !== "calls" || !key.startsWith("run/")) return [];
  const how = `A GenericScheme for ${draft.calls[0]?.to} could, or a GenericSchemeMultiCall.`;
  const where = key.slice("run/".length);
  return [{ rule: "run-functions", where, message: why, why: `${reason} ${how}` }];
}

function whyLeft(
  { where, message }: CheckFinding,
  failed: readonly FailedProposal[],
): string | undefined {
  const own = failed.find(({ proposal: { key } }) => {
    const about = key.slice(key.indexOf("/") + 1);
    if (about === "controller") return OF_CONTROLLER.includes(where);
    return about === where || about.endsWith(`/${where}`) || message.includes(about);
  });
  return own?.reason;
}

/** Why a check still reports a difference at the DAO's creation, even if a reward makes up for it. */
function whyDone({ rule, message }: CheckFinding, proposals: PassedProposals["proposals"]): string {
  const reward = proposals.find(
    ({ requests }) => requests.kind === "reward" && message.includes(requests.beneficiary),
  );
  if (rule !== "founders" || reward === undefined) {
    return NO_VOTE[rule] ?? "No proposal of this plan changes it.";
  }
  if (reward.status === "open" || reward.status === "passed") {
    return `Proposal ${reward.number} was made for another amount. Once it is carried out or has failed, the next plan has the rest.`;
  }
  return `Proposal ${reward.number} restores what a vote can; what happened when the DAO was created cannot change.`;
}
