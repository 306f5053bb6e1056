import { ProviderReader } from "../../engine/execution/deployers/provider-reader.js";
import { requireTrusted, unknownContracts } from "../../engine/migration/trusted-base.js";
import type { LiveInputs } from "./live-inputs.js";
import type { MigrationTerms } from "./prepare.js";

/**
 * Rejects a run that uses contracts of a base which nobody trusts.
 * @param reusable contracts of the base to reuse, by name; without a base, those of the result file count
 * @throws MigrationError if nobody trusts them
 */
export async function requireTrustedBase(
  inputs: LiveInputs,
  { target, facts, prepared: { release, sections, change }, existing }: MigrationTerms,
  reusable: Readonly<Record<string, string>>,
): Promise<void> {
  const base = sections.includes("base") ? reusable : existing.base;
  const contracts = change?.unproven ?? (await unknownContracts(target.chain, release, base ?? {}));
  const otherwise =
    change === undefined
      ? "deploy your own base with --redeploy"
      : "name another result file with --result";
  await requireTrusted(new ProviderReader(target.provider, facts), contracts, inputs, otherwise);
}
