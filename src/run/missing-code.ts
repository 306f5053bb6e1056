import type { Target } from "../chain/target.js";
import type { OnEvent } from "../execution/steps/event.js";
import type { OrganizationResult, ResultSections } from "../result/result.js";
import type { Warning } from "../support/warning.js";

/** Addresses listed in a message; the rest is only counted. */
const NAMED = 5;

/** Contracts of a result that have no code on a chain, as `base.DaoCreator 0x...`. */
export async function missingCode(
  target: Pick<Target, "code">,
  sections: ResultSections,
): Promise<string[]> {
  const contracts = contractsOf(sections);
  const codes = await Promise.all(contracts.map(async ([, address]) => await target.code(address)));
  return contracts.flatMap(([name, address], index) =>
    codes[index] === "0x" ? [`${name} ${address}`] : [],
  );
}

/**
 * Reports which contracts of a file or of the known deployments are not on this chain, which may be a local one with a
 * live network's chain ID.
 * @param where the start of the sentence, which says where they are listed
 */
export async function noteMissingCode(
  target: Target,
  sections: ResultSections,
  where: string,
  onEvent: OnEvent | undefined,
): Promise<void> {
  const missing = await missingCode(target, sections);
  if (missing.length === 0) return;
  const { name, chainId } = target.chain;
  onEvent?.({
    type: "note",
    message: `${where} not on this chain, ${name} (chain ID ${chainId}): ${listed(missing)}.`,
  });
}

/** A warning if contracts that a migration deployed have no code: the node may be behind, or on another chain. */
export async function madeWithoutCode(
  target: Pick<Target, "code">,
  made: ResultSections,
): Promise<Warning[]> {
  const missing = await missingCode(target, made);
  if (missing.length === 0) return [];
  return [
    {
      code: "no-code",
      message:
        `The node has no code for ${listed(missing)}, which the migration deployed. It may be behind: ` +
        "check the code again before you use these contracts.",
    },
  ];
}

function contractsOf({ base, dao, test }: ResultSections): (readonly [string, string])[] {
  const { arcVersion: _, ...universal } = base ?? { arcVersion: "" };
  return [
    ...Object.entries(universal as Record<string, string>).map(
      ([name, address]) => [`base.${name}`, address] as const,
    ),
    ...organizationContracts("dao", dao),
    ...(dao?.StandAloneContracts ?? []).map(
      ({ name, address }) => [`dao.StandAloneContracts ${name}`, address] as const,
    ),
    ...organizationContracts("test", test),
    ...(test?.ActionMock === undefined ? [] : [["test.ActionMock", test.ActionMock] as const]),
  ];
}

function organizationContracts(
  section: string,
  organization: OrganizationResult | undefined,
): (readonly [string, string])[] {
  if (organization === undefined) return [];
  const { Avatar, NativeToken, NativeReputation, Controller, Schemes = [] } = organization;
  // Files of the predecessor may lack some.
  const own: Readonly<Record<string, string | undefined>> = {
    Avatar,
    NativeToken,
    NativeReputation,
    Controller,
  };
  return [
    ...Object.entries(own).flatMap(([name, address]) =>
      address === undefined ? [] : [[`${section}.${name}`, address] as const],
    ),
    ...Schemes.map(({ name, address }) => [`${section}.Schemes ${name}`, address] as const),
  ];
}

function listed(names: readonly string[]): string {
  const rest = names.length - NAMED;
  return names.slice(0, NAMED).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}
