import { isAddress } from "ethers";

import type { CheckFacts } from "../check/facts/check-facts.js";
import { NOT_INITIALIZED } from "../check/rules/scheme-differences.js";
import { runRules } from "../check/run-rules.js";
import { MigrationError } from "../../foundation/support/errors.js";
import type { ExportNote } from "./report.js";

/** What no file can express, by the rule of a check that finds it in the exported DAO. */
const INEXPRESSIBLE: Readonly<Record<string, Pick<ExportNote, "why" | "whatToDo">>> = {
  storage: {
    why: "It may be permissions or balances that no event mentions, so they are not in the file.",
    whatToDo:
      "Export again with another node; if it says the same, review how the DAO was created.",
  },
  "contract-owner": {
    why: "A migration gives token and reputation to the controller.",
    whatToDo: "Nothing, if the new DAO should decide by itself who gets any.",
  },
  "token-cap": {
    why: "A parameters file cannot express a cap.",
    whatToDo: "Have the new DAO register a TokenCapGC as a global constraint, if it needs one.",
  },
  "global-constraint": {
    why: "A parameters file cannot express global constraints.",
    whatToDo: "Have the new DAO register them with its GlobalConstraintRegistrar.",
  },
  "account-with-permissions": {
    why: "A file gives permissions to contracts, and to the deploying account unless it unregisters it.",
    whatToDo:
      "Nothing, if nobody should act for the DAO without a vote. Otherwise have the new DAO register it.",
  },
};
/** Rules about later events, which no file describes. */
const LATER: readonly string[] = ["allowance", "supply"];

/**
 * Compares the DAO with its exported file, as a check does, for what a file cannot express. Any other difference is a
 * bug in the export, so the file is not returned.
 * @param except other rules whose findings are expected
 * @throws MigrationError saying what differs
 */
export function findWhatFilesCannotExpress(
  facts: CheckFacts,
  except: readonly string[],
): readonly ExportNote[] {
  const { findings, inconclusive, rules } = runRules(facts);
  const expected = [...LATER, ...except, ...Object.keys(INEXPRESSIBLE)];
  const wrong = findings.filter(
    ({ rule, severity, found, wanted }) =>
      severity !== "note" &&
      !expected.includes(rule) &&
      !isAboutCode(rule, wanted) &&
      found !== NOT_INITIALIZED,
  );
  if (wrong.length > 0) {
    throw new MigrationError(
      "The DAO cannot be exported: a DAO migrated from its file would be different.\n" +
        wrong.map(({ message }) => `  ${message}`).join("\n") +
        "\nThis is a bug in this tool. Please report it, with the DAO's address and chain.",
    );
  }
  // Few nodes prove storage, and what hides there without a proof is for a check to say.
  const unread = inconclusive.filter(({ rule }) => rule !== "storage");
  const titleOf = (rule: string) => rules.find(({ id }) => id === rule)?.title;
  return [
    ...findings.map(({ rule, message }) => ({ rule, what: message })),
    ...unread.map(({ rule, reason }) => ({
      rule,
      what: `Whether ${titleOf(rule)} is not known: ${reason}.`,
      whatToDo: "Export again with another node.",
    })),
  ].flatMap(({ rule, ...said }) => {
    const note = INEXPRESSIBLE[rule];
    return note === undefined ? [] : [{ ...note, ...said }];
  });
}

/** Ignores findings about a voting machine's code: if it is not Arc's, it is the same in both DAOs. */
function isAboutCode(rule: string, wanted: string | undefined): boolean {
  return rule === "voting-machine" && !isAddress(wanted);
}
