import type { Target } from "../chain/target.js";
import type { OnEvent } from "../execution/steps/event.js";
import type { ChainFacts } from "../execution/steps/step.js";
import type { ResultFile } from "../result/file.js";
import type { OrganizationResult } from "../result/result.js";
import { DaoExistsError, DeclinedError } from "../support/errors.js";
import { hashDaoInputs, hashDemoInputs } from "./inputs-hash.js";
import type { LiveInputs } from "./live-inputs.js";
import type { PreparedMigration } from "./prepare.js";
import { shownPath } from "../support/shown-path.js";

/** Everything needed to find out whether the DAO already exists. */
export interface ExistingDaoTerms {
  readonly target: Target;
  readonly file: ResultFile;
  readonly prepared: PreparedMigration;
  readonly facts: Pick<ChainFacts, "testAccounts">;
}

/**
 * Prevents creating a DAO a second time by accident: a process may be killed after it wrote its result, and its command
 * repeated.
 * @throws DaoExistsError if there is nobody to ask, DeclinedError if the answer is no
 */
export async function requireNewDao(
  {
    force = false,
    restart = false,
    confirmAnother,
    onEvent,
  }: Pick<LiveInputs, "force" | "restart" | "confirmAnother" | "onEvent">,
  terms: ExistingDaoTerms,
): Promise<void> {
  const isWanted = force || restart;
  if (!isWanted && confirmAnother === undefined) {
    const found = await findExistingDao(terms);
    if (found !== undefined) throw daoExists(found, terms.file.path);
  } else if ((await reportExistingDao(terms, onEvent)) && !isWanted) {
    if ((await confirmAnother?.()) !== true) throw new DeclinedError();
  }
}

/**
 * Reports if the DAO exists.
 * @returns whether it does
 */
export async function reportExistingDao(
  terms: ExistingDaoTerms,
  onEvent: OnEvent | undefined,
): Promise<boolean> {
  const found = await findExistingDao(terms);
  if (found === undefined) return false;
  onEvent?.({ type: "daoExists", file: terms.file.path, dao: found.name, avatar: found.Avatar });
  return true;
}

/** A development chain may have been reset, so the DAO exists only if it has code. */
async function findExistingDao({
  target,
  file,
  prepared,
  facts: { testAccounts },
}: ExistingDaoTerms): Promise<OrganizationResult | undefined> {
  const found = prepared.sections.includes("dao")
    ? file.madeFrom("dao", hashDaoInputs(prepared))
    : prepared.sections.includes("test")
      ? file.madeFrom("test", hashDemoInputs(prepared, testAccounts))
      : undefined;
  return found === undefined || (await target.code(found.Avatar)) === "0x" ? undefined : found;
}

function daoExists({ name, Avatar }: OrganizationResult, path: string): DaoExistsError {
  const file = shownPath(path);
  return new DaoExistsError(
    `${file} already has the DAO "${name}" on this chain (Avatar ${Avatar}), created from the same parameters. Nothing was sent. ` +
      `To create another one, pass --force: the first then moves to "others" in ${file}.`,
    { dao: name, avatar: Avatar },
  );
}
