import { getAddress, Interface } from "ethers";

import type { Artifact } from "../arc/artifact.js";
import { isCodeOf } from "../arc/code.js";
import type { Eip1193Provider } from "../chain/provider.js";
import type { Inspection } from "./description.js";
import type { InspectOptions } from "./inspect-dao.js";
import { describeVotingMachines } from "./proposals/describe-voting-machines.js";
import { attempt } from "./reading/attempt.js";
import { type BlockReader, readerAt } from "./reading/block-reader.js";
import { Contract } from "./reading/contract.js";
import { readSchemeParameters } from "./schemes/scheme-parameters.js";

export interface CustomSchemes {
  /** For the address of each custom scheme, even a removed one: names of the build files with its code. */
  readonly customCode: Readonly<Record<string, readonly string[]>>;
  /** The inspection, with the parameters of schemes that only the build files can read. */
  readonly inspection: Inspection;
}

/**
 * Identifies schemes of unknown code by build files, and reads their parameters at the inspection's block.
 * @param custom artifacts of contracts that are not Arc's, by name
 */
export async function readCustomSchemes(
  provider: Eip1193Provider,
  inspection: Inspection,
  custom: ReadonlyMap<string, Artifact>,
  { cacheDir, signal }: Pick<InspectOptions, "cacheDir" | "signal"> = {},
): Promise<CustomSchemes> {
  if (custom.size === 0) return { customCode: {}, inspection };
  const { block, eventsFromBlock: fromBlock } = inspection;
  const reader = await readerAt(provider, { block: block.number, fromBlock, cacheDir, signal });
  const customCode = await readCustomCode(reader, inspection, custom);
  const read = await withCustomParameters(reader, inspection, customCode, custom);
  await reader.requireSameBlock();
  return { customCode, inspection: read };
}

async function readCustomCode(
  reader: BlockReader,
  { schemes }: Inspection,
  custom: ReadonlyMap<string, Artifact>,
): Promise<CustomSchemes["customCode"]> {
  const addresses = schemes
    .filter(({ contract }) => contract.code !== "account")
    .map(({ contract }) => getAddress(contract.address));
  const entries = await Promise.all(
    addresses.map(async (address) => {
      const code = await reader.code(address);
      const names = [...custom].filter(([, artifact]) => isCodeOf(artifact, code));
      return [address, names.map(([name]) => name)] as const;
    }),
  );
  return Object.fromEntries(entries);
}

async function withCustomParameters(
  reader: BlockReader,
  inspection: Inspection,
  customCode: CustomSchemes["customCode"],
  custom: ReadonlyMap<string, Artifact>,
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
