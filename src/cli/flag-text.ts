import type { Flag, Kind } from "../commands/flag.js";
import { flagOf } from "../support/command-line.js";

/** What a value is called in the help. */
const PLACEHOLDERS: Partial<Record<Kind, string>> = {
  written: "file",
  params: "file",
  silences: "file",
  provider: "url",
  chainId: "id",
  block: "number",
  count: "number",
  section: "name",
};

/** An option's name after the two hyphens. */
export function longName(name: string, { negated }: Pick<Flag, "negated">): string {
  const long = flagOf(name).slice(2);
  return negated === true ? `no-${long}` : long;
}

/** An option as in the help: `-i, --params <file>`. */
export function flagText(name: string, flag: Flag): string {
  const { short, kind } = flag;
  const long = `--${longName(name, flag)}${kind === "switch" ? "" : ` <${placeholderOf(flag)}>`}`;
  return short === undefined ? long : `-${short}, ${long}`;
}

/** What a value is called in the help. */
export function placeholderOf({ kind, value }: Flag): string {
  return value ?? PLACEHOLDERS[kind] ?? kind;
}
