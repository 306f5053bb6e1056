import type {
  Inspection,
  Inspected,
  SchemeDescription,
} from "../../../engine/inspect/description.js";
import { titleOf } from "../../describe/contracts.js";
import { shortPermissions } from "../../../foundation/arc/permissions.js";
import { registeredOf } from "../../describe/control.js";
import { ETHER, OF_REPUTATION, unitOf } from "../../describe/units.js";
import { amount, count, type Unit } from "../../document/document.js";
import { html, type Html } from "../../document/html.js";
import { inlineToTerminal } from "../../document/to-terminal.js";
import { ifRead, isNotRead } from "../../../engine/inspect/reading/attempt.js";
import { oneLine } from "../../../foundation/support/printable.js";
import { layoutOf, type Box, type Edge } from "./layout.js";
import { box, boxSize, edge, label, picture, TONES, type BoxLine } from "./svg.js";

const HEADS = ["Who votes", "Voting machines", "Schemes", "Controller", "What is controlled"];
const HEAD_HEIGHT = 30;
const MARGIN = 4;

interface DrawnBox extends Box {
  readonly lines: readonly BoxLine[];
  readonly kind: string;
}

/** The organization: votes lead through voting machines and schemes to the controller and what it controls. */
export function organizationPicture(inspection: Inspection): Html {
  const columns = columnsOf(inspection);
  const { places, width, height } = layoutOf(columns, edgesOf(inspection));
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
      height: HEAD_HEIGHT + height + 2 * MARGIN,
    },
    html`<g transform="translate(${MARGIN} ${MARGIN})">
      ${HEADS.map((head, index) => columns[index]![0] && label("head", places.get(columns[index]![0].id)!.x, 16, head))}
      <g transform="translate(0 ${HEAD_HEIGHT})">
        ${edgesOf(inspection).map(({ from, to }) => {
          const [start, end] = [places.get(from), places.get(to)];
          return start && end && edge(start, end, from.startsWith("account") ? "danger" : "plain");
        })}
        ${columns.flat().map(({ id, lines, kind }) => box(places.get(id)!, lines, kind))}
      </g>
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
    votingMachines.map(({ contract }) => {
      const kind = contract.code === "arc" ? "plain" : "caution";
      return drawn(`machine ${contract.address}`, kind, titleOf(contract), [hex(contract.address)]);
    }),
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

function amountOf(wei: Inspected<string>, unit: Unit): string {
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

function permissionLines({ permissions }: SchemeDescription): readonly string[] {
  const short = shortPermissions(permissions.bytes);
  if (short.length === 0) return ["may do nothing"];
  return short.flatMap((_, index) =>
    index % 2 === 0 ? [`· ${short.slice(index, index + 2).join(" · ")}`] : [],
  );
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
