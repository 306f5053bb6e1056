import type { ArcRelease } from "../../../foundation/arc/artifact.js";
import { knownAbi } from "../../../foundation/arc/known-abis.js";
import { permitsAll } from "../../../foundation/arc/permissions.js";
import type { Network } from "../../../foundation/chain/networks.js";
import { isPrivate } from "../../../foundation/chain/private-chain.js";
import type { Inspection } from "../../../engine/inspect/description.js";
import { abiOf } from "../../../engine/inspect/reading/identify.js";
import type { SimulationWarning } from "../../simulate/simulation.js";
import { inconclusive, warning } from "../../simulate/verdicts/warnings.js";
import type { DecidedChange } from "../decide/decide-change.js";

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
