import { ZeroAddress } from "ethers";

import type { ProposalDescription } from "../../inspect/description.js";
import { isNotRead } from "../../inspect/reading/attempt.js";

/** What a proposal changes that another may need; `everything` where that is not known. */
const EVERYTHING = "everything";

/**
 * What two proposals both touch: currencies of the treasury, schemes, contracts that both call; none where
 * they have nothing to do with each other.
 * @param controller address of the DAO's controller: whoever calls it can change everything
 */
export function touchedByBoth(
  one: ProposalDescription,
  other: ProposalDescription,
  controller: string,
): readonly string[] {
  const touchOf = (each: ProposalDescription): Touch => {
    const changes = changesOf(each, controller);
    return { changes, needs: new Set([...changes, `scheme ${each.scheme}`]) };
  };
  const [a, b] = [touchOf(one), touchOf(other)] as const;
  if (a.changes.has(EVERYTHING) || b.changes.has(EVERYTHING)) return ["who controls the DAO"];
  const both = [
    ...[...a.changes].filter((each) => b.needs.has(each)),
    ...[...b.changes].filter((each) => a.needs.has(each)),
  ];
  return [...new Set(both)].sort();
}

interface Touch {
  readonly changes: ReadonlySet<string>;
  readonly needs: ReadonlySet<string>;
}

function changesOf({ asks }: ProposalDescription, controller: string): ReadonlySet<string> {
  if (isNotRead(asks)) return new Set([EVERYTHING]);
  switch (asks.kind) {
    case "reward":
      return new Set([
        ...(asks.ether === "0" ? [] : ["ether"]),
        ...(asks.externalTokens === "0" || asks.externalToken === undefined
          ? []
          : [`token ${asks.externalToken}`]),
      ]);
    case "calls":
      return new Set(
        asks.calls.flatMap(({ to, value }) => [
          ...(value === "0" ? [] : ["ether"]),
          ...(to.address === controller ? [EVERYTHING] : []),
          ...(to.address === ZeroAddress ? [] : [`contract ${to.address}`]),
        ]),
      );
    case "registerScheme":
    case "unregisterScheme":
    case "changeUpgradeScheme":
      return new Set([`scheme ${asks.scheme.address}`]);
    case "upgradeController":
      return new Set([EVERYTHING]);
    // A constraint may refuse anything.
    case "addGlobalConstraint":
    case "removeGlobalConstraint":
      return new Set([EVERYTHING]);
    case "other":
      return new Set();
  }
}
