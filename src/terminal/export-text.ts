import type { ExportNote, ExportReport } from "../export/report.js";

/** What a file does not express, and what to know before migrating it. */
export function exportText({ arcVersion, avatar, block, missing, notes }: ExportReport): string {
  return [
    `Read the DAO ${avatar} at block ${block.number}; the file names Arc ${arcVersion}.`,
    ...notesText("NOT IN THE FILE: a DAO migrated from it will differ in", missing, "!"),
    ...notesText("Note", notes, "-"),
  ].join("\n");
}

function notesText(title: string, notes: readonly ExportNote[], mark: string): readonly string[] {
  if (notes.length === 0) return [];
  return [
    `\n${title}:`,
    ...notes.map(({ what, why, whatToDo }) => `  ${mark} ${what}\n    ${why}\n    ${whatToDo}`),
  ];
}
