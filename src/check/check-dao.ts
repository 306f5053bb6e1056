import type { Eip1193Provider } from "../chain/provider.js";
import { readCustomSchemes } from "../inspect/custom-schemes.js";
import type { Inspection } from "../inspect/description.js";
import type { InspectOptions } from "../inspect/inspect-dao.js";
import { readerAt } from "../inspect/reading/pinned-reader.js";
import { type CheckFacts, foundingOf, type RecordedDao } from "./facts/check-facts.js";
import { withoutFormer } from "./facts/former-contracts.js";
import { readStandAloneCode } from "./facts/stand-alone-code.js";
import { wantedDaoOf, type WantedInputs } from "./facts/wanted-dao.js";

/** The inputs of a check. */
export interface CheckInputs extends WantedInputs {
  readonly inspection: Inspection;
  readonly recorded?: RecordedDao;
}

/** Reads everything that the rules need besides the inspection, at the inspection's block. */
export async function readFacts(
  provider: Eip1193Provider,
  { inspection, recorded: listed, ...inputs }: CheckInputs,
  options: Pick<InspectOptions, "cacheDir" | "signal"> = {},
): Promise<CheckFacts> {
  const { custom } = inputs.artifacts;
  const { missingEvents, founders, block, eventsFromBlock: fromBlock } = inspection;
  const wanted = wantedDaoOf(inputs);
  const schemes = await readCustomSchemes(provider, inspection, custom, options);
  const recorded =
    listed && withoutFormer(listed, schemes.inspection, schemes.customCode, inputs.parameters);
  const open = () => readerAt(provider, { ...options, block: block.number, fromBlock });
  const all = { ...inputs, recorded };
  const standAloneCode = await readStandAloneCode(open, schemes.inspection, wanted, all);
  return {
    ...schemes,
    ...{ standAloneCode, founding: foundingOf(founders), wanted },
    recorded,
    missingEvents,
  };
}
