import { relative } from "node:path";

import { isPrivate } from "../chain/networks.js";
import type { Target } from "../chain/target.js";
import type { OnEvent } from "../execution/steps/event.js";
import type { ChainFacts } from "../execution/steps/step.js";
import type { ResultFile } from "../result/file.js";
import type { OrganizationResult } from "../result/result.js";
import { DaoExistsError, Declined } from "../support/errors.js";
import { hashDaoInputs, hashDemoInputs } from "./inputs-hash.js";
import type { LiveInputs } from "./live-inputs.js";
import type { PreparedMigration } from "./prepare.js";

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
 * @throws DaoExistsError if there is nobody to ask, Declined if the answer is no
 */
export async function requireNewDao(
  {
    force,
    restart,
    confirmAnother,
    onEvent,
  }: Pick<LiveInputs, "force" | "restart" | "confirmAnother" | "onEvent">,
  terms: ExistingDaoTerms,
): Promise<void> {
  const found = await findExistingDao(terms);
  if (found === undefined) return;
  const isWanted = force === true || restart === true;
  if (!isWanted && confirmAnother === undefined) throw daoExists(found, terms.file.path);
  tellExisting(found, terms.file.path, onEvent);
  if (!isWanted && (await confirmAnother?.()) !== true) throw new Declined();
}

/**
 * The same check if the node signs and nothing can be resumed. On a development chain, it creates another DAO, because
 * that is what running a task twice means there.
 * @throws DaoExistsError on any other chain, unless another DAO is wanted
 */
export async function requireNewDaoDirectly(
  { force, restart, onEvent }: Pick<LiveInputs, "force" | "restart" | "onEvent">,
  terms: ExistingDaoTerms,
): Promise<void> {
  const isFree = force === true || isPrivate(terms.target.chain);
  await requireNewDao({ force: isFree, restart, onEvent }, terms);
}

/** Reports an existing DAO in a preview. */
export async function tellExistingDao(
  terms: ExistingDaoTerms,
  onEvent: OnEvent | undefined,
): Promise<void> {
  const found = await findExistingDao(terms);
  if (found !== undefined) tellExisting(found, terms.file.path, onEvent);
}

/** A development chain may have been reset, so the DAO exists only if it has code. */
async function findExistingDao({
  target,
  file,
  prepared,
  facts: { testAccounts },
}: ExistingDaoTerms): Promise<OrganizationResult | undefined> {
  const found = inResult();
  if (found === undefined || (await target.code(found.Avatar)) === "0x") return undefined;
  return found;

  function inResult(): OrganizationResult | undefined {
    const { sections } = prepared;
    if (sections.includes("dao")) return file.madeFrom("dao", hashDaoInputs(prepared));
    if (!sections.includes("test")) return undefined;
    return file.madeFrom("test", hashDemoInputs(prepared, testAccounts));
  }
}

function tellExisting(
  { name, Avatar }: OrganizationResult,
  file: string,
  onEvent: OnEvent | undefined,
): void {
  onEvent?.({ type: "daoExists", file, dao: name, avatar: Avatar });
}

function daoExists({ name, Avatar }: OrganizationResult, path: string): DaoExistsError {
  const file = relative(process.cwd(), path);
  return new DaoExistsError(
    `${file} already has the DAO "${name}" on this chain (Avatar ${Avatar}), created from the same parameters. Nothing was sent. ` +
      `To create another one, pass --force: the first then moves to "others" in ${file}.`,
    { dao: name, avatar: Avatar },
  );
}
