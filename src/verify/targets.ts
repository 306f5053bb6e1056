import type { LedgerEntry, OrganizationResult } from "../result/result.js";

/** A contract to verify. */
export interface Target {
  /** The contract's name in Arc or in the project's sources. */
  readonly name: string;
  /** Its path in the result, such as `base.DaoCreator` or `dao.Schemes.ContributionReward`. */
  readonly place: string;
  readonly address: string;
  /** The Arc release that it comes from. */
  readonly arcVersion: string;
}

/** All contracts in a result, each address once: base, DAO and demo test. */
export function targetsOf(entry: LedgerEntry): readonly Target[] {
  const { base, dao, test } = entry;
  const targets: Target[] = [];
  for (const [name, address] of Object.entries<string>({ ...base })) {
    if (name === "arcVersion" || base === undefined) continue;
    targets.push({ name, place: `base.${name}`, address, arcVersion: base.arcVersion });
  }
  if (dao !== undefined) targets.push(...organizationTargets("dao", dao, base?.UController));
  for (const each of dao?.StandAloneContracts ?? []) {
    const place = `dao.StandAloneContracts.${each.alias ?? each.name}`;
    targets.push({ ...own(each), place });
  }
  if (test !== undefined) {
    targets.push(...organizationTargets("test", test, base?.UController));
    if (test.ActionMock !== undefined) {
      const { ActionMock: address, arcVersion } = test;
      targets.push({ name: "ActionMock", place: "test.ActionMock", address, arcVersion });
    }
  }
  const seen = new Set<string>();
  return targets.filter(({ address }) => {
    const isNew = !seen.has(address.toLowerCase());
    seen.add(address.toLowerCase());
    return isNew;
  });
}

/** Only the contracts of one DAO. */
export function organizationTargets(
  section: string,
  dao: OrganizationResult,
  uController: string | undefined,
): readonly Target[] {
  const { arcVersion } = dao;
  const isUniversal = dao.Controller.toLowerCase() === uController?.toLowerCase();
  return [
    { name: "Avatar", place: `${section}.Avatar`, address: dao.Avatar, arcVersion },
    { name: "DAOToken", place: `${section}.NativeToken`, address: dao.NativeToken, arcVersion },
    {
      name: "Reputation",
      place: `${section}.NativeReputation`,
      address: dao.NativeReputation,
      arcVersion,
    },
    {
      name: isUniversal ? "UController" : "Controller",
      place: `${section}.Controller`,
      address: dao.Controller,
      arcVersion,
    },
    ...dao.Schemes.map((scheme) => ({
      ...own(scheme),
      place: `${section}.Schemes.${scheme.alias ?? scheme.name}`,
    })),
  ];
}

function own({ name, address, arcVersion }: Omit<Target, "place">): Omit<Target, "place"> {
  return { name, address, arcVersion };
}
