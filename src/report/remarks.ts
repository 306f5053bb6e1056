import { ZeroAddress } from "ethers";

import type { Inspection, SchemeDescription } from "../inspect/description.js";
import { isNotRead, notReadText } from "../terminal/inspection-words.js";
import { mintableLines } from "../terminal/inspection-promises-text.js";
import { lines, type Addresses, type Tone } from "./elements.js";
import { html, type Html } from "../document/html.js";
import { maySay, registeredOf } from "./powers.js";

/** Something that someone who vouches for a DAO has to know. */
export interface Remark {
  readonly tone: Tone;
  readonly text: Html;
}

/** What can be done to a DAO without a vote of its holders, worst first. */
export function withoutVote(inspection: Inspection, addresses: Addresses): readonly Remark[] {
  const found = [
    ...ofOrganization(inspection, addresses),
    ...registeredOf(inspection).flatMap((scheme) => ofScheme(scheme, addresses)),
    ...ofAllowances(inspection, addresses),
    ...ofMintable(inspection, addresses),
  ];
  const order: readonly Tone[] = ["danger", "caution", "note", "good"];
  return found.toSorted((one, other) => order.indexOf(one.tone) - order.indexOf(other.tone));
}

function ofOrganization(inspection: Inspection, addresses: Addresses): Remark[] {
  const { controller, avatar, token, reputation } = inspection;
  const unknown = (
    [
      ["controller", controller],
      ["avatar", avatar],
      ["token", token.contract],
      ["reputation", reputation.contract],
    ] as const
  )
    .filter(([, { code }]) => code !== "arc")
    .map(([name, { address }]): Remark => ({
      tone: "danger",
      text: html`The ${name} ${addresses.plain(address)} does not have Arc’s code. What it really
      does is unknown.`,
    }));
  const owners = (
    [
      [token, "mint its tokens"],
      [reputation, "give and take reputation, and so all votes"],
    ] as const
  ).flatMap(([{ contract, owner }, what]): Remark[] => {
    if (owner === controller.address) return [];
    if (isNotRead(owner)) {
      return [{ tone: "caution", text: html`Who else may ${what} is ${notReadText(owner)}.` }];
    }
    const name = addresses.nameOf(contract.address);
    return [
      { tone: "danger", text: html`${addresses.plain(owner)} owns ${name} and can ${what}.` },
    ];
  });
  return [...unknown, ...owners];
}

function ofScheme(
  { contract, permissions, parameters }: SchemeDescription,
  addresses: Addresses,
): Remark[] {
  const { address, code } = contract;
  const may = maySay(permissions);
  if (code === "account") {
    return [
      {
        tone: "danger",
        text: html`${addresses.plain(address)} is a scheme and an account without code. Anyone with
        its key can do this alone: ${may || "nothing"}.`,
      },
    ];
  }
  if (code === "unknown") {
    return permissions.words.length === 0
      ? []
      : [
          {
            tone: "caution",
            text: html`${addresses.named(address)} may ${may}. Its code is not Arc’s, so whether it
            asks for a vote is unknown.`,
          },
        ];
  }
  if (parameters === undefined) return [];
  if (isNotRead(parameters)) {
    return [
      {
        tone: "caution",
        text: html`How ${addresses.named(address)} decides is ${notReadText(parameters)}.`,
      },
    ];
  }
  const { owner, votes } = parameters;
  const speaks = new Set(
    Object.values(votes).flatMap(({ rules }) => {
      if (isNotRead(rules)) return [];
      const [values] = Object.values(rules) as [{ readonly voteOnBehalf?: string }];
      return values.voteOnBehalf ?? [];
    }),
  );
  speaks.delete(ZeroAddress);
  return [
    ...[...speaks].map((account): Remark => ({
      tone: "danger",
      text: html`${addresses.plain(account)} may vote on behalf of every holder on proposals of
      ${addresses.named(address)}.`,
    })),
    ...(Object.keys(votes).length === 0 && permissions.words.length > 0
      ? [
          {
            tone: "note",
            text: html`${addresses.named(address)} may ${may}, by its own rules and without
            proposals.`,
          } as const,
        ]
      : []),
    ...(owner === undefined || owner === ZeroAddress
      ? []
      : [
          {
            tone: "caution",
            text: isNotRead(owner)
              ? html`Who owns ${addresses.named(address)} is ${notReadText(owner)}.`
              : html`${addresses.plain(owner)} owns ${addresses.named(address)} and can call the
                functions that only its owner may call.`,
          } as const,
        ]),
  ];
}

function ofAllowances({ allowances }: Inspection, addresses: Addresses): Remark[] {
  if (isNotRead(allowances)) {
    return [
      {
        tone: "caution",
        text: html`What others may take from the treasury is ${notReadText(allowances)}.`,
      },
    ];
  }
  return allowances.map(({ token, spender, amount }) => ({
    tone: "caution",
    text: html`${addresses.named(spender)} may take ${amount} wei of the token
    ${addresses.plain(token)} from the treasury.`,
  }));
}

function ofMintable(inspection: Inspection, addresses: Addresses): Remark[] {
  const { mintable } = inspection;
  const isUnlimited = !isNotRead(mintable) && mintable.some(({ atMost }) => atMost === undefined);
  return mintableLines(inspection).length === 0
    ? []
    : [
        {
          tone: isUnlimited ? "danger" : isNotRead(mintable) ? "caution" : "note",
          text: lines(mintableLines(inspection), addresses),
        },
      ];
}
