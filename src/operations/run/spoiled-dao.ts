import { mayRegister, permitsAll } from "../../foundation/arc/permissions.js";
import { isSameAddress } from "../../foundation/chain/same-address.js";
import type { Target } from "../../foundation/chain/target.js";
import { entryOf } from "../change/propose-change.js";
import { makes } from "../../engine/governance/proposal-kinds.js";
import { canRegister } from "../../engine/inspect/control/compare-powers.js";
import type { Inspection, SchemeDescription } from "../../engine/inspect/description.js";
import { inspectDao } from "../../engine/inspect/inspect-dao.js";
import { isNotRead } from "../../engine/inspect/reading/attempt.js";
import { UnsafeDaoError } from "../../engine/migration/unsafe-dao.js";
import type { DemoTestResult, ResultSections } from "../../foundation/result/result.js";
import { MigrationError } from "../../foundation/support/errors.js";

/** A step that cannot be undone was mined, and what it rests on is not there: a migration cannot repair the DAO. */
export class SpoiledError extends MigrationError {
  override readonly name = "SpoiledError";
  /** What the rehearsal made of it. */
  readonly made: ResultSections;
  /** A sentence for each step that cannot be done any more. */
  readonly problems: readonly string[];

  constructor(made: ResultSections, problems: readonly string[]) {
    super(`This migration cannot be finished:\n${problems.map((each) => `  ${each}`).join("\n")}`);
    this.made = made;
    this.problems = problems;
  }
}

/**
 * Reads from the chain what became of a spoiled DAO: who holds which permissions, and what can still be done.
 * @returns an error with the DAO as it is, for the result file; the given one if there is no DAO
 * @throws WrongChainError if the provider is on another chain, which does not show this DAO
 */
export async function readSpoiled(target: Target, error: SpoiledError): Promise<MigrationError> {
  const { made, problems } = error;
  const section = problems.some((each) => each.startsWith("Step test/")) ? "test" : "dao";
  const rehearsed = made[section];
  if (rehearsed === undefined) return error;
  await target.requireSameChain();
  const inspection = await inspectDao(target.provider, rehearsed.Avatar);
  const holders = inspection.schemes.filter(({ registered }) => registered);
  const asAsked = holders.filter(({ contract }) =>
    rehearsed.Schemes.some(({ address }) => isSameAddress(address, contract.address)),
  );
  const unsafe = [
    ...problems,
    ...holders.map((scheme) => holding(scheme, asAsked.includes(scheme))),
    whatCanBeDone(inspection, asAsked),
    "To create another DAO instead, run the same command with --restart.",
  ];
  const entry = { ...rehearsed, ...entryOf(inspection), unsafe };
  return new UnsafeDaoError(entry, {
    base: made.base,
    ...(section === "dao" ? { dao: entry } : { test: entry as DemoTestResult }),
  });
}

/** Which permissions a scheme holds, and which voting machines decide for it. */
export function holding(
  { contract, permissions, parameters }: SchemeDescription,
  isAsAsked: boolean,
): string {
  const votes = parameters === undefined || isNotRead(parameters) ? {} : parameters.votes;
  const machines = new Set(Object.values(votes).map(({ votingMachine }) => votingMachine));
  const who = machines.size === 0 ? "" : `; votes on ${[...machines].join(", ")} decide`;
  const what = `${contract.name ?? "Account"} ${contract.address}`;
  return `${what} holds ${permissions.bytes} (${permissions.words.join("; ")})${who}${isAsAsked ? "" : "; this is not as asked"}.`;
}

/** @param asAsked the schemes that nobody else has configured */
export function whatCanBeDone(
  inspection: Inspection,
  asAsked: readonly SchemeDescription[],
): string {
  const { avatar } = inspection;
  const ways = asAsked.filter(({ permissions }) => mayRegister(permissions.bytes));
  const registrar = ways.find(
    (scheme) =>
      makes(scheme.contract.name, "registerScheme") &&
      permitsAll(scheme.permissions.bytes) &&
      canRegister({ ...inspection, schemes: [scheme] }) === "yes",
  );
  if (registrar === undefined) {
    if (canRegister({ ...inspection, schemes: asAsked }) === "no") {
      return "Nothing can be done about it, not even by a vote.";
    }
    const names = ways.map(({ contract: { name, address } }) => `${name ?? "account"} ${address}`);
    return `Only ${names.join(" and ")} may still register schemes or change the controller. Whether that repairs the DAO is not known.`;
  }
  return (
    `The DAO's voters can still replace these schemes through SchemeRegistrar ${registrar.contract.address}: ` +
    `\`dao-migrate plan ${avatar.address}\` with the same parameters shows how. Until then, anyone who decides for a ` +
    "scheme that is not as asked may use its permissions."
  );
}
