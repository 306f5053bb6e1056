import type { Guarded } from "../../../src/foundation/support/file-lock.js";

export const GUARDED: Guarded = {
  what: "The result file result.json",
  holder: "another migration",
  instead: "pass another file with --output",
};
