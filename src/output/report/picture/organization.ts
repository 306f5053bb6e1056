import type { Inspection, Read, SchemeDescription } from "../../../engine/inspect/description.js";
import { titleOf } from "../../describe/contracts.js";
import { registeredOf, shortPermissions } from "../../describe/control.js";
import { ETHER, OF_REPUTATION, unitOf } from "../../describe/units.js";
import { amount, count } from "../../document/document.js";
import type { Unit } from "../../document/document.js";
import { html, type Html } from "../../document/html.js";
import { inlineToTerminal } from "../../document/to-terminal.js";
import { ifRead, isNotRead } from "../../../engine/inspect/reading/attempt.js";
import { oneLine } from "../../../foundation/support/printable.js";
import type { PageFacts } from "../facts.js";
import { layoutOf, type Box, type Edge } from "./layout.js";
import { box, boxSize, edge, label, picture, TONES, type BoxLine } from "./svg.js";

const SPACING = { across: 40, down: 14 };
const HEADS = ["Who votes", "Voting machines", "Schemes", "Controller", "What is controlled"];
const OTHERS = "Other contracts, which the controller does not obey";
const HEAD_HEIGHT = 30;
const MARGIN = 4;

interface DrawnBox extends Box {
  readonly lines: readonly BoxLine[];
  readonly kind: string;
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
    html`<g transform="translate(${MARGIN} ${MARGIN})">
      ${HEADS.map((head, index) => columns[index]![0] && label("head", places.get(columns[index]![0].id)!.x, 16, head))}
      <g transform="translate(0 ${HEAD_HEIGHT})">
        ${edges.map(({ from, to }) => {
          const [start, end] = [places.get(from), places.get(to)];
          return start && end && edge(start, end, from.startsWith("account") ? "danger" : "plain");
        })}
        ${boxes.map(({ id, lines, kind }) => box(places.get(id)!, lines, kind))}
      </g>
      ${
        rest.height > 0 && [
          label("head", 0, HEAD_HEIGHT + height + 42, OTHERS),
          html`<g transform="translate(0 ${below})">${rest.content}</g>`,
        ]
      }
    </g> `,
  );
}

function columnsOf(inspection: Inspection): readonly (readonly DrawnBox[])[] {
  const { avatar, controller, token, reputation, treasury, votingMachines } = inspection;
  const holders = ifRead(reputation.holders);
  const constraints = ifRead(inspection.globalConstraints) ?? [];
  const others = ifRead(treasury)?.tokens.length ?? 0;
  const ether = ifRead(treasury)?.ether;
  return [
    [
      drawn("holders", "plain", "Reputation", [
        `${amountOf(reputation.totalSupply, OF_REPUTATION)} in all`,
        holders === undefined ? "holders not read" : count(holders.length, "account"),
        hex(reputation.contract.address),
      ]),
    ],
    votingMachines.map(({ contract }) =>
      drawn(
        `machine ${contract.address}`,
        contract.code === "arc" ? "plain" : "caution",
        titleOf(contract),
        [hex(contract.address)],
      ),
    ),
    registeredOf(inspection).map((scheme) =>
      drawn(schemeId(scheme), TONES[scheme.contract.code], titleOf(scheme.contract), [
        hex(scheme.contract.address),
        ...permissionLines(scheme),
      ]),
    ),
    [
      drawn("controller", controller.code === "arc" ? "plain" : "danger", "Controller", [
        hex(controller.address),
        controller.universal && "shared by many DAOs",
      ]),
      ...constraints.map(({ contract, looks }) =>
        drawn(`constraint ${contract.address}`, "note", titleOf(contract), [
          hex(contract.address),
          `constraint, looks ${looks}`,
        ]),
      ),
    ],
    [
      drawn("avatar", avatar.code === "arc" ? "plain" : "danger", "Avatar", [
        isNotRead(inspection.name) ? "name not read" : oneLine(inspection.name, 40),
        hex(avatar.address),
        ether === undefined
          ? "treasury not read"
          : `${amountOf(ether, ETHER)}${others > 0 ? `, ${count(others, "token")}` : ""}`,
      ]),
      drawn("token", "plain", "Token", [
        amountOf(token.totalSupply, unitOf(token)),
        hex(token.contract.address),
      ]),
      drawn("reputation", "plain", "Reputation", ["given and taken"]),
    ],
  ];
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
      const votes = Object.values(ifRead(scheme.parameters)?.votes ?? {});
      const machines = new Set(votes.map(({ votingMachine }) => votingMachine));
      return [
        ...[...machines].map((machine) => ({ from: `machine ${machine}`, to })),
        { from: to, to: "controller" },
      ];
    }),
    ...["avatar", "token", "reputation"].map((to) => ({ from: "controller", to })),
  ];
}

function schemeId({ contract }: SchemeDescription): string {
  return `${contract.code === "account" ? "account" : "scheme"} ${contract.address}`;
}

/** Two per line. */
function permissionLines({ permissions }: SchemeDescription): readonly string[] {
  const short = shortPermissions(permissions);
  if (short.length === 0) return ["may do nothing"];
  return short.flatMap((_, index) =>
    index % 2 === 0 ? [`· ${short.slice(index, index + 2).join(" · ")}`] : [],
  );
}

/** Contracts that are not part of the organization: deployed with it, or used by its schemes. */
function othersOf({ inspection, standAlone }: PageFacts): readonly DrawnBox[] {
  const boxOf = (address: string, title: string, what: string) =>
    [address, drawn(`other ${address}`, "note", title, [hex(address), what])] as const;
  const used = registeredOf(inspection).flatMap(({ contract, parameters }) =>
    (ifRead(parameters)?.refersTo ?? []).map((each) =>
      boxOf(each.contract.address, titleOf(each.contract), `of ${titleOf(contract)}`),
    ),
  );
  const alone = standAlone.map((each) =>
    boxOf(each.address, oneLine(each.name, 40), "stand-alone"),
  );
  // The first one counts.
  const first = [...alone, ...used].filter(
    ([address], index, all) => all.findIndex((other) => other[0] === address) === index,
  );
  return first.map(([, box]) => box);
}

function othersRows(
  others: readonly DrawnBox[],
  width: number,
): { readonly content: Html; readonly height: number } {
  const { across, down } = SPACING;
  const boxWidth = Math.max(0, ...others.map((other) => other.width));
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

function drawn(
  id: string,
  kind: string,
  title: string,
  below: readonly (string | BoxLine | false)[],
): DrawnBox {
  const lines = [
    { text: title, kind: "name" } as const,
    ...below.filter((each) => each !== false),
  ].map((each) => (typeof each === "string" ? { text: each } : each));
  return { id, lines, kind, ...boxSize(lines) };
}

/** A shortened address, because the picture has no room for full ones. The lists below it have those. */
function hex(address: string): BoxLine {
  return { text: `${address.slice(0, 10)}…${address.slice(-8)}`, kind: "hex" };
}
