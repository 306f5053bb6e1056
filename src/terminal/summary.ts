import type { ContractResult, MigrationResult, ResultSections } from "../result/result.js";
import type { RunFigures } from "../run/figures.js";
import { oneLine } from "../support/printable.js";

/** What a migration did, as text: figures first, then a table of addresses. */
export function summary(
  result: MigrationResult,
  made: ResultSections,
  figures: RunFigures,
): string {
  const place = result.inProcess === true ? ", in this process" : "";
  const rows: Row[] = [
    ["network", `${result.network} (chain ID ${result.chainId}${place})`],
    ["account", figures.account],
    ["transactions", String(figures.transactions)],
    ["gas", grouped(figures.gasUsed)],
    ["time", `${(figures.milliseconds / 1000).toFixed(2)} s`],
    ...explorerRows(made, figures),
  ];
  return [table(rows), addressTables(made)].filter((part) => part !== "").join("\n\n");
}

/** Links to a DAO in a block explorer, or else to the account. */
function explorerRows({ dao, test }: ResultSections, { account, explorer }: RunFigures): Row[] {
  if (explorer === undefined) return [];
  const avatars = [dao?.Avatar, test?.Avatar].filter((avatar) => avatar !== undefined);
  return (avatars.length > 0 ? avatars : [account]).map((address, index) => [
    index === 0 ? "explorer" : "",
    oneLine(`${explorer}/address/${address}`),
  ]);
}

/** The addresses in each section, as text. */
export function addressTables({ base, dao, test }: ResultSections): string {
  return [
    ...(base ? [section(`base, Arc ${base.arcVersion}`, addressRows(base))] : []),
    ...(dao ? [section(`dao "${oneLine(dao.name)}", Arc ${dao.arcVersion}`, daoRows(dao))] : []),
    ...(test
      ? [section(`test "${oneLine(test.name)}", Arc ${test.arcVersion}`, daoRows(test))]
      : []),
  ].join("\n\n");
}

type Row = readonly [string, string];

/** Gas and similar numbers, with commas between thousands. */
export function grouped(value: bigint): string {
  return value.toLocaleString("en-US");
}

function daoRows(dao: NonNullable<ResultSections["dao"] | ResultSections["test"]>): Row[] {
  const standAlone = "StandAloneContracts" in dao ? dao.StandAloneContracts : [];
  return [
    ...addressRows(dao),
    ...dao.Schemes.map((scheme): Row => [
      `scheme ${labelOf(scheme)}`,
      `${scheme.address}  ${scheme.permissions}`,
    ]),
    ...standAlone.map((contract): Row => [`contract ${labelOf(contract)}`, contract.address]),
  ];
}

function labelOf({ name, alias }: ContractResult): string {
  return oneLine(alias === undefined || alias === name ? name : `${name} (${alias})`);
}

/** Addresses and proposal IDs; everything else is shown elsewhere. */
function addressRows(fields: object): Row[] {
  return Object.entries(fields).filter(
    (entry): entry is [string, string] =>
      typeof entry[1] === "string" && /^0x([0-9a-f]{40}|[0-9a-f]{64})$/i.test(entry[1]),
  );
}

function section(title: string, rows: readonly Row[]): string {
  return `${title}\n${table(rows, "  ")}`;
}

function table(rows: readonly Row[], indent = ""): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `${indent}${name.padEnd(width)}  ${value}`).join("\n");
}
