import { getAddress, Interface } from "ethers";

import { isCodeOf } from "../arc/code.js";
import type { Eip1193Provider } from "../chain/provider.js";
import type { Inspection } from "../inspect/description.js";
import type { InspectOptions } from "../inspect/inspect-dao.js";
import { describeVotingMachines } from "../inspect/proposals/describe-voting-machines.js";
import { attempt } from "../inspect/reading/attempt.js";
import type { BlockReader } from "../inspect/reading/block-reader.js";
import { Contract } from "../inspect/reading/contract.js";
import { readerAt } from "../inspect/reading/pinned-reader.js";
import { readSchemeParameters } from "../inspect/schemes/scheme-parameters.js";
import type { ArtifactSet } from "../params/artifact-set.js";
import type { CheckFacts, RecordedDao } from "./facts/check-facts.js";
import { foundingOf } from "./facts/founding.js";
import { wantedDaoOf, type WantedInputs } from "./facts/wanted-dao.js";

/** What a check compares. */
export interface CheckInputs extends WantedInputs {
  readonly inspection: Inspection;
  readonly recorded?: RecordedDao | undefined;
}

/** Reads what the rules need besides an inspection, at the inspection's block. */
export async function readFacts(
  provider: Eip1193Provider,
  { inspection, recorded, ...inputs }: CheckInputs,
  { cacheDir, signal }: Pick<InspectOptions, "cacheDir" | "signal"> = {},
): Promise<CheckFacts> {
  const { block, eventsFromBlock: fromBlock } = inspection;
  const reader = await readerAt(provider, { block: block.number, fromBlock, cacheDir, signal });
  const { missingEvents } = inspection;
  const customCode = await readCustomCode(
    async (address) => await reader.code(address),
    inspection,
    inputs.artifacts,
  );
  const checked = await withCustomParameters(reader, inspection, customCode, inputs.artifacts);
  await reader.requireSameBlock();
  return {
    inspection: checked,
    founding: foundingOf(inspection.founders),
    wanted: wantedDaoOf(inputs),
    ...(recorded !== undefined && { recorded }),
    customCode,
    ...(missingEvents !== undefined && { missingEvents }),
  };
}

/** Which contracts of custom-abis schemes of unknown code are. */
async function readCustomCode(
  codeAt: (address: string) => Promise<string>,
  { schemes }: Inspection,
  { custom }: ArtifactSet,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const addresses = schemes
    .filter(({ contract, registered }) => registered && contract.code !== "account")
    .map(({ contract }) => getAddress(contract.address));
  const entries = await Promise.all(
    addresses.map(async (address) => {
      const code = await codeAt(address);
      const names = [...custom].filter(([, artifact]) => isCodeOf(artifact, code));
      return [address, names.map(([name]) => name)] as const;
    }),
  );
  return Object.fromEntries(entries);
}

/** The inspection, with the parameters of schemes that only custom-abis knows how to ask. */
async function withCustomParameters(
  reader: BlockReader,
  inspection: Inspection,
  customCode: CheckFacts["customCode"],
  { custom }: ArtifactSet,
): Promise<Inspection> {
  if (Object.values(customCode).every((names) => names.length === 0)) return inspection;
  const schemes = await Promise.all(
    inspection.schemes.map(async (scheme) => {
      const { contract, paramsHash } = scheme;
      const artifact = custom.get(customCode[contract.address]?.[0] ?? "");
      if (contract.code !== "unknown" || artifact === undefined) return scheme;
      const opened = new Contract(reader, contract.address, new Interface(artifact.abi));
      const parameters = await attempt(() => readSchemeParameters(reader, opened, paramsHash));
      return { ...scheme, parameters };
    }),
  );
  return { ...inspection, schemes, votingMachines: await describeVotingMachines(reader, schemes) };
}
