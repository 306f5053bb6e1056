import { getAddress, Interface, isAddress } from "ethers";

import { isCodeOf } from "../../../foundation/arc/code.js";
import { attempt, ifRead } from "../../../engine/inspect/reading/attempt.js";
import type { BlockReader } from "../../../engine/inspect/reading/block-reader.js";
import type { Contract, Values } from "../../../engine/inspect/reading/contract.js";
import { describeContract, openContract } from "../../../engine/inspect/reading/identify.js";
import { openForeign } from "../../../engine/inspect/reading/foreign-contracts.js";
import { readReferred } from "../../../engine/inspect/schemes/referred-contracts.js";
import { readOwner } from "../../../engine/inspect/schemes/scheme-parameters.js";
import { artifactOf, type ArtifactSet } from "../../../foundation/params/artifact-set.js";
import type { StandAloneContractParameters } from "../../../foundation/params/parameters.js";
import type {
  CheckFacts,
  StandAloneCode,
  StandAloneFact,
  WantedDao,
  WantedStandAlone,
  WantedValue,
} from "./check-facts.js";
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
      const values = await attempt(async () => ({
        ...(await readValues(opened, wanted, known)),
        ...(await readBeneficiaries(reader, opened)),
      }));
      return [wanted.index, { ...fact, values }];
    }),
  );
  return new Map(facts);
}

/** The contract's values; for limits of tokens, which it does not list, first those of the file's tokens, in their order. */
async function readValues(
  contract: Contract,
  { values }: WantedStandAlone,
  known: Known,
): Promise<Values> {
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

/** The accounts that a list of reputation ever added, which it does not return. */
async function readBeneficiaries(reader: BlockReader, contract: Contract): Promise<Values> {
  if (!contract.has("reputationAllocations")) return {};
  const missing = await reader.missingEvents(contract.address);
  if (missing !== undefined) throw new Error(missing);
  const added = await contract.events(["BeneficiaryAddressAdded"]);
  return { beneficiaries: [...new Set(added.map(({ values }) => String(values[0])))] };
}

/**
 * Finds out which of the file's stand-alone contracts could be at the addresses that schemes are set up with, where the
 * file refers to one that the result file does not list. Nothing else distinguishes schemes with the same code then.
 * @param openBlock opens the inspection's block; not called if there is nothing to read
 */
export async function readStandAloneCode(
  openBlock: () => Promise<BlockReader>,
  wanted: WantedDao,
  { inspection: { schemes }, recorded }: Known,
  { parameters, artifacts }: WantedInputs,
): Promise<StandAloneCode> {
  const isOpen = ({ argument }: WantedValue): boolean =>
    typeof argument === "object" &&
    "standAloneContract" in argument &&
    recorded?.StandAloneContracts[argument.standAloneContract] === undefined;
  const open = wanted.schemes.flatMap(({ values }) => values.filter(isOpen));
  const found = schemes.flatMap(({ parameters: read }) =>
    open.map(({ name }) => ifRead(read)?.values[name]),
  );
  const addresses = new Set(found.flatMap((each) => (isAddress(each) ? getAddress(each) : [])));
  if (addresses.size === 0) return {};
  const reader = await openBlock();
  const { standAloneContracts } = parameters;
  const placesAt = async (address: string): Promise<readonly number[]> => {
    const has = await Promise.all(
      standAloneContracts.map((each) => hasCodeOf(reader, address, each, artifacts)),
    );
    return [...has.keys()].filter((place) => has[place]);
  };
  const places = [...addresses].map(async (each) => [each, await placesAt(each)] as const);
  return Object.fromEntries(await Promise.all(places));
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
