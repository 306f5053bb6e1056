import { isSameAddress } from "../../foundation/chain/same-address.js";
import type { Eip1193Provider } from "../../foundation/chain/provider.js";
import { readCustomSchemes } from "../../engine/inspect/custom-schemes.js";
import type { Inspection } from "../../engine/inspect/description.js";
import { withDependents } from "../../foundation/params/references-in.js";
import type { DaoParameters } from "../../foundation/params/parameters.js";
import type { ContractResult } from "../../foundation/result/result.js";
import type { InspectOptions } from "../../engine/inspect/inspect-dao.js";
import { readerOf, type BlockReader } from "../../engine/inspect/reading/block-reader.js";
import { isDeployer } from "../../engine/inspect/schemes/deployer.js";
import type { CheckFacts, RecordedDao } from "./facts/check-facts.js";
import { readStandAlone, readStandAloneCode } from "./facts/stand-alone.js";
import { wantedDaoOf, type WantedInputs } from "./facts/wanted-dao.js";

export interface CheckInputs
  extends WantedInputs, Pick<CheckFacts, "inspection" | "recorded" | "deployer"> {
  /** One that deployed some of them. The one that made the controller is known anyway. */
  readonly alsoDeployed?: string;
}

/** Addresses of what a DAO keeps, as in a result file. */
export function partsOf({ controller, token, reputation }: Inspection) {
  return {
    Controller: controller.address,
    NativeToken: token.contract.address,
    NativeReputation: reputation.contract.address,
  };
}

/** Reads everything that the rules need besides the inspection, at the inspection's block. */
export async function readFacts(
  provider: Eip1193Provider,
  { inspection, recorded: listed, deployer, alsoDeployed, ...inputs }: CheckInputs,
  options: Pick<InspectOptions, "cacheDir" | "signal"> = {},
): Promise<CheckFacts> {
  const { custom } = inputs.artifacts;
  const wanted = wantedDaoOf(inputs);
  const schemes = await readCustomSchemes(provider, inspection, custom, options);
  const recorded =
    listed && withoutFormer(listed, schemes.inspection, schemes.customCode, inputs.parameters);
  let reader: BlockReader | undefined;
  const open = async () => (reader ??= await readerOf(provider, inspection, options));
  const known = { inspection: schemes.inspection, recorded };
  const standAloneCode = await readStandAloneCode(open, wanted, known, inputs);
  const standAlone = await readStandAlone(open, wanted, known, inputs);
  await reader?.requireSameBlock();
  const maker = inspection.schemes.find(isDeployer);
  const some = [maker?.contract.address, alsoDeployed].filter((each) => each !== undefined);
  return { ...schemes, standAloneCode, standAlone, wanted, recorded, deployer, deployedSome: some };
}

/**
 * A result file's contracts without those that a vote has replaced since: schemes that were unregistered while another
 * one of that code is registered, and contracts whose arguments refer to these.
 */
function withoutFormer(
  recorded: RecordedDao,
  { schemes }: Pick<Inspection, "schemes">,
  customCode: CheckFacts["customCode"],
  { standAloneContracts }: Pick<DaoParameters, "standAloneContracts">,
): RecordedDao {
  const isReplaced = ({ name, address }: ContractResult): boolean =>
    schemes.some(
      ({ registered, contract }) => !registered && isSameAddress(contract.address, address),
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
