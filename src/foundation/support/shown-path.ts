import { relative } from "node:path";

/** A path as users know it: relative to the current folder. */
export function shownPath(path: string): string {
  return relative(process.cwd(), path) || ".";
}
