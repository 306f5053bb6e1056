import type { NetworkName } from "../chain/networks.js";
import type { Target } from "../chain/target.js";
import type { OnEvent } from "../execution/steps/event.js";
import { isDeployed } from "../migration/reuse.js";
import { releaseOfEntry, sectionsOf } from "../result/ledger.js";
import { knownEntries } from "../result/known-deployments.js";
import type { BaseResult, ResultSections } from "../result/result.js";
import { noteMissingCode } from "./missing-code.js";

/** Known deployments of a release on a live network, from the predecessor's own results. */
export async function knownDeployments(
  network: NetworkName,
  arcVersion: string,
): Promise<ResultSections> {
  const entries = await knownEntries(network, arcVersion);
  const entry = entries.find((each) => releaseOfEntry(each) === arcVersion);
  return entry === undefined ? {} : sectionsOf(entry);
}

/** The known base of a release on a live network, if its contracts have code. */
export async function knownBase(
  target: Target,
  arcVersion: string,
  onEvent?: OnEvent,
): Promise<{ readonly base?: BaseResult }> {
  const { base } = await knownDeployments(target.chain.name, arcVersion);
  if (base === undefined) return {};
  const code = async (address: string) => await target.code(address);
  if (await isDeployed(code, base)) return { base };
  const where = `Some contracts of the known base of Arc ${arcVersion} are`;
  await noteMissingCode(target, { base }, where, onEvent);
  return {};
}
