import type { ArcRelease } from "../../arc/artifact.js";
import { knownAbi } from "../../arc/known-abis.js";
import type { ContractDescription, Inspection } from "../../inspect/description.js";
import { abiOf } from "../../inspect/reading/identify.js";
import type { Warning } from "../../simulate/simulation.js";

/** The contracts that stay, and that a controller acts on. */
const STAYING = { Avatar: "avatar", DAOToken: "token", Reputation: "reputation" } as const;
/** Functions of Arc's that no controller calls. */
const NEVER_CALLED =
  /^(renounceOwnership|transfer|approve|increase|decrease|burnFrom|finishMinting|destroy)/;

/**
 * What a controller of a release asks of avatar, token and reputation, and those of this DAO, which are of
 * other releases, do not have: it can never be done then.
 */
export function misfitWarnings(inspection: Inspection, release: ArcRelease): readonly Warning[] {
  return Object.entries(STAYING).flatMap(([name, what]): readonly Warning[] => {
    const described = contractOf(inspection, what);
    const has = abiOf(described);
    const wanted = knownAbi(name, release.version);
    if (wanted === undefined) return [];
    const { address } = described;
    if (has === undefined) {
      return [
        {
          id: "new-controller-misfit",
          status: "inconclusive",
          what: `Whether a controller of Arc ${release.version} works with the ${what} ${address} is not known: its code is not Arc's.`,
          why: "What the new controller asks of it and it does not have can never be done, and there may be no way back.",
          check: "Simulate, with the new controller, all that the DAO does.",
          todo: "Do not pass the upgrade before.",
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
        id: "new-controller-misfit",
        status: "warning",
        what: `A controller of Arc ${release.version} calls ${missing.join(", ")} of the ${what} ${address}, which has no such function.`,
        why: "Schemes that ask the new controller for this will always fail: the contract cannot be replaced.",
        check:
          "Whether the DAO needs schemes that do this: calls of other contracts, payments, allowances, metadata.",
        todo: "Name a release in the file whose controller fits, or do without them.",
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
