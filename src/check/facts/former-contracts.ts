import type { Inspection } from "../../inspect/description.js";
import { withDependents } from "../../params/references-in.js";
import type { DaoParameters } from "../../params/parameters.js";
import type { ContractResult } from "../../result/result.js";
import type { CheckFacts, RecordedDao } from "./check-facts.js";

/**
 * A result file's contracts without those that a vote has replaced since: schemes that were unregistered while another
 * one of that code is registered, and contracts whose arguments refer to these.
 */
export function withoutFormer(
  recorded: RecordedDao,
  { schemes }: Pick<Inspection, "schemes">,
  customCode: CheckFacts["customCode"],
  { standAloneContracts }: Pick<DaoParameters, "standAloneContracts">,
): RecordedDao {
  const isReplaced = ({ name, address }: ContractResult): boolean =>
    schemes.some(
      ({ registered, contract }) =>
        !registered && contract.address.toLowerCase() === address.toLowerCase(),
    ) &&
    schemes.some(
      ({ registered, contract }) =>
        registered && [contract.name, ...(customCode[contract.address] ?? [])].includes(name),
    );
  const former = recorded.StandAloneContracts.flatMap((each, place) =>
    isReplaced(each) ? [place] : [],
  );
  if (former.length === 0) return recorded;
  const places = withDependents(standAloneContracts, former);
  const StandAloneContracts: ContractResult[] = [];
  // Leave holes: rules take these as unknown.
  recorded.StandAloneContracts.forEach((each, place) => {
    if (!places.has(place)) StandAloneContracts[place] = each;
  });
  return { ...recorded, StandAloneContracts };
}
