import { isAddress } from "ethers";

import type { Target } from "../../foundation/chain/target.js";
import type { OnEvent } from "../../engine/execution/steps/event.js";
import type { ResultSections } from "../../foundation/result/result.js";
import type { Warning } from "../../foundation/support/warning.js";

/** Addresses listed in a message; the rest is only counted. */
const NAMED = 5;

/** Contracts of a result that have no code on a chain, as `base.DaoCreator 0x...`. */
export async function findMissingCode(
  target: Pick<Target, "code">,
  sections: ResultSections,
): Promise<string[]> {
  const missing = await Promise.all(
    contractsIn(sections).map(async ([name, address]) =>
      (await target.code(address)) === "0x" ? [`${name} ${address}`] : [],
    ),
  );
  return missing.flat();
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
  const missing = await findMissingCode(target, sections);
  if (missing.length === 0) return;
  const { name, chainId } = target.chain;
  onEvent?.({
    type: "note",
    message: `${where} not on this chain, ${name} (chain ID ${chainId}): ${listed(missing)}.`,
  });
}

/** A warning if contracts that a migration deployed have no code: the node may be behind, or on another chain. */
export async function warnOfMissingCode(
  target: Pick<Target, "code">,
  made: ResultSections,
): Promise<Warning[]> {
  const missing = await findMissingCode(target, made);
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

/** Every address in a result, as `base.DaoCreator` or `dao.Schemes ContributionReward`. */
export function contractsIn(sections: ResultSections): readonly (readonly [string, string])[] {
  return Object.entries(sections).flatMap(([section, fields]) =>
    Object.entries(fields as Readonly<Record<string, unknown>>).flatMap(([field, value]) => {
      const entries = (Array.isArray(value) ? value : [{ address: value }]) as readonly {
        readonly name?: string;
        readonly address?: unknown;
      }[];
      return entries.flatMap(({ name = "", address }) =>
        isAddress(address) ? [[`${section}.${field} ${name}`.trim(), address] as const] : [],
      );
    }),
  );
}

function listed(names: readonly string[]): string {
  const rest = names.length - NAMED;
  return names.slice(0, NAMED).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}
