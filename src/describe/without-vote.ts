import { ZeroAddress } from "ethers";

import { block, paragraph, phrase, remark } from "../document/document.js";
import type { Block, Inline, Line, Tone } from "../document/document.js";
import type { Inspection, SchemeDescription } from "../inspect/description.js";
import { isNotRead } from "../inspect/reading/attempt.js";
import { powerWords, registeredOf } from "./powers.js";
import { mintableLines } from "./promises.js";

const WORST_FIRST: readonly (Tone | undefined)[] = ["danger", "caution", "note", "good"];

/** What can be done to a DAO without a vote of its holders. */
export function withoutVoteBlock(inspection: Inspection): Block {
  const lines = withoutVoteLines(inspection);
  return block(
    "Without a vote",
    lines.length > 0
      ? lines
      : paragraph(
          "Nothing was found: no account has permissions of its own, token and reputation belong to the " +
            "controller, and nobody may take from the treasury.",
        ),
  );
}

/** The same as lines, worst first. */
export function withoutVoteLines(inspection: Inspection): readonly Line[] {
  return [
    ...organizationLines(inspection),
    ...registeredOf(inspection).flatMap(schemeLines),
    ...allowanceLines(inspection),
    ...mintableLines(inspection),
  ].toSorted((one, other) => WORST_FIRST.indexOf(one.tone) - WORST_FIRST.indexOf(other.tone));
}

function organizationLines({ controller, avatar, token, reputation }: Inspection): readonly Line[] {
  const contracts = [
    ["controller", controller],
    ["avatar", avatar],
    ["token", token.contract],
    ["reputation", reputation.contract],
  ] as const;
  const owners = [
    ["token", token, "mint its tokens"],
    ["reputation", reputation, "give and take reputation, and so all votes"],
  ] as const;
  return [
    ...contracts
      .filter(([, { code }]) => code !== "arc")
      .map(([name, { address }]) =>
        remark(
          "danger",
          phrase`The ${name} ${{ address }} does not have Arc's code. What it really does is unknown.`,
        ),
      ),
    ...owners
      .filter(([, { owner }]) => owner !== controller.address)
      .map(([name, { owner }, what]) =>
        isNotRead(owner)
          ? remark("caution", phrase`Who else may ${what} is ${owner}`)
          : remark(
              "danger",
              phrase`The DAO's ${name} belongs to ${{ address: owner, named: true }}, not to the controller:
                that account can ${what}.`,
            ),
      ),
  ];
}

function schemeLines({ contract, permissions, parameters }: SchemeDescription): readonly Line[] {
  const { address, code } = contract;
  const scheme: Inline = { address, named: true };
  const may = powerWords(permissions);
  if (code === "account") {
    return [
      remark(
        "danger",
        phrase`${{ address }} is a scheme and an account without code. Anyone with its key can do this alone:
          ${may || "nothing"}.`,
      ),
    ];
  }
  if (code === "unknown") {
    if (permissions.words.length === 0) return [];
    return [
      remark(
        "caution",
        phrase`${scheme} may ${may}. Its code is not Arc's, so whether it asks for a vote is unknown.`,
      ),
    ];
  }
  if (parameters === undefined) return [];
  if (isNotRead(parameters)) {
    return [remark("caution", phrase`How ${scheme} decides is ${parameters}`)];
  }
  const { owner, votes } = parameters;
  const isFree = Object.keys(votes).length === 0 && permissions.words.length > 0;
  return [
    ...speakersOf(parameters).map((speaker) =>
      remark(
        "danger",
        phrase`${{ address: speaker, named: true }} may vote on behalf of every holder on proposals of ${scheme}.`,
      ),
    ),
    ...(isFree
      ? [remark("note", phrase`${scheme} may ${may}, by its own rules and without proposals.`)]
      : []),
    ...(owner === undefined || owner === ZeroAddress
      ? []
      : [
          remark(
            "caution",
            isNotRead(owner)
              ? phrase`Who owns ${scheme} is ${owner}`
              : phrase`${{ address: owner, named: true }} owns ${scheme} and can call the functions that only
                  its owner may call.`,
          ),
        ]),
  ];
}

type Parameters = Exclude<
  SchemeDescription["parameters"],
  { readonly notRead: string } | undefined
>;

/** Accounts that may vote for others. */
function speakersOf({ votes }: Parameters): readonly string[] {
  const speakers = Object.values(votes).flatMap(({ rules }) => {
    if (isNotRead(rules)) return [];
    const [values] = Object.values(rules) as [{ readonly voteOnBehalf?: string }];
    return values.voteOnBehalf ?? [];
  });
  return [...new Set(speakers)].filter((speaker) => speaker !== ZeroAddress);
}

function allowanceLines({ allowances }: Inspection): readonly Line[] {
  if (isNotRead(allowances)) {
    return [remark("caution", phrase`What others may take from the treasury is ${allowances}`)];
  }
  return allowances.map(({ token, spender, amount }) =>
    remark(
      "caution",
      phrase`${{ address: spender, named: true }} may take ${amount} wei of the token
        ${{ address: token, named: true }} from the treasury.`,
    ),
  );
}
