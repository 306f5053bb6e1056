import { formatPath } from "../../../foundation/params/file/issues.js";
import type { SchemeDescription } from "../../../engine/inspect/description.js";
import { ifRead } from "../../../engine/inspect/reading/attempt.js";
import { deployerAmong } from "../../../engine/inspect/schemes/deployer.js";
import type { Matched, SchemeMatch, WantedScheme } from "../facts/check-facts.js";
import { isRecordedFor } from "./match-schemes.js";
import type { Found, Rule, RuleFacts, RuleResults, Unclear } from "./rule.js";
import {
  foreignParts,
  inWords,
  isOfCode,
  wrongAvatar,
  wrongCode,
  wrongOwner,
  wrongPermissions,
} from "./scheme-differences.js";
import { wrongValues } from "./scheme-values.js";
import { wrongMachines, wrongVotes } from "./scheme-votes.js";

export const SCHEME_RULES: readonly Rule[] = [
  {
    id: "scheme-missing",
    severity: "error",
    title: "every scheme in the file is registered",
    why: "The DAO cannot do what the scheme is for.",
    whatToDo:
      "If the DAO removed it by a vote, remove it from the file. Otherwise propose to register it.",
    check: (facts) =>
      facts.matches
        .filter(({ scheme }) => scheme === undefined)
        .map(({ wanted }) => {
          const { name, path, permissions } = wanted;
          const where = formatPath(path);
          const { missingEvents: unclear } = facts.inspection;
          if (unclear !== undefined) return { where, unclear };
          const message = `${name} is in the file but not registered.${whoTookIt(wanted, facts)}`;
          return { where, path, message, found: "not registered", wanted: permissions };
        }),
  },
  {
    id: "scheme-not-in-file",
    severity: "error",
    title: "only schemes in the file are registered",
    why: "It acts for the DAO with its permissions, by rules that are not in the file.",
    whatToDo:
      "If the DAO registered it by a vote, add it to the file. Otherwise propose to unregister it.",
    check: (facts) => [
      ...unasked(facts)
        .filter(({ contract }) => contract.code !== "account")
        .map((scheme) => notInFile(scheme, scheme.contract.name ?? "A contract of unknown code")),
      ...missingEvents(facts),
    ],
  },
  {
    id: "account-with-permissions",
    severity: "error",
    title: "no account without code has permissions that are not in the file",
    why: "Anybody with its key can do what the permissions allow, without a vote. It may be a deploying account that was never unregistered.",
    whatToDo:
      "Have the account call unregisterSelf of the controller, or propose to unregister it.",
    check: (facts) => [
      ...unasked(facts)
        .filter((scheme) => scheme.contract.code === "account" && !isKeptDeployer(scheme, facts))
        .map((scheme) => notInFile(scheme, "An account without code")),
      ...missingEvents(facts),
    ],
  },
  {
    id: "deployer-keeps-permissions",
    severity: "note",
    title: "the deploying account has no permissions left, even if the file lets it keep them",
    why: "Anybody with its key can do anything to the DAO, without a vote.",
    whatToDo:
      "Set unregisterOwner in the file, and have the account call unregisterSelf of the controller.",
    applies: ({ wanted }) => wanted.keepsDeployer,
    check: (facts) =>
      unasked(facts)
        .filter((scheme) => isKeptDeployer(scheme, facts))
        .map((scheme) => ({
          ...notInFile(scheme, "The deploying account"),
          path: ["unregisterOwner"],
          message: `The deploying account ${scheme.contract.address} keeps all permissions, as the file says.`,
        })),
  },
  {
    id: "scheme-permissions",
    severity: "error",
    title: "schemes have the permissions in the file",
    why: "With more permissions a scheme can do what nobody agreed to; with fewer it fails.",
    whatToDo:
      "Correct the permissions in the file, or propose to register the scheme with the right ones.",
    check: ({ matches }) => matched(matches).flatMap(wrongPermissions),
  },
  {
    id: "scheme-code",
    severity: "error",
    title: "schemes have the code of the contracts in the file",
    why: "A scheme with other code does other things with its permissions.",
    whatToDo:
      "Correct the scheme's name or arcVersion in the file, compile your own as it was deployed (--build-profile), or " +
      "propose to unregister it.",
    check: (facts) => matched(facts.matches).flatMap((match) => wrongCode(match, facts)),
  },
  {
    id: "scheme-avatar",
    severity: "error",
    title: "schemes of a single DAO were initialized for this one",
    why: "It holds permissions here, but its proposals and votes are another DAO's, or those of the account that initializes it first.",
    whatToDo: "Propose to unregister it, and to register one that is initialized for this DAO.",
    check: (facts) => [
      ...matched(facts.matches).flatMap(({ scheme, wanted }) => wrongAvatar(scheme, wanted)),
      ...unasked(facts).flatMap((scheme) => wrongAvatar(scheme)),
      ...facts.inspection.schemes
        .filter(({ registered }) => registered)
        .flatMap((scheme) => foreignParts(scheme, facts)),
    ],
  },
  {
    id: "scheme-owner",
    severity: "error",
    title: "schemes have the owners that the file gives them",
    why: "The owner of a scheme may add beneficiaries, or give out its reputation.",
    whatToDo:
      "Have the owner transfer it, or add transferOwnership to its runFunctions in the file.",
    applies: ({ matches }) =>
      matched(matches).some(({ scheme }) => ifRead(scheme.parameters)?.owner !== undefined),
    check: (facts) =>
      matched(facts.matches).flatMap(({ wanted, scheme }) =>
        wrongOwner(wanted, ifRead(scheme.parameters)?.owner, facts),
      ),
  },
  {
    id: "scheme-parameters",
    severity: "error",
    title: "schemes are set up with the parameters in the file",
    why: "Which contract a scheme calls, when it starts and how much it gives are as binding as its code.",
    whatToDo: "Correct the parameters in the file, or propose a scheme with the right ones.",
    check: (facts) => matched(facts.matches).flatMap((match) => wrongValues(match, facts)),
  },
  {
    id: "voting-machine",
    severity: "error",
    title: "schemes vote with the voting machine in the file, which has Arc's code",
    why: "The voting machine alone decides which proposals pass.",
    whatToDo:
      "Do not trust a scheme whose voting machine has unknown code. Propose one with the right machine.",
    check: (facts) => matched(facts.matches).flatMap((match) => wrongMachines(match, facts)),
  },
  {
    id: "vote-parameters",
    severity: "error",
    title: "votes have the vote parameters in the file",
    why: "They decide how many votes pass a proposal and how long people have to object.",
    whatToDo:
      "Correct VotingMachinesParams in the file, or propose the scheme with the right vote parameters.",
    check: ({ matches }) => bySameFinding(matched(matches).flatMap(wrongVotes)),
  },
];

function matched(matches: readonly SchemeMatch[]): readonly Matched[] {
  return matches.filter((match): match is Matched => match.scheme !== undefined);
}

/** Says which other entry of the file has the contract that this one may mean, by its address or the result file. */
function whoTookIt(wanted: WantedScheme, facts: RuleFacts): string {
  if (wanted.address !== undefined) return "";
  const taken = matched(facts.matches).find(
    ({ wanted: other, scheme }) =>
      isRecordedFor(wanted, scheme, facts) ||
      (other.address !== undefined && isOfCode(wanted, scheme, facts)),
  );
  if (taken === undefined) return "";
  const { contract } = taken.scheme;
  return ` The one at ${contract.address} is taken for ${formatPath(taken.wanted.path)} of the file.`;
}

function unasked({ inspection, matches }: RuleFacts): readonly SchemeDescription[] {
  const asked = new Set(matches.map(({ scheme }) => scheme));
  return inspection.schemes.filter((scheme) => scheme.registered && !asked.has(scheme));
}

/** Whether it is the deploying account and the file lets it keep its permissions. */
export function isKeptDeployer(scheme: SchemeDescription, facts: RuleFacts): boolean {
  return facts.wanted.keepsDeployer && scheme === deployerAmong(unasked(facts));
}

function notInFile({ contract, permissions, history }: SchemeDescription, what: string): Found {
  const last = history.at(-1);
  const since =
    last === undefined ? "" : ` It was registered in block ${last.block}, by ${last.by}.`;
  return {
    where: contract.address,
    message: `${what}, ${contract.address}, holds ${inWords(permissions.bytes)} but is not in the file.${since}`,
    found: permissions.bytes,
    wanted: "not registered",
  };
}

function missingEvents({ inspection }: RuleFacts): readonly Unclear[] {
  const { missingEvents: unclear } = inspection;
  return unclear === undefined ? [] : [{ where: "schemes", unclear }];
}

/** Schemes often share vote parameters, so a problem with them is reported once for all these schemes. */
function bySameFinding(all: RuleResults): RuleResults {
  const groups = new Map<string, Found>();
  const unclear = all.filter((each) => "unclear" in each);
  for (const each of all) {
    if ("unclear" in each) continue;
    const key = JSON.stringify([each.where, each.found, each.wanted]);
    const first = groups.get(key);
    const who = each.message.split(":")[0] ?? "";
    const message = first === undefined ? each.message : `${who}, ${first.message}`;
    groups.set(key, { ...each, message });
  }
  return [...groups.values(), ...unclear];
}
