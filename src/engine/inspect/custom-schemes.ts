import { Interface } from "ethers";

import type { Artifact } from "../../foundation/arc/artifact.js";
import { isCodeOf } from "../../foundation/arc/code.js";
import type { Eip1193Provider } from "../../foundation/chain/provider.js";
import type { Inspection, SchemeDescription } from "./description.js";
import { describeVotingMachines } from "./proposals/describe-voting-machines.js";
import { attempt } from "./reading/attempt.js";
import { type BlockReader, type PinOptions, readerOf } from "./reading/block-reader.js";
import { openForeign } from "./reading/foreign-contracts.js";
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
  { cacheDir, signal }: Pick<PinOptions, "cacheDir" | "signal"> = {},
): Promise<CustomSchemes> {
  if (custom.size === 0) return { customCode: {}, inspection };
  const reader = await readerOf(provider, inspection, { cacheDir, signal });
  const { customCode, schemes } = await recognizeSchemes(reader, inspection, custom);
  const isKnown = Object.values(customCode).some((names) => names.length > 0);
  const votingMachines = isKnown
    ? await describeVotingMachines(reader, schemes)
    : inspection.votingMachines;
  await reader.requireSameBlock();
  return { customCode, inspection: { ...inspection, schemes, votingMachines } };
}

/** The schemes, of which those of unknown code are read by the ABI of the build file with their code. */
export async function recognizeSchemes(
  reader: BlockReader,
  { avatar: { address: avatar }, schemes }: Pick<Inspection, "avatar" | "schemes">,
  custom: ReadonlyMap<string, Artifact>,
): Promise<Pick<CustomSchemes, "customCode"> & Pick<Inspection, "schemes">> {
  const customCode: Record<string, readonly string[]> = {};
  const recognized = await Promise.all(
    schemes.map(async (scheme) => {
      const { contract, paramsHash } = scheme;
      if (contract.code === "account") return scheme;
      const code = await reader.code(contract.address);
      const found = [...custom].filter(([, artifact]) => isCodeOf(artifact, code));
      customCode[contract.address] = found.map(([name]) => name);
      const [first] = found;
      if (contract.code !== "unknown" || first === undefined) return scheme;
      const [ownName, { abi }] = first;
      const own = { ...scheme, contract: { ...contract, ownName } };
      if (!scheme.registered) return own;
      // Its code is a build file's, but not proven to end.
      const opened = openForeign(reader, contract.address, new Interface(abi));
      const parameters = await attempt(() =>
        readSchemeParameters(reader, opened, { avatar, paramsHash }),
      );
      return { ...own, parameters };
    }),
  );
  return { customCode, schemes: recognized };
}

export function ownArtifacts(
  schemes: readonly SchemeDescription[],
  custom: ReadonlyMap<string, Artifact>,
): ReadonlyMap<string, Artifact> {
  return new Map(
    schemes.flatMap(({ contract: { address, ownName = "" } }) => {
      const artifact = custom.get(ownName);
      return artifact === undefined ? [] : [[address, artifact] as const];
    }),
  );
}

export function ownAbis(
  schemes: readonly SchemeDescription[],
  custom: ReadonlyMap<string, Artifact>,
): Readonly<Record<string, unknown>> {
  const artifacts = [...ownArtifacts(schemes, custom)];
  return Object.fromEntries(artifacts.map(([address, { abi }]) => [address, abi]));
}

/** What schemes of unknown code may be; nothing is read if all are known. */
export async function customOf(
  schemes: readonly SchemeDescription[],
  builds?: () => Promise<ReadonlyMap<string, Artifact>>,
): Promise<ReadonlyMap<string, Artifact>> {
  const isUnknown = schemes.some(({ contract }) => contract.code === "unknown");
  return (isUnknown ? await builds?.() : undefined) ?? new Map();
}
