import { Interface, isAddress } from "ethers";

import { isCodeOf } from "../../../foundation/arc/code.js";
import type { JsonValue } from "../../../engine/inspect/description.js";
import { attempt } from "../../../engine/inspect/reading/attempt.js";
import type { BlockReader } from "../../../engine/inspect/reading/block-reader.js";
import type { Contract } from "../../../engine/inspect/reading/contract.js";
import { describeContract, openContract } from "../../../engine/inspect/reading/identify.js";
import { openForeign } from "../../../engine/inspect/reading/foreign-contracts.js";
import { readReferred } from "../../../engine/inspect/schemes/referred-contracts.js";
import { readOwner } from "../../../engine/inspect/schemes/scheme-parameters.js";
import { artifactOf } from "../../../foundation/params/artifact-set.js";
import type { CheckFacts, StandAloneFact, WantedDao, WantedStandAlone } from "./check-facts.js";
import type { WantedInputs } from "./wanted-dao.js";
import { wantedText } from "./wanted-text.js";

type Known = Pick<CheckFacts, "inspection" | "recorded">;

/**
 * Reads the file's stand-alone contracts whose addresses the result file has.
 * @param open opens the inspection's block; not called if there is nothing to read
 */
export async function readStandAlone(
  open: () => Promise<BlockReader>,
  { standAlone }: WantedDao,
  known: Known,
  { parameters, artifacts }: WantedInputs,
): Promise<ReadonlyMap<number, StandAloneFact>> {
  const listed = standAlone.flatMap((wanted) => {
    const address = known.recorded?.StandAloneContracts[wanted.index]?.address;
    return address === undefined ? [] : [{ wanted, address }];
  });
  if (listed.length === 0) return new Map();
  const reader = await open();
  const facts = await Promise.all(
    listed.map(async ({ wanted, address }): Promise<[number, StandAloneFact]> => {
      const source = parameters.standAloneContracts[wanted.index]!;
      const artifact = artifactOf(artifacts, source);
      const contract = await describeContract(reader, address);
      const code = await reader.code(contract.address);
      const isRight = isCodeOf(artifact, code);
      const mayBeRight = !source.fromArc && code.length === artifact.deployedBytecode.length;
      const opened =
        openContract(reader, contract) ??
        openForeign(reader, contract.address, new Interface(artifact.abi));
      const fact = { contract, isRight, mayBeRight, owner: await readOwner(opened) };
      const values = await attempt(() => readValues(opened, wanted, known));
      return [wanted.index, { ...fact, values }];
    }),
  );
  await reader.requireSameBlock();
  return new Map(facts);
}

/** The contract's values; for limits of tokens, which it does not list, first those of the file's tokens, in their order. */
async function readValues(
  contract: Contract,
  { values }: WantedStandAlone,
  known: Known,
): Promise<Readonly<Record<string, JsonValue>>> {
  const argument = values.find(({ name }) => name === "periodLimitTokensAddresses")?.argument;
  const list = typeof argument === "object" && "length" in argument ? argument : [];
  const tokens = list
    .map((each) => wantedText(each, known))
    .flatMap((each) => ("text" in each && isAddress(each.text) ? each.text : []));
  const token = known.inspection.token.contract.address;
  const found = await readReferred(contract, [...tokens, token]);
  const limits = found.periodLimitTokens as Readonly<Record<string, string>> | undefined;
  if (limits === undefined) return found;
  const limited = [...new Set([...tokens, ...Object.keys(limits)])];
  return {
    ...found,
    periodLimitTokensAddresses: limited,
    periodLimitTokensAmounts: limited.map((each) => limits[each] ?? "0"),
  };
}
