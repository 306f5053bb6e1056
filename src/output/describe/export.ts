import { blockIfAny, caution, line, type Parts } from "../document/document.js";
import type { ExportNote, ExportReport } from "../../operations/export/report.js";

/** What a file does not express, and what to know before migrating it. */
export function exportDocument({ arcVersion, avatar, block, missing, notes }: ExportReport): Parts {
  return [
    line`Read the DAO ${{ address: avatar }} at block ${block.number}; the file names Arc ${arcVersion}.`,
    blockIfAny(
      "Not in the file: a DAO migrated from it will differ in",
      missing.map((each) => caution({ sentence: each.what }, reasons(each))),
    ),
    blockIfAny(
      "Note",
      notes.map((each) => line({ sentence: each.what }, reasons(each))),
    ),
  ];
}

function reasons({ why, whatToDo }: ExportNote): Parts {
  return [line({ sentence: why }), line({ sentence: whatToDo })];
}
