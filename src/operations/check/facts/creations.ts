import { newestOf } from "../../../foundation/arc/known-code.js";
import { openArcRelease } from "../../../foundation/arc/open-release.js";
import type { OpenOptions } from "../../../foundation/arc/source/open-options.js";
import type { Eip1193Provider } from "../../../foundation/chain/provider.js";
import type { ContractDescription } from "../../../engine/inspect/description.js";
import { attempt, isNotRead } from "../../../engine/inspect/reading/attempt.js";
import {
  contractsWithPower,
  creationCodes,
  findCreation,
  type Creation,
} from "../../../engine/inspect/storage/creation.js";
import type { ArtifactSet } from "../../../foundation/params/artifact-set.js";
import type { CheckFacts, CreationFact } from "./check-facts.js";

type Known = Pick<CheckFacts, "inspection" | "customCode" | "standAlone" | "recorded">;

/**
 * Reads how each contract was created whose code alone does not prove its storage: registered schemes, their voting
 * machines, what they refer to, and the file's stand-alone contracts.
 */
export async function readCreations(
  provider: Eip1193Provider,
  known: Known,
  artifacts: ArtifactSet,
  options: OpenOptions,
): Promise<readonly CreationFact[]> {
  const { createdIn = {} } = known.recorded ?? {};
  return await Promise.all(
    contractsOf(known).map(async (contract) => {
      const { address, name = known.customCode[address]?.[0] ?? address } = contract;
      const codes = await attempt(() => bytecodesOf(contract, known, artifacts, options));
      const creation: Creation = isNotRead(codes)
        ? { code: "not known", reason: codes.notRead }
        : await findCreation(address, codes, provider, createdIn[address]);
      return { address, name, creation };
    }),
  );
}

function contractsOf({
  inspection,
  customCode,
  standAlone = new Map(),
}: Known): readonly ContractDescription[] {
  const all = [
    ...contractsWithPower(inspection),
    ...[...standAlone.values()].map(({ contract }) => contract),
  ];
  const isKnown = ({ code, address }: ContractDescription): boolean =>
    code === "arc" || (customCode[address] ?? []).length > 0;
  return [...new Map(all.filter(isKnown).map((each) => [each.address, each])).values()];
}

/** What a contract may compile to: in any opened release that has its code, otherwise in the newest one. */
async function bytecodesOf(
  contract: ContractDescription,
  { customCode }: Known,
  { releases: opened, custom }: ArtifactSet,
  options: OpenOptions,
): Promise<readonly string[]> {
  const { address, name, releases = [] } = contract;
  if (name === undefined) return customCode[address]!.map((each) => custom.get(each)!.bytecode);
  const own = releases.flatMap((version) => opened.get(version) ?? []);
  const sources = own.length > 0 ? own : [await openArcRelease(newestOf(contract), options)];
  return sources.flatMap((release) => creationCodes(release, name));
}
