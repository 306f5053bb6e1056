import type { ArcRelease } from "../../../foundation/arc/artifact.js";
import { knownAbi } from "../../../foundation/arc/known-abis.js";
import { JUST_REGISTERED, mayRegister, permitsAll } from "../../../foundation/arc/permissions.js";
import type { Network } from "../../../foundation/chain/networks.js";
import { isPrivate } from "../../../foundation/chain/private-chain.js";
import type { Inspection } from "../../../engine/inspect/description.js";
import { abiOf } from "../../../engine/inspect/reading/identify.js";
import type { SchemeResult } from "../../../foundation/result/result.js";
import { MigrationError } from "../../../foundation/support/errors.js";
import type { RegisterVerdict, SimulationWarning } from "../../simulate/simulation.js";
import { inconclusive, warning } from "../../simulate/verdicts/warnings.js";
import type { DecidedChange } from "../decide/decide-change.js";
import { isOfSchemes } from "../decide/proposal-order.js";
import type { FailedProposal } from "./pass-proposals.js";

/**
 * Warns of contracts that `propose` uses only if its account created them, or on request: a plan knows no account.
 * @param unproven contracts that only the result file names
 */
export function unprovenWarnings(
  { unproven }: Pick<DecidedChange, "unproven">,
  network: Network,
): readonly SimulationWarning[] {
  const contracts = Object.entries(unproven).map(([name, address]) => `${name} ${address}`);
  if (contracts.length === 0 || isPrivate(network)) return [];
  return [
    inconclusive("contracts-of-the-result-file", {
      what: `The DAO does not use these contracts yet, and only the result file names them: ${contracts.join(", ")}.`,
      why: "Their code is right, but the account that deployed them may have stored more than can be read.",
      check: "Who deployed them: the account that proposes the change, or somebody whom you trust.",
      todo: "Otherwise plan with another result file, or deploy your own base.",
    }),
  ];
}

/**
 * Warns of accounts that hold all permissions in between, but neither before nor at the end.
 * @param inspections the DAO at the start and after each proposal
 */
export function betweenWarnings(inspections: readonly Inspection[]): readonly SimulationWarning[] {
  const holders = inspections.map(({ schemes }) =>
    schemes
      .filter(({ registered, permissions }) => registered && permitsAll(permissions.bytes))
      .map(({ contract }) => contract.address),
  );
  const expected = [...(holders[0] ?? []), ...(holders.at(-1) ?? [])];
  // Each account, with the proposal after which it first holds them.
  const first = new Map<string, number>();
  holders.forEach((all, index) => {
    for (const each of all) if (!first.has(each)) first.set(each, index);
  });
  return [...first]
    .filter(([address]) => !expected.includes(address))
    .map(([address, index]) =>
      warning("all-permissions-in-between", {
        what: `${address} holds all permissions after proposal ${index}, and loses them later.`,
        why: "If the later proposals fail, or nobody makes them, it keeps them.",
        check: "Whose contract or account it is, and whether another order is possible.",
        todo: "Do not leave the change half done.",
      }),
    );
}

/** Arc functions that no controller calls. */
const NEVER_CALLED =
  /^(renounceOwnership|transfer|approve|increase|decrease|burnFrom|finishMinting|destroy)/;

/**
 * Warns if a controller of a release calls functions that this DAO's avatar, token or reputation, which are of other
 * releases, do not have. What needs these functions can never be done.
 */
export function incompatibilityWarnings(
  { avatar, token, reputation }: Inspection,
  release: ArcRelease,
): readonly SimulationWarning[] {
  // The contracts that the DAO keeps and that a controller calls.
  const kept = { Avatar: avatar, DAOToken: token.contract, Reputation: reputation.contract };
  return Object.entries(kept).flatMap(([name, described]): SimulationWarning | readonly [] => {
    const what = name === "DAOToken" ? "token" : name.toLowerCase();
    const { address } = described;
    const has = abiOf(described);
    const wanted = knownAbi(name, release.version);
    if (wanted === undefined) return [];
    if (has === undefined) {
      return inconclusive("new-controller-incompatible", {
        what: `It is unknown whether a controller of Arc ${release.version} works with the ${what} ${address}, whose code is not Arc's.`,
        why: "If the new controller calls functions that it lacks, those calls always fail, and there may be no way back.",
        check: "Simulate everything that the DAO does with the new controller.",
        todo: "Do not pass the upgrade until you have.",
      });
    }
    const missing = wanted.fragments.flatMap((fragment) => {
      if (fragment.type !== "function") return [];
      const signature = fragment.format();
      const isCalled =
        !/ view| pure/.test(fragment.format("full")) && !NEVER_CALLED.test(signature);
      return isCalled && !has.hasFunction(signature) ? signature : [];
    });
    if (missing.length === 0) return [];
    return warning("new-controller-incompatible", {
      what: `A controller of Arc ${release.version} calls ${missing.join(", ")} of the ${what} ${address}, which has no such function.`,
      why: "Schemes that need these calls will always fail, because the contract cannot be replaced.",
      check:
        "Whether the DAO needs schemes that do this: calls of other contracts, payments, allowances, metadata.",
      todo: "In the file, choose a release with a controller that fits, or do without these schemes.",
    });
  });
}

/** A trial on the fork after the change: whether a scheme could be registered with these permissions. */
export interface RegisterTrial extends RegisterVerdict {
  readonly permissions: string;
}

/** What was not possible in trials, of which each asks for less than the one before. */
function lockedWords(tried: readonly RegisterTrial[]): string {
  const { permissions, verdict } = tried.at(-1)!;
  return verdict === "no" && permissions === JUST_REGISTERED
    ? "After this change, nothing could ever register, change or remove a scheme of the DAO again"
    : `After this change, nothing could ever register a scheme of the DAO again that holds ${tried[0]!.permissions}, ` +
        "and a permission that is lost never comes back";
}

/** The error for a change after which no scheme can be registered, or none with as many permissions as now. */
export function lockoutError(tried: readonly RegisterTrial[]): MigrationError {
  return new MigrationError(
    `${lockedWords(tried)}. ${tried[0]!.why.join(" ")} Keep a SchemeRegistrar with all permissions in the file with ` +
      "which a vote can pass, or allow the lockout (--allow-lockout, or allowLockout: true in code) if the DAO is " +
      "meant to be locked. Nothing was sent.",
  );
}

/**
 * Refuses a file in which no scheme may register schemes, no matter who could pass its proposals.
 * @throws MigrationError unless nothing may register schemes now, either
 */
export function refuseLock(
  { inspection, keptDeployer }: DecidedChange,
  schemes: readonly SchemeResult[],
): void {
  const hasNow = inspection.schemes.some(
    ({ registered, permissions }) => registered && mayRegister(permissions.bytes),
  );
  const will = schemes.some(({ permissions }) => mayRegister(permissions));
  if (will || !hasNow || keptDeployer !== undefined) return;
  const why = ["No scheme in the file may register schemes."];
  throw lockoutError([{ verdict: "no", permissions: JUST_REGISTERED, why }]);
}

/** What a trial on the fork says about registering schemes after the change. */
export function lockoutWarnings(
  tried: readonly RegisterTrial[],
  failed: readonly FailedProposal[],
): readonly SimulationWarning[] {
  const [{ verdict, why } = { verdict: "yes", why: [] }] = tried;
  if (verdict === "no") {
    return [
      warning("lockout", {
        what: `${lockedWords(tried)}. ${why.join(" ")}`,
        why: "A scheme was proposed on the fork after the change, with the votes of all holders, and could not be registered.",
        check: "Whether the DAO is meant to stay for ever as the file describes it.",
        todo: "Keep a SchemeRegistrar with all permissions in the file with which a vote can pass.",
      }),
    ];
  }
  const untried = failed.filter(({ proposal }) => isOfSchemes(proposal));
  if (verdict === "yes" && untried.length === 0) return [];
  const reasons =
    verdict === "yes"
      ? untried.map(({ proposal: { key } }) => `${key} could not be carried out on the fork.`)
      : why;
  return [
    inconclusive("lockout", {
      what: `Whether a scheme of the DAO can still be registered after this change is not known. ${reasons.join(" ")}`,
      why: "If not, the DAO can never be changed again.",
      check: "Who could register a scheme then, and by which rules.",
      todo: "Do not make the proposals until you know.",
    }),
  ];
}
