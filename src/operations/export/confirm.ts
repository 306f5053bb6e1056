import { isAddress } from "ethers";

import type { CheckFacts, RecordedDao } from "../check/facts/check-facts.js";
import { wantedDaoOf } from "../check/facts/wanted-dao.js";
import { NOT_INITIALIZED } from "../check/rules/scheme-differences.js";
import { runRules } from "../check/run-rules.js";
import type { Inspection } from "../../engine/inspect/description.js";
import {
  mergeParameters,
  type ResolvedParameters,
} from "../../foundation/params/load-parameters.js";
import type { MigrationParameters } from "../../foundation/params/file/migration-parameters.js";
import { MigrationError } from "../../foundation/support/errors.js";

/** Rules whose findings `missing` explains. */
const EXPLAINED: readonly string[] = [
  "storage",
  "token-cap",
  "global-constraint",
  "contract-owner",
  "scheme-not-in-file",
  "account-with-permissions",
  "deployer-keeps-permissions",
];
/** Rules about later events, which no file describes. */
const LATER: readonly string[] = ["allowance", "supply"];

/**
 * Compares the DAO with its exported file, as a check does. Any difference that is not reported as missing is a bug in
 * the export, so the file is not returned.
 * @throws MigrationError saying what differs
 */
export function confirm(
  inspection: Inspection,
  raw: MigrationParameters,
  { parameters, artifacts }: ResolvedParameters,
  { founders, recorded, explained, customCode }: ConfirmOptions,
): void {
  const { findings } = runRules({
    inspection,
    wanted: wantedDaoOf({ parameters, artifacts, raw: mergeParameters(raw, "private").merged }),
    recorded,
    customCode,
  });
  const except = [...LATER, ...(explained ? EXPLAINED : []), ...(founders ? [] : ["founders"])];
  const wrong = findings.filter(
    ({ rule, severity, found, wanted }) =>
      severity !== "note" &&
      !except.includes(rule) &&
      !isAboutCode(rule, wanted) &&
      found !== NOT_INITIALIZED,
  );
  if (wrong.length === 0) return;
  throw new MigrationError(
    "The DAO cannot be exported: a DAO migrated from its file would be different.\n" +
      wrong.map(({ message }) => `  ${message}`).join("\n") +
      "\nThis is a bug in this tool. Please report it, with the DAO's address and chain.",
  );
}

/** Ignores findings about a voting machine's code: if it is not Arc's, it is the same in both DAOs. */
function isAboutCode(rule: string, wanted: string | undefined): boolean {
  return rule === "voting-machine" && !isAddress(wanted);
}

interface ConfirmOptions extends Pick<CheckFacts, "customCode"> {
  /** Whether the file has exactly the original founders. */
  readonly founders: boolean;
  /** The DAO's contracts on the chain, as a result file of the migration would list them. */
  readonly recorded: RecordedDao;
  /** Whether anything is reported as missing. */
  readonly explained: boolean;
}
