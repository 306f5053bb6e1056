import { relative } from "node:path";

import { formatEther, formatUnits } from "ethers";

import type { ChainIdentity } from "../chain/identity.js";
import { currencyOf } from "../chain/networks.js";
import type { Preview } from "../execution/sending/preview.js";
import type { DaoOutline, MigrationOutline } from "../run/outline.js";
import { oneLine } from "../support/printable.js";
import { grouped } from "./summary.js";

/** Founders that are listed, those with most reputation first; the others are counted. */
const LISTED = 20;
const UNKNOWN = "unknown: the migration could not be rehearsed";

/** What is about to happen: what is made, for whom, from which account, and for how much. */
export function previewLines(
  preview: Preview,
  chain: ChainIdentity,
  { arcVersion, output, dao }: MigrationOutline,
): string {
  const amount = (wei: bigint) => `${shortEther(wei)} ${currencyOf(chain)}`;
  const known = (text: string) => (preview.rehearsed ? text : UNKNOWN);
  const done = preview.stepsDone > 0 ? `, ${preview.stepsDone} are on the chain already` : "";
  const gas = `${preview.steps.length}, ${grouped(preview.gasUsed)} gas${done}`;
  return table([
    ...(dao === undefined ? [] : daoRows(dao, preview.account)),
    ["Arc release", arcVersion],
    ["Network", `${chain.name} (chain ID ${chain.chainId})`],
    ["Account", preview.account],
    ["Balance", amount(preview.balance)],
    ["Transactions", known(gas)],
    ["Estimated cost", known(amount(preview.cost))],
    ["Required balance", known(amount(preview.balanceNeeded))],
    ["Fee cap", `${shortGwei(preview.feeCap)} gwei; no transaction pays more`],
    ["Maximum cost", known(amount(preview.maxCost))],
    ["Result file", relative(process.cwd(), output)],
  ]);
}

/** The question whether to send, with how much goes where. */
export function sendQuestion({ steps, rehearsed }: Preview, chain: ChainIdentity): string {
  const count = steps.length === 1 ? "1 transaction" : `${steps.length} transactions`;
  const what = rehearsed ? count : "an unknown number of transactions";
  return `Send ${what} to ${chain.name} (chain ID ${chain.chainId})?`;
}

/** What a scheme may do with 4 bytes of permissions, in words. */
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

type Row = readonly [string, string];

function daoRows(dao: DaoOutline, account: string): Row[] {
  const { founders, schemes, tokenName, tokenSymbol } = dao;
  const total = founders.reduce((sum, { reputation }) => sum + reputation, 0n);
  return [
    ["DAO", oneLine(dao.name)],
    ["Token", `${oneLine(tokenName)} (${oneLine(tokenSymbol)})`],
    ["Founders", `${founders.length}, with ${formatEther(total)} reputation in total`],
    ...listed(
      [...founders].sort((a, b) => (a.reputation < b.reputation ? 1 : -1)),
      ({ address, reputation, tokens }) =>
        `${address}  ${formatEther(reputation)} reputation, ${formatEther(tokens)} tokens`,
    ),
    ["Schemes", String(schemes.length)],
    // All of them: one that is only counted could do anything.
    ...schemes.map(({ name, permissions }): Row => [
      "",
      `  ${oneLine(name)}  ${permissions}: ${permissionWords(permissions)}`,
    ]),
    [
      "At the end",
      dao.accountKeepsPermissions
        ? `${account} keeps all permissions in the DAO`
        : "the deploying account has no permissions left",
    ],
  ];
}

function listed<Item>(items: readonly Item[], text: (item: Item) => string): Row[] {
  const rest = items.length - LISTED;
  return [
    ...items.slice(0, LISTED).map((item): Row => ["", `  ${text(item)}`]),
    ...(rest > 0 ? [["", `  and ${rest} more`] as const] : []),
  ];
}

function table(rows: readonly Row[]): string {
  const width = Math.max(...rows.map(([label]) => label.length));
  return rows.map(([label, value]) => `${label.padEnd(width)}  ${value}`).join("\n");
}

/** Every step of a rehearsal: gas, cost, and the contract that it creates. */
export function stepLines(preview: Preview, chain: ChainIdentity): string {
  const currency = currencyOf(chain);
  const width = Math.max(4, ...preview.steps.map(({ step }) => step.length));
  const rows = preview.steps.map(({ step, gasUsed, cost, contractAddress }, index) =>
    [
      String(index + 1).padStart(4),
      step.padEnd(width),
      grouped(gasUsed).padStart(10),
      `${shortEther(cost).padStart(12)} ${currency}`,
      contractAddress ?? "",
    ]
      .join("  ")
      .trimEnd(),
  );
  return [
    `${"".padStart(4)}  ${"step".padEnd(width)}  ${"gas".padStart(10)}  cost, contract`,
    ...rows,
    "",
  ].join("\n");
}

/** Three digits after the point, without zeros at the end. */
function shortGwei(wei: bigint): string {
  return String(Number(Number(formatUnits(wei, "gwei")).toFixed(3)));
}

/** Six digits after the point are enough to read a cost by. */
function shortEther(wei: bigint): string {
  const [whole, fraction = ""] = formatEther(wei).split(".");
  return `${whole}.${fraction.padEnd(6, "0").slice(0, 6)}`;
}
