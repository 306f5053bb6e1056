import type { Target } from "../../foundation/chain/target.js";
import type { ChainIdentity } from "../../foundation/chain/identity.js";
import { BLOCKS_BEHIND } from "../../foundation/chain/incomplete-answers.js";
import { isPrivate } from "../../foundation/chain/private-chain.js";
import { failureReason } from "../../foundation/chain/failure-reason.js";
import type { DaoChange } from "../change/change.js";
import { decideChange, type DecidedChange } from "../change/decide/decide-change.js";
import type { ChangeInputs } from "../change/inputs.js";
import { tryChange } from "../change/plan-change.js";
import { entryOf, prepareChange, warningOf } from "../change/propose-change.js";
import type { Inspection } from "../../engine/inspect/description.js";
import { inspectDao } from "../../engine/inspect/inspect-dao.js";
import { readEntries } from "../../foundation/result/file.js";
import { knownDeployments } from "../../foundation/result/known-deployments.js";
import { entryOfDao, sectionsOf } from "../../foundation/result/ledger.js";
import type { LedgerEntry, ResultSections } from "../../foundation/result/result.js";
import type { ForkedChain } from "../simulate/chain/forked-chain.js";
import { askingOnce } from "../simulate/chain/fork-boundary.js";
import { openFork, sessionOn, type Session } from "../simulate/session.js";
import { UsageError } from "../../foundation/support/errors.js";
import type { Warning } from "../../foundation/support/warning.js";
import { readCompared, type ComparedInputs } from "./compared.js";
import { findDao } from "./find-dao.js";
import type { LiveInputs, ProposeOptions } from "./live-inputs.js";
import { EXAMPLE_DAO, type ParametersSource } from "../../foundation/params/which-parameters.js";
import type { PreparedMigration } from "./prepare.js";

/**
 * Reads the DAO as it is now, and decides its change to match the parameters. A resumed run finds what an earlier one
 * did on the chain, and what it signed in the journal.
 */
export async function readChange(
  inputs: LiveInputs & { readonly change: ProposeOptions },
  target: Target,
  account: string,
): Promise<{ readonly prepared: PreparedMigration; readonly existing: ResultSections }> {
  const { provider, output, signal, change: options } = inputs;
  const { chain } = target;
  requireFile(inputs.params);
  const { avatar } = await findDao({ ...inputs, ...options });
  // A node that is behind must not hide a proposal that was just made, or it is made again.
  const lastBlocks = isPrivate(chain) ? undefined : BLOCKS_BEHIND;
  const inspection = await target.readAfterSent(
    account,
    async () => await inspectDao(provider, avatar, { signal, lastBlocks }),
  );
  const onNote = (message: string) => inputs.onEvent?.({ type: "note", message });
  const read = await readChangeInputs({ ...inputs, ...options, onNote }, inspection, chain);
  const wanted = { ...read, account };
  const { decided, tried } = await decideAndTry(inputs, inspection, wanted, chain);
  const entry = recordingEntry(await readEntries(output, chain), avatar);
  const isIts = entry?.dao?.Avatar === inspection.avatar.address;
  const dao = isIts ? entry.dao : entryOf(inspection);
  const { parameters, artifacts, raw } = wanted;
  return {
    existing: sectionsOf(entry),
    prepared: {
      sections: [],
      release: artifacts.release,
      dao: { parameters, artifacts, raw },
      change: {
        ...prepareChange(decided, options, dao, target, account),
        matches: tried?.matches,
        warnings: tried && warningsOf(tried),
      },
    },
  };
}

/** What a plan warns of, as far as it is proposed now. Whether the base can be trusted is known here, and not to a plan. */
function warningsOf({ proposals, warnings }: DaoChange): readonly Warning[] {
  const ofProposals = proposals
    .filter(({ status }) => status === "to be made")
    .flatMap(({ number, warnings: own }) =>
      own.map((each) =>
        warningOf({ ...each, what: `Proposal ${number}, as tried on a fork: ${each.what}` }),
      ),
    );
  const others = warnings.filter(({ id }) => id !== "contracts-of-the-result-file");
  return [...ofProposals, ...others.map(warningOf)];
}

/**
 * The result's entry to which a change is added: that of the DAO, or the newest one if it has no DAO. If all others have
 * one, the DAO gets an entry of its own.
 */
export function recordingEntry(
  entries: readonly LedgerEntry[],
  avatar: string,
): LedgerEntry | undefined {
  const [newest] = entries;
  return entryOfDao(entries, avatar) ?? (newest?.dao === undefined ? newest : undefined);
}

/**
 * Decides a change, and carries it out on a fork before anything is sent, as a plan does: files that lock the DAO are
 * found by trying. Without a fork, that is not known.
 */
async function decideAndTry(
  { provider, signal, change, onEvent }: LiveInputs,
  inspection: Inspection,
  wanted: ChangeInputs,
  network: ChainIdentity,
): Promise<{ readonly decided: DecidedChange; readonly tried?: DaoChange }> {
  let fork: ForkedChain | undefined;
  const forkOnce = async () => (fork ??= await openFork(askingOnce(provider), inspection));
  try {
    const decided = await decideChange(provider, inspection, wanted, {
      network,
      signal,
      openFork: forkOnce,
    });
    let session: Session;
    try {
      session = sessionOn(await forkOnce(), inspection, { signal });
    } catch (error) {
      const message =
        "Whether the DAO can still register schemes afterwards is not known, because its chain cannot be forked: " +
        `${failureReason(error)}.`;
      onEvent?.({ type: "note", message });
      return { decided };
    }
    return { decided, tried: await tryChange(session, decided, network, { ...change, signal }) };
  } finally {
    await fork?.close();
  }
}

/** Requires a parameters file: nobody wants to change a DAO into the packaged example. */
export function requireFile(params: ParametersSource | undefined): void {
  if (params !== EXAMPLE_DAO) return;
  throw new UsageError(
    "No target parameters were given. Pass a parameters file with --params; `dao-migrate export` writes one for the DAO as it is.",
  );
}

/** Reads the parameters, and what else is known besides the chain. */
export async function readChangeInputs(
  inputs: ComparedInputs & Pick<ProposeOptions, "newController">,
  inspection: Inspection,
  chain: ChainIdentity,
): Promise<ChangeInputs> {
  const compared = await readCompared(inputs, { inspection, chain });
  const known = await knownDeployments(chain.name, compared.artifacts.release.version);
  return { ...compared, knownBase: known.base, newController: inputs.newController };
}
