import { shownPath } from "../../foundation/support/shown-path.js";
import type { Inline } from "../document/document.js";

/** The parameters that a DAO is compared with: their file, or other words if they are in none. */
export function fileOf({ params }: { readonly params?: string }, otherwise: string): Inline {
  return params === undefined ? otherwise : { code: shownPath(params) };
}
