import { isPrivate } from "../chain/networks.js";
import type { Target } from "../chain/target.js";
import { ProviderReader } from "../execution/deployers/provider-reader.js";
import type { ChainFacts } from "../execution/steps/step.js";
import { createdByOthers } from "../migration/reuse.js";
import type { BaseResult, ResultSections } from "../result/result.js";
import { MigrationError } from "../support/errors.js";
import { knownDeployments } from "./known-base.js";
import type { LiveInputs } from "./live-inputs.js";
import type { PreparedMigration } from "./prepare.js";

/** What a migration builds on, and who builds. */
interface BaseTerms {
  readonly target: Target;
  readonly facts: ChainFacts;
  readonly prepared: PreparedMigration;
  readonly existing: ResultSections;
}

/**
 * Refuses contracts of a base that a stranger deployed on a public chain, unless the user trusts them:
 * their code is Arc's, but a constructor of another's making may have stored anything beside it, such as
 * a reward that waits for the DAO to come. Whoever can write the result file can list such a base.
 * @param reusable contracts that a base reuses, by name; without a base, those of the result file count
 * @throws MigrationError where nobody trusts them
 */
export async function requireTrustedBase(
  { trustBase, confirmForeignBase }: LiveInputs,
  { target, facts, prepared: { release, sections }, existing }: BaseTerms,
  reusable: Readonly<Record<string, string>>,
): Promise<void> {
  if (trustBase === true || isPrivate(target.chain)) return;
  const base = sections.includes("base") ? reusable : existing.base;
  if (base === undefined) return;
  const reader = new ProviderReader(target.provider, facts);
  const known = await knownDeployments(target.chain.name, release.version);
  const claims = base as unknown as BaseResult;
  const names = await createdByOthers(reader, release, claims, { ...known.base });
  if (names.length === 0 || (await confirmForeignBase?.(names)) === true) return;
  throw new MigrationError(
    `Another account deployed ${names.join(", ")} of this base. The code is Arc's, but what a constructor of ` +
      "another's making stored beside it cannot be read back. Nothing was sent. If you know who deployed it, pass " +
      "--trust-base (trustBase in the library); otherwise deploy a base of your own with --force.",
  );
}
