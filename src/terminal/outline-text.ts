import { formatEther } from "ethers";

import type { HandledMove } from "../change/submitting/submit-moves.js";
import type { DaoOutline, MigrationOutline, SchemeOutline } from "../run/outline.js";
import { oneLine } from "../support/printable.js";

/** List rows to show; the others are only counted. */
const LISTED = 20;
/** Characters of a call to show. */
const CALL = 300;
const ALL = "all of them: --dry-run --json";

/** A label and its text. Without a label, it belongs to the previous row. */
export type Row = readonly [string, string];

/** What is created, and everybody who receives something. */
export function outlineRows(
  { base, dao, change, demoFounders }: MigrationOutline,
  account: string,
): readonly Row[] {
  return [
    ...(dao === undefined ? [] : daoRows(dao, account)),
    ...(change === undefined ? [] : changeRows(change)),
    ...(demoFounders === undefined
      ? []
      : section("Demo DAO", "1,000 reputation and tokens each for", demoFounders)),
    ...(base === undefined ? [] : baseRows(base)),
  ];
}

const DID: Readonly<Record<HandledMove["did"], string>> = {
  proposed: "propose",
  executed: "continue",
  open: "is open",
  waits: "waits",
  left: "is left to others",
  failed: "FAILED before",
  impossible: "CANNOT be proposed",
};

function changeRows({ avatar, name, handled }: NonNullable<MigrationOutline["change"]>): Row[] {
  return [
    ["DAO", `${oneLine(name)} ${avatar}`],
    ["Proposals", String(handled.length)],
    ...handled.flatMap(({ did, why, differences = [] }): Row[] => [
      ["", `  ${DID[did]}: ${oneLine(why, CALL)}`],
      ...differences.map((each): Row => ["", `      ${oneLine(each, CALL)}`]),
    ]),
  ];
}

function baseRows({ registryOwner, stakingToken, stakers }: NonNullable<MigrationOutline["base"]>) {
  return [
    ["Registries", `owned by ${registryOwner}`] as const,
    ...(stakers.length === 0
      ? [["Staking token", stakingToken ?? "deployed; it mints nothing"] as const]
      : section("Staking token", "deployed; 1,000 each for", stakers)),
  ];
}

function daoRows(dao: DaoOutline, account: string): Row[] {
  const { founders, schemes, calls, tokenName, tokenSymbol, voteOnBehalf } = dao;
  const sorted = [...founders].sort((a, b) => (a.reputation < b.reputation ? 1 : -1));
  return [
    ["DAO", oneLine(dao.name)],
    ["Token", `${oneLine(tokenName)} (${oneLine(tokenSymbol)})`],
    ["Founders", `${founders.length}, with ${amounts(founders)} in total`],
    ...listed(
      sorted,
      (founder) => `${founder.address}  ${amounts([founder])}`,
      (rest) => `and ${rest.length} more, with ${amounts(rest)} (${ALL})`,
    ),
    ["Schemes", String(schemes.length)],
    // Show all of them, because one that is only counted could do anything.
    ...schemes.map((scheme): Row => ["", `  ${schemeText(scheme)}`]),
    ...(calls.length === 0 ? [] : [["Calls", String(calls.length)] as const]),
    ...calls.map(({ contract, function: name, args }): Row => [
      "",
      `  ${oneLine(`${contract}.${name}(${args.join(", ")})`, CALL)}`,
    ]),
    ...voteOnBehalf.map((voter): Row => ["Votes for others", voter]),
    [
      "At the end",
      dao.accountKeepsPermissions
        ? `${account} keeps all permissions in the DAO`
        : "the deploying account has no permissions left",
    ],
  ];
}

function schemeText({ name, permissions, address, target, votingMachine }: SchemeOutline): string {
  return [
    `${oneLine(name)}  ${permissions}: ${permissionWords(permissions)}`,
    ...(address === undefined
      ? []
      : [`at ${oneLine(address)}${isMade(address) ? "" : ", made by others"}`]),
    ...(target === undefined ? [] : [`calls ${oneLine(target)}`]),
    ...(votingMachine === undefined ? [] : [`votes by ${votingMachine}`]),
  ].join("; ");
}

/** Whether it is a contract of the parameters, which has its name in brackets, not an address. */
function isMade(place: string): boolean {
  return place.startsWith("<");
}

/** What the 4 bytes of a scheme's permissions allow, in words. */
export function permissionWords(permissions: string): string {
  const bits = Number(permissions);
  const words = [
    [0x02, "register schemes"],
    [0x04, "change global constraints"],
    [0x08, "upgrade the controller"],
    [0x10, "call any contract in the DAO's name"],
  ] as const;
  const may = words.filter(([bit]) => (bits & bit) !== 0).map(([, text]) => text);
  return may.length === 0 ? "no special permissions" : `may ${may.join(", ")}`;
}

function amounts(founders: DaoOutline["founders"]): string {
  const sum = (key: "reputation" | "tokens") =>
    formatEther(founders.reduce((total, founder) => total + founder[key], 0n));
  return `${sum("reputation")} reputation, ${sum("tokens")} tokens`;
}

function section(label: string, what: string, accounts: readonly string[]): Row[] {
  return [
    [label, `${what} ${accounts.length} accounts`],
    ...listed(
      accounts,
      (account) => account,
      (rest) => `and ${rest.length} more (${ALL})`,
    ),
  ];
}

/** The first rows of a list, and a summary of the others. */
function listed<Item>(
  items: readonly Item[],
  text: (item: Item) => string,
  restText: (rest: readonly Item[]) => string,
): Row[] {
  const rest = items.slice(LISTED);
  return [
    ...items.slice(0, LISTED).map((item): Row => ["", `  ${text(item)}`]),
    ...(rest.length > 0 ? [["", `  ${restText(rest)}`] as const] : []),
  ];
}
