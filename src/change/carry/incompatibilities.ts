import type { ArcRelease } from "../../arc/artifact.js";
import { knownAbi } from "../../arc/known-abis.js";
import type { ContractDescription, Inspection } from "../../inspect/description.js";
import { abiOf } from "../../inspect/reading/identify.js";
import type { Warning } from "../../simulate/simulation.js";

/** The contracts that the DAO keeps and that a controller calls. */
const STAYING = { Avatar: "avatar", DAOToken: "token", Reputation: "reputation" } as const;
/** Arc functions that no controller calls. */
const NEVER_CALLED =
  /^(renounceOwnership|transfer|approve|increase|decrease|burnFrom|finishMinting|destroy)/;

/**
 * Warns if a controller of a release calls functions that this DAO's avatar, token or reputation, which are of other
 * releases, do not have. What needs these functions can never be done.
 */
export function incompatibilityWarnings(
  inspection: Inspection,
  release: ArcRelease,
): readonly Warning[] {
  return Object.entries(STAYING).flatMap(([name, what]): readonly Warning[] => {
    const described = contractOf(inspection, what);
    const has = abiOf(described);
    const wanted = knownAbi(name, release.version);
    if (wanted === undefined) return [];
    const { address } = described;
    if (has === undefined) {
      return [
        {
          id: "new-controller-incompatible",
          status: "inconclusive",
          what: `It is unknown whether a controller of Arc ${release.version} works with the ${what} ${address}, whose code is not Arc's.`,
          why: "If the new controller calls functions that it lacks, those calls always fail, and there may be no way back.",
          check: "Simulate everything that the DAO does with the new controller.",
          todo: "Do not pass the upgrade until you have.",
        },
      ];
    }
    const missing = wanted.fragments.flatMap((fragment) => {
      if (fragment.type !== "function") return [];
      const signature = fragment.format();
      const isCalled =
        !/ view| pure/.test(fragment.format("full")) && !NEVER_CALLED.test(signature);
      return isCalled && !has.hasFunction(signature) ? [signature] : [];
    });
    if (missing.length === 0) return [];
    return [
      {
        id: "new-controller-incompatible",
        status: "warning",
        what: `A controller of Arc ${release.version} calls ${missing.join(", ")} of the ${what} ${address}, which has no such function.`,
        why: "Schemes that need these calls will always fail, because the contract cannot be replaced.",
        check:
          "Whether the DAO needs schemes that do this: calls of other contracts, payments, allowances, metadata.",
        todo: "In the file, choose a release with a controller that fits, or do without these schemes.",
      },
    ];
  });
}

function contractOf(
  { avatar, token, reputation }: Inspection,
  what: (typeof STAYING)[keyof typeof STAYING],
): ContractDescription {
  if (what === "avatar") return avatar;
  return what === "token" ? token.contract : reputation.contract;
}
