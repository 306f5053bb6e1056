import { isPrivate } from "../../foundation/chain/private-chain.js";
import { isPublicAccount } from "../../foundation/chain/test-mnemonic.js";
import { ProviderReader } from "../../engine/execution/deployers/provider-reader.js";
import type { OnEvent } from "../../engine/execution/steps/event.js";
import type { ArcRelease } from "../../foundation/arc/artifact.js";
import { isSameAddress } from "../../foundation/chain/same-address.js";
import type { BaseResult, OrganizationResult } from "../../foundation/result/result.js";
import { DaoExistsError, DeclinedError } from "../../foundation/support/errors.js";
import { hashDaoInputs, hashDemoInputs } from "./run-migration.js";
import type { LiveInputs } from "./live-inputs.js";
import { findMissingCode } from "./missing-code.js";
import type { MigrationTerms } from "./prepare.js";
import type { SentTerms } from "./sent-steps.js";
import { shownPath } from "../../foundation/support/shown-path.js";

/**
 * Prevents creating a DAO a second time by accident: a process may be killed after it wrote its result, and its command
 * repeated.
 * @returns what to do about steps that the account has sent
 * @throws DaoExistsError if there is nobody to ask, DeclinedError if the answer is no
 */
export async function requireNewDao(
  {
    force = false,
    restart = false,
    confirmAnother,
    onEvent,
  }: Pick<LiveInputs, "force" | "restart" | "confirmAnother" | "onEvent">,
  terms: MigrationTerms,
): Promise<SentTerms["mode"]> {
  if (force || restart) {
    await reportExistingDao(terms, onEvent);
    return "ignore";
  }
  const found = recordedDao(terms);
  if (found === undefined) return ofUnrecorded(terms);
  if (await isUndone(found, terms)) return "take";
  if (confirmAnother === undefined) throw daoExists(found, terms.file.path);
  await reportExistingDao(terms, onEvent);
  if (!(await confirmAnother())) throw new DeclinedError();
  return "ignore";
}

/** On a development chain, everybody migrates with the accounts whose keys are public, and as often as they like. */
export function ofUnrecorded({
  target: { chain },
  facts: { account },
}: Pick<MigrationTerms, "target" | "facts">): SentTerms["mode"] {
  return isPrivate(chain) && isPublicAccount(account) ? "ignore" : "ask";
}

/**
 * Reports if the DAO exists.
 * @returns whether it does
 */
export async function reportExistingDao(
  terms: MigrationTerms,
  onEvent: OnEvent | undefined,
): Promise<boolean> {
  const found = recordedDao(terms);
  if (found === undefined || (await isUndone(found, terms))) return false;
  onEvent?.({ type: "daoExists", file: terms.file.path, dao: found.name, avatar: found.Avatar });
  return true;
}

/** The DAO that the result file has from the same inputs. */
function recordedDao({
  file,
  prepared,
  facts: { testAccounts },
}: MigrationTerms): OrganizationResult | undefined {
  if (prepared.sections.includes("dao")) return file.madeFrom("dao", hashDaoInputs(prepared));
  if (!prepared.sections.includes("test")) return undefined;
  return file.madeFrom("test", hashDemoInputs(prepared, testAccounts));
}

/**
 * Whether a recorded DAO is not, or not completely, on the chain: a development chain was reset, or a reorganization
 * removed its last blocks.
 */
async function isUndone(
  dao: OrganizationResult,
  { target, file, prepared, facts }: MigrationTerms,
): Promise<boolean> {
  if ((await findMissingCode(target, { dao: { StandAloneContracts: [], ...dao } })).length > 0)
    return true;
  const { release, dao: wanted } = prepared;
  const reader = new ProviderReader(target.provider, facts);
  const controller = { artifact: release.artifact("Controller"), address: dao.Controller };
  const isRegistered = async (scheme: string) =>
    (await reader.read(controller, "isSchemeRegistered", [scheme, dao.Avatar]))[0] === true;
  const registered = await Promise.all(
    dao.Schemes.map(async ({ address }) => await isRegistered(address)),
  );
  // Votes may have changed the schemes since, but not before the creation was finished.
  if (registered.length > 0 && !registered.includes(true)) return true;
  const { useDaoCreator = true, unregisterOwner = true } = wanted?.parameters ?? {};
  if (useDaoCreator) {
    // It gives up its permissions when it registers the schemes, even if there are none.
    const creator = file.sections.base?.DaoCreator;
    return creator !== undefined && (await isRegistered(creator));
  }
  if (!(await isRegistered(facts.account))) return false;
  if (unregisterOwner || registered.includes(false)) return true;
  return await lacksLastSteps(dao, release, reader, {
    account: facts.account,
    base: file.sections.base,
  });
}

/** Whether the account still owns what it gives away, or has not listed the DAO in its registry. */
async function lacksLastSteps(
  dao: OrganizationResult,
  release: ArcRelease,
  reader: ProviderReader,
  { account, base }: { readonly account: string; readonly base: BaseResult | undefined },
): Promise<boolean> {
  const owned = await Promise.all(
    [dao.Avatar, dao.NativeToken, dao.NativeReputation].map(async (address) => {
      // All of them are Ownable.
      const contract = { artifact: release.artifact("Avatar"), address };
      return isSameAddress(String((await reader.read(contract, "owner"))[0]), account);
    }),
  );
  if (owned.includes(true) || base === undefined) return owned.includes(true);
  const registry = { artifact: release.artifact("DAORegistry"), address: base.DAORegistry };
  const [[owner], [isListed]] = await Promise.all([
    reader.read(registry, "owner"),
    reader.read(registry, "isRegister", [dao.name]),
  ]);
  return isSameAddress(String(owner), account) && isListed === false;
}

function daoExists({ name, Avatar }: OrganizationResult, path: string): DaoExistsError {
  const file = shownPath(path);
  return new DaoExistsError(
    `${file} already has the DAO "${name}" on this chain (Avatar ${Avatar}), created from the same parameters. Nothing was sent. ` +
      "To create another one, pass --redeploy, with `dao-migrate dao` to keep the base: " +
      `the first then moves to "others" in ${file}.`,
    { dao: name, avatar: Avatar },
  );
}
