import { phrase, type Inline, type Row } from "../document/document.js";
import { amountText } from "../document/pieces.js";
import { describeRequested } from "../../foundation/arc/permissions.js";
import { permissionWords } from "./contracts.js";
import { OUTCOMES } from "./handled-proposals.js";
import { TOKENS_OF_A_TEST_ACCOUNT } from "../../foundation/chain/test-mnemonic.js";
import type { DaoOutline, MigrationOutline, SchemeOutline } from "../../operations/run/outline.js";

// A function, as formatting takes several milliseconds the first time, also of a test chain's start.
const each = () => amountText(TOKENS_OF_A_TEST_ACCOUNT, 18);

/** List rows to show; the others are only counted. */
const LISTED = 20;
const LONGEST_CALL = 300;
const ALL = "all of them: --dry-run --json";

/** What is created, and everybody who receives something. */
export function outlineRows(
  { base, dao, change, demoFounders }: MigrationOutline,
  account: string,
): readonly Row[] {
  return [
    dao && daoRows(dao, account),
    change && changeRows(change),
    demoFounders &&
      accountRows("Demo DAO", `${each()} reputation and tokens each for`, demoFounders),
    base && baseRows(base),
  ].flatMap((rows) => rows ?? []);
}

function changeRows({ avatar, name, handled }: NonNullable<MigrationOutline["change"]>): Row[] {
  return [
    ["DAO", phrase`${{ untrusted: name }} ${{ address: avatar }}`],
    ["Proposals", handled.length],
    ...handled.flatMap(({ outcome, why, differences = [] }): Row[] => [
      below(phrase`${OUTCOMES[outcome].before}: ${{ sentence: why, longest: LONGEST_CALL }}`),
      ...differences.map((each) => below(["    ", { sentence: each, longest: LONGEST_CALL }])),
    ]),
  ];
}

function baseRows(base: NonNullable<MigrationOutline["base"]>): Row[] {
  const { registryOwner, stakingToken = "deployed; it mints nothing", stakers } = base;
  const rows = accountRows("Staking token", `deployed; ${each()} each for`, stakers);
  return [
    ["Registries", phrase`owned by ${{ address: registryOwner }}`],
    ...(stakers.length > 0 ? rows : [["Staking token", stakingToken] as const]),
  ];
}

function daoRows(dao: DaoOutline, account: string): Row[] {
  const { founders, schemes, calls, tokenName, tokenSymbol, voteOnBehalf } = dao;
  const sorted = [...founders].sort((a, b) => (a.reputation < b.reputation ? 1 : -1));
  return [
    ["DAO", { untrusted: dao.name }],
    ["Token", phrase`${{ untrusted: tokenName }} (${{ untrusted: tokenSymbol }})`],
    ["Founders", `${founders.length}, with ${amounts(founders)} in total`],
    ...listed(
      sorted,
      (founder) => phrase`${{ address: founder.address }}  ${amounts([founder])}`,
      (rest) => `, with ${amounts(rest)}`,
    ),
    ["Schemes", schemes.length],
    // Show all of them, because one that is only counted could do anything.
    ...schemes.map((scheme) => below(schemeText(scheme))),
    ...(calls.length === 0 ? [] : [["Calls", calls.length] as const]),
    ...calls.map(({ contract, function: name, args }) =>
      below({ sentence: `${contract}.${name}(${args.join(", ")})`, longest: LONGEST_CALL }),
    ),
    ...voteOnBehalf.map((voter): Row => ["Votes for others", { address: voter }]),
    [
      "At the end",
      dao.accountKeepsPermissions
        ? phrase`${{ address: account }} keeps all permissions in the DAO`
        : "the deploying account has no permissions left",
    ],
  ];
}

function schemeText({ name, permissions, address, target, votingMachine }: SchemeOutline): Inline {
  const place = (what: string, at: string | undefined): Inline =>
    at !== undefined && [`; ${what} `, { untrusted: at }];
  return [
    phrase`${{ untrusted: name }}: may ${permissionWords(describeRequested(permissions))}`,
    place("at", address),
    // A contract of the parameters has its name in brackets instead of an address.
    address?.startsWith("<") === false && ", deployed by others",
    place("calls", target),
    place("votes by", votingMachine),
  ];
}

function amounts(founders: DaoOutline["founders"]): string {
  const sum = (key: "reputation" | "tokens") =>
    amountText(
      founders.reduce((total, founder) => total + founder[key], 0n),
      18,
    );
  return `${sum("reputation")} reputation, ${sum("tokens")} tokens`;
}

function accountRows(label: string, what: string, accounts: readonly string[]): Row[] {
  const head: Row = [label, `${what} ${accounts.length} accounts`];
  return [head, ...listed(accounts, (address) => ({ address }))];
}

/** @param together what all those have that are only counted */
function listed<Item>(
  items: readonly Item[],
  text: (item: Item) => Inline,
  together = (_rest: readonly Item[]) => "",
): Row[] {
  const rest = items.slice(LISTED);
  return [
    ...items.slice(0, LISTED).map((item) => below(text(item))),
    ...(rest.length > 0 ? [below(`and ${rest.length} more${together(rest)} (${ALL})`)] : []),
  ];
}

function below(value: Inline): Row {
  return ["", ["  ", value]];
}
