import type { MigrationParameters } from "../../foundation/params/file/migration-parameters.js";
import { printableJson } from "../../foundation/support/printable.js";

/** A usual line width for files that people edit. */
const WIDTH = 100;

/**
 * A parameters file as a person would write it: what fits on a line is on one line. Ends with a line break.
 * @example
 * await writeFile("my-dao.json", fileText(parameters));
 */
export function fileText(parameters: MigrationParameters): string {
  const lines = Object.entries(parameters)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `  ${JSON.stringify(key)}: ${textOf(value, 2, key.length + 7)}`);
  return `${printableJson(`{\n${lines.join(",\n")}\n}`)}\n`;
}

/** @param used characters before and after the value on its line */
function textOf(value: unknown, indent: number, used: number): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inline = inlineOf(value);
  if (inline.length + used <= WIDTH) return inline;
  const pad = " ".repeat(indent + 2);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  const lines = Array.isArray(value)
    ? value.map((each) => `${pad}${textOf(each, indent + 2, pad.length + 1)}`)
    : entriesOf(value).map(
        ([key, each]) =>
          `${pad}${JSON.stringify(key)}: ${textOf(each, indent + 2, pad.length + key.length + 5)}`,
      );
  return `${open}\n${lines.join(",\n")}\n${" ".repeat(indent)}${close}`;
}

function inlineOf(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(inlineOf).join(", ")}]`;
  const fields = entriesOf(value).map(([key, each]) => `${JSON.stringify(key)}: ${inlineOf(each)}`);
  return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
}

function entriesOf(value: object): [string, unknown][] {
  return Object.entries(value).filter(([, each]) => each !== undefined);
}
