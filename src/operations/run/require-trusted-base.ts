import { isPrivate } from "../../foundation/chain/private-chain.js";
import { ProviderReader } from "../../engine/execution/deployers/provider-reader.js";
import {
  createdByOthers,
  createdByOthersText,
  unknownContracts,
} from "../../engine/migration/trusted-base.js";
import { MigrationError } from "../../foundation/support/errors.js";
import type { LiveInputs } from "./live-inputs.js";
import type { MigrationTerms } from "./prepare.js";

/**
 * Rejects contracts of a base that someone else deployed on a public chain, unless the user trusts them. Their code is
 * Arc's, but a modified constructor may have stored anything in them, such as a reward that a future DAO would pay. And
 * anybody who can write the result file can list such a base.
 * @param reusable contracts of the base to reuse, by name; without a base, those of the result file count
 * @throws MigrationError if nobody trusts them
 */
export async function requireTrustedBase(
  { trustBase, confirmForeignBase }: LiveInputs,
  { target, facts, prepared: { release, sections, change }, existing }: MigrationTerms,
  reusable: Readonly<Record<string, string>>,
): Promise<void> {
  if (trustBase === true || isPrivate(target.chain)) return;
  const base = sections.includes("base") ? reusable : existing.base;
  const contracts = change?.unproven ?? (await unknownContracts(target.chain, release, base ?? {}));
  const names = await createdByOthers(new ProviderReader(target.provider, facts), contracts);
  if (names.length === 0 || (await confirmForeignBase?.(names)) === true) return;
  const otherwise =
    change === undefined
      ? "deploy your own base with --redeploy"
      : "name another result file with --result";
  throw new MigrationError(
    `${createdByOthersText(names)} Nothing was sent. If you trust the account that deployed it, pass --trust-base; ` +
      `otherwise ${otherwise}.`,
  );
}
