import { formatUnits } from "ethers";

import type { NotRead, PermissionsDescription, Read } from "../inspect/description.js";
import { oneLine } from "../support/printable.js";

export function isNotRead(value: unknown): value is NotRead {
  return typeof value === "object" && value !== null && "notRead" in value;
}

export function notReadText({ notRead }: NotRead): string {
  return `not read: ${oneLine(notRead)}`;
}

export function said(value: Read<string | number>): string {
  return isNotRead(value) ? notReadText(value) : oneLine(String(value), 80);
}

/** A duration such as `2 d 4 h`, with the seconds as in a parameters file. */
export function durationText(seconds: number): string {
  const units = [
    ["d", 86_400],
    ["h", 3600],
    ["min", 60],
    ["s", 1],
  ] as const;
  let rest = seconds;
  const parts = units.flatMap(([unit, length]) => {
    const count = Math.floor(rest / length);
    rest -= count * length;
    return count === 0 ? [] : [`${count} ${unit}`];
  });
  const [first = "0 s", ...others] = parts;
  return others.length === 0 && first.endsWith(" s") ? first : `${parts.join(" ")} (${seconds} s)`;
}

export function timeText(seconds: number): string {
  const time = new Date(seconds * 1000);
  return Number.isNaN(time.getTime())
    ? `second ${seconds}`
    : time.toISOString().replace(".000Z", "Z");
}

export function amountText(amount: Read<string>, decimals: number): string {
  if (isNotRead(amount)) return notReadText(amount);
  // Reputation can be taken away: a minus would be lost from -0.5.
  const sign = amount.startsWith("-") ? "-" : "";
  const [whole = "", part] = formatUnits(amount.slice(sign.length), decimals).split(".");
  const grouped = sign + BigInt(whole).toLocaleString("en-US");
  return part === undefined || part === "0" ? grouped : `${grouped}.${part}`;
}

export function table(rows: readonly (readonly string[])[], indent = ""): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows.map((row) =>
    (indent + row.map((cell, column) => cell.padEnd(widths![column]!)).join("  ")).trimEnd(),
  );
}

/** What a scheme may do, after the word may. */
export function permissionsText({ bytes, words }: PermissionsDescription): string {
  return `(${bytes}) ${words.join("; ") || "do nothing with the controller"}`;
}

export function valueText(value: unknown): string {
  return oneLine(typeof value === "string" ? value : JSON.stringify(value));
}
