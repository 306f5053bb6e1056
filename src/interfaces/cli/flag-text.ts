import { longNames, type Flag, type Kind } from "../commands/flag.js";

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

/** An option as in the help: `-i, --params <file>`. */
export function flagText(name: string, flag: Flag): string {
  const { short, kind } = flag;
  const names = longNames(name, flag).map((each) => `--${each}`);
  const long = `${names.join(", ")}${kind === "switch" ? "" : ` <${placeholderOf(flag)}>`}`;
  return short === undefined ? long : `-${short}, ${long}`;
}

/** What a value is called in the help. */
function placeholderOf({ kind, value }: Flag): string {
  return value ?? PLACEHOLDERS[kind] ?? kind;
}
