import { isAddress } from "ethers";

import { foundingOf } from "../check/facts/founding.js";
import type { CheckFacts, RecordedDao } from "../check/facts/check-facts.js";
import { wantedDaoOf } from "../check/facts/wanted-dao.js";
import { runRules } from "../check/run-rules.js";
import type { Inspection } from "../inspect/description.js";
import { mergeParameters, type ResolvedParameters } from "../params/load-parameters.js";
import type { MigrationParameters } from "../params/file/schema.js";
import { MigrationError } from "../support/errors.js";

/** What `missing` explains, so that a check may find it. */
const EXPLAINED: readonly string[] = [
  "token-cap",
  "global-constraint",
  "contract-owner",
  "scheme-not-in-file",
  "account-with-permissions",
  "deployer-keeps-permissions",
];
/** What becomes of a DAO in its life, which no file says. */
const LATER: readonly string[] = ["allowance", "supply"];

/**
 * Compares the DAO with the file that was made of it, as a check does: whatever differs and is not told as
 * missing is a mistake of ours, and no such file is given to anybody.
 * @param places where on the chain the file's schemes and stand-alone contracts are
 * @throws MigrationError with what differs
 */
export function confirm(
  inspection: Inspection,
  raw: MigrationParameters,
  { parameters, artifacts }: ResolvedParameters,
  { founders, places, explained, customCode }: ConfirmOptions,
): void {
  const { controller, token, reputation } = inspection;
  const { findings } = runRules({
    inspection,
    founding: foundingOf(inspection.founders),
    wanted: wantedDaoOf({ parameters, artifacts, raw: mergeParameters(raw, "private").merged }),
    recorded: {
      Controller: controller.address,
      NativeToken: token.contract.address,
      NativeReputation: reputation.contract.address,
      ...places,
    },
    customCode,
  });
  const except = [...LATER, ...(explained ? EXPLAINED : []), ...(founders ? [] : ["founders"])];
  const wrong = findings.filter(
    ({ rule, severity, wanted }) =>
      severity !== "note" && !except.includes(rule) && !isAboutCode(rule, wanted),
  );
  if (wrong.length === 0) return;
  throw new MigrationError(
    "The DAO cannot be exported: a DAO migrated from its file would be different.\n" +
      wrong.map(({ message }) => `  ${message}`).join("\n") +
      "\nThis is a bug in this tool. Please report it, with the DAO's address and chain.",
  );
}

/** A voting machine that is not Arc's is not Arc's in both DAOs. */
function isAboutCode(rule: string, wanted: string | undefined): boolean {
  return rule === "voting-machine" && !isAddress(wanted);
}

interface ConfirmOptions extends Pick<CheckFacts, "customCode"> {
  /** Whether the founders of the file are those of the founding, all of them. */
  readonly founders: boolean;
  readonly places: Pick<
    RecordedDao,
    "schemes" | "StandAloneContracts" | "genesisProtocol" | "absoluteVote"
  >;
  /** Whether something is said to be missing. */
  readonly explained: boolean;
}
