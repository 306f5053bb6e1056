import type { Inspection, Read, SchemeDescription } from "../../inspect/description.js";
import { titleOf } from "../../describe/contracts.js";
import { registeredOf, shortPermissions } from "../../describe/control.js";
import { ETHER, OF_REPUTATION, unitOf } from "../../describe/units.js";
import { amount, count } from "../../document/document.js";
import type { Unit } from "../../document/document.js";
import { html, type Html } from "../../document/html.js";
import { inlineToTerminal } from "../../document/to-terminal.js";
import { isNotRead } from "../../inspect/reading/attempt.js";
import { oneLine } from "../../support/printable.js";
import type { PageFacts } from "../facts.js";
import { layoutOf, type Edge } from "./layout.js";
import { box, boxHeight, edge, picture, type BoxLine } from "./svg.js";

const SPACING = { boxWidth: 238, across: 44, down: 14 };
const HEADS = ["Who votes", "Voting machines", "Schemes", "Controller", "What is controlled"];
const HEAD_HEIGHT = 30;
const MARGIN = 4;

interface DrawnBox {
  readonly id: string;
  readonly lines: readonly BoxLine[];
  readonly kind: string;
  readonly height: number;
}

/** The organization: votes lead through voting machines and schemes to the controller and what it controls. */
export function organizationPicture(facts: PageFacts): Html {
  const { inspection } = facts;
  const columns = columnsOf(inspection);
  const edges = edgesOf(inspection);
  const { places, width, height } = layoutOf(columns, edges, SPACING);
  const others = othersOf(facts);
  const rest = othersRows(others, width);
  const below = HEAD_HEIGHT + height + (rest.height === 0 ? 0 : 26 + HEAD_HEIGHT);
  const boxes = columns.flat();
  const registered = registeredOf(inspection);
  return picture(
    {
      id: "organization-picture",
      title: "The organisation",
      description:
        `Holders of reputation vote in ${count(inspection.votingMachines.length, "voting machine")} on proposals of ` +
        `${count(registered.length, "scheme")}, which use the controller, which controls avatar, token and reputation. ` +
        "The lists below say the same in words.",
      width: width + 2 * MARGIN,
      height: below + rest.height + 2 * MARGIN,
    },
    html`<g transform="translate(${MARGIN} ${MARGIN})"
      >${HEADS.map(
        (head, index) =>
          html`<text class="head" x="${index * (SPACING.boxWidth + SPACING.across)}" y="16"
            >${head}</text
          >`,
      )}<g transform="translate(0 ${HEAD_HEIGHT})">
        ${edges.map(({ from, to }) => {
          const [start, end] = [places.get(from), places.get(to)];
          return start && end && edge(start, end, from.startsWith("account") ? "danger" : "plain");
        })}${boxes.map(({ id, lines, kind }) => box(places.get(id)!, lines, kind))}</g
      >${
        rest.height > 0 &&
        html`<text class="head" x="0" y="${HEAD_HEIGHT + height + 42}"
            >Other contracts, which the controller does not obey</text
          >
          <g transform="translate(0 ${below})">${rest.content}</g>`
      }</g
    > `,
  );
}

function columnsOf(inspection: Inspection): readonly (readonly DrawnBox[])[] {
  const { votingMachines, globalConstraints, reputation, controller } = inspection;
  const holders = isNotRead(reputation.holders)
    ? "holders not read"
    : count(reputation.holders.length, "account");
  const constraints = isNotRead(globalConstraints) ? [] : globalConstraints;
  return [
    [
      drawn("holders", "plain", [
        name("Reputation"),
        { text: `${amountOf(reputation.totalSupply, OF_REPUTATION)} in all` },
        { text: holders },
        hex(reputation.contract.address),
      ]),
    ],
    votingMachines.map(({ contract }) =>
      drawn(`machine ${contract.address}`, contract.code === "arc" ? "plain" : "caution", [
        name(titleOf(contract)),
        hex(contract.address),
      ]),
    ),
    registeredOf(inspection).map((scheme) =>
      drawn(schemeId(scheme), TONES[scheme.contract.code], [
        name(titleOf(scheme.contract)),
        hex(scheme.contract.address),
        ...permissionLines(scheme),
      ]),
    ),
    [
      drawn("controller", controller.code === "arc" ? "plain" : "danger", [
        name("Controller"),
        hex(controller.address),
        ...(controller.universal ? [{ text: "shared by many DAOs" }] : []),
      ]),
      ...constraints.map(({ contract, looks }) =>
        drawn(`constraint ${contract.address}`, "note", [
          name(titleOf(contract)),
          hex(contract.address),
          { text: `constraint, looks ${looks}` },
        ]),
      ),
    ],
    [
      avatarBox(inspection),
      tokenBox(inspection),
      drawn("reputation", "plain", [name("Reputation"), { text: "given and taken" }]),
    ],
  ];
}

function avatarBox({ avatar, name: daoName, treasury }: Inspection): DrawnBox {
  const others = isNotRead(treasury) ? 0 : treasury.tokens.length;
  return drawn("avatar", avatar.code === "arc" ? "plain" : "danger", [
    name("Avatar"),
    { text: isNotRead(daoName) ? "name not read" : oneLine(daoName, 40) },
    hex(avatar.address),
    {
      text: isNotRead(treasury)
        ? "treasury not read"
        : `${amountOf(treasury.ether, ETHER)}${others > 0 ? `, ${count(others, "token")}` : ""}`,
    },
  ]);
}

function tokenBox({ token }: Inspection): DrawnBox {
  return drawn("token", "plain", [
    name("Token"),
    { text: amountOf(token.totalSupply, unitOf(token)) },
    hex(token.contract.address),
  ]);
}

function amountOf(wei: Read<string>, unit: Unit): string {
  return inlineToTerminal(amount(wei, unit));
}

function edgesOf(inspection: Inspection): readonly Edge[] {
  const { votingMachines } = inspection;
  return [
    ...votingMachines.map(({ contract }) => ({
      from: "holders",
      to: `machine ${contract.address}`,
    })),
    ...registeredOf(inspection).flatMap((scheme) => {
      const to = schemeId(scheme);
      const { parameters } = scheme;
      const votes =
        parameters === undefined || isNotRead(parameters) ? [] : Object.values(parameters.votes);
      const machines = new Set(votes.map(({ votingMachine }) => votingMachine));
      return [
        ...[...machines].map((machine) => ({ from: `machine ${machine}`, to })),
        { from: to, to: "controller" },
      ];
    }),
    ...["avatar", "token", "reputation"].map((to) => ({ from: "controller", to })),
  ];
}

const TONES = { account: "danger", unknown: "caution", arc: "plain" } as const;

function schemeId({ contract }: SchemeDescription): string {
  return `${contract.code === "account" ? "account" : "scheme"} ${contract.address}`;
}

/** Two per line. */
function permissionLines({ permissions }: SchemeDescription): readonly BoxLine[] {
  const short = shortPermissions(permissions);
  if (short.length === 0) return [{ text: "may do nothing" }];
  const pairs = short
    .filter((_, index) => index % 2 === 0)
    .map((each, index) => [each, short[2 * index + 1]]);
  return pairs.map((pair) => ({
    text: `· ${pair.filter((each) => each !== undefined).join(" · ")}`,
  }));
}

/** Contracts that are not part of the organization: deployed with it, or used by its schemes. */
function othersOf({ inspection, standAlone }: PageFacts): readonly DrawnBox[] {
  const others = new Map<string, readonly BoxLine[]>(
    standAlone.map((each) => [
      each.address,
      [name(oneLine(each.name, 40)), hex(each.address), { text: "stand-alone" }],
    ]),
  );
  for (const { contract, parameters } of registeredOf(inspection)) {
    if (parameters === undefined || isNotRead(parameters)) continue;
    for (const { contract: referred } of parameters.refersTo ?? []) {
      if (others.has(referred.address)) continue;
      others.set(referred.address, [
        name(titleOf(referred)),
        hex(referred.address),
        { text: `of ${titleOf(contract)}` },
      ]);
    }
  }
  return [...others].map(([address, lines]) => drawn(`other ${address}`, "note", lines));
}

function othersRows(
  others: readonly DrawnBox[],
  width: number,
): { readonly content: Html; readonly height: number } {
  const { boxWidth, across, down } = SPACING;
  const each = Math.max(1, Math.floor((width + across) / (boxWidth + across)));
  const height = Math.max(0, ...others.map((other) => other.height));
  return {
    height: Math.ceil(others.length / each) * (height + down),
    content: html`${others.map(({ lines, kind }, index) => {
      const x = (index % each) * (boxWidth + across);
      const y = Math.floor(index / each) * (height + down);
      return box({ x, y, width: boxWidth, height }, lines, kind);
    })}`,
  };
}

function drawn(id: string, kind: string, lines: readonly BoxLine[]): DrawnBox {
  return { id, lines, kind, height: boxHeight(lines) };
}

function name(text: string): BoxLine {
  return { text, kind: "name" };
}

/** A shortened address, because the picture has no room for full ones. The lists below it have those. */
function hex(address: string): BoxLine {
  return { text: `${address.slice(0, 10)}…${address.slice(-8)}`, kind: "hex" };
}
