import { getAddress, isAddress } from "ethers";

import { isCodeOf } from "../../../foundation/arc/code.js";
import type { Inspection } from "../../../engine/inspect/description.js";
import { isNotRead } from "../../../engine/inspect/reading/attempt.js";
import type { BlockReader } from "../../../engine/inspect/reading/block-reader.js";
import { describeContract } from "../../../engine/inspect/reading/identify.js";
import { artifactOf, type ArtifactSet } from "../../../foundation/params/artifact-set.js";
import type { StandAloneContractParameters } from "../../../foundation/params/parameters.js";
import type { RecordedDao, StandAloneCode, WantedDao, WantedValue } from "./check-facts.js";
import type { WantedInputs } from "./wanted-dao.js";

/**
 * Finds out which of the file's stand-alone contracts could be at the addresses that schemes are set up with, where the
 * file refers to one that the result file does not list. Nothing else distinguishes schemes with the same code then.
 * @param open opens the inspection's block; not called if there is nothing to read
 */
export async function readStandAloneCode(
  open: () => Promise<BlockReader>,
  { schemes }: Pick<Inspection, "schemes">,
  wanted: WantedDao,
  { recorded, parameters, artifacts }: WantedInputs & { readonly recorded?: RecordedDao },
): Promise<StandAloneCode> {
  const isOpen = ({ argument }: WantedValue): boolean =>
    typeof argument === "object" &&
    "standAloneContract" in argument &&
    recorded?.StandAloneContracts[argument.standAloneContract] === undefined;
  const names = wanted.schemes.flatMap(({ values }) =>
    values.filter(isOpen).map(({ name }) => name),
  );
  const addresses = new Set(
    schemes.flatMap(({ parameters: read }) => {
      if (read === undefined || isNotRead(read)) return [];
      return names
        .map((name) => read.values[name])
        .filter((value): value is string => isAddress(value))
        .map((value) => getAddress(value));
    }),
  );
  if (addresses.size === 0) return {};
  const reader = await open();
  const { standAloneContracts } = parameters;
  const placesAt = async (address: string): Promise<readonly number[]> => {
    const has = await Promise.all(
      standAloneContracts.map((each) => hasCodeOf(reader, address, each, artifacts)),
    );
    return [...has.keys()].filter((place) => has[place]);
  };
  const entries = await Promise.all(
    [...addresses].map(async (address) => [address, await placesAt(address)] as const),
  );
  await reader.requireSameBlock();
  return Object.fromEntries(entries);
}

/** Whether a contract's code is at an address, from any release of Arc: a comparison decides whether it is the right one. */
export async function hasCodeOf(
  reader: BlockReader,
  address: string,
  contract: StandAloneContractParameters,
  artifacts: ArtifactSet,
): Promise<boolean> {
  if (isCodeOf(artifactOf(artifacts, contract), await reader.code(getAddress(address))))
    return true;
  if (!contract.fromArc) return false;
  return (await describeContract(reader, address)).name === contract.name;
}
